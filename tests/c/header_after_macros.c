/* The header compiles after macros of hosts, which are there again afterwards. */
#include "../integration/host_macros.h"

#include "fray/fray_c.h"

#ifndef slots
#error the header has taken a macro of the host away
#endif

typedef fray_world_id something; /* as the standard wants it */
