// fray: a multithreaded AI engine for large crowds that fight. This header includes the whole C++ API, except the
// optional components (engine/docs/integration.md), and fray/commands.h for programs that keep commands. Each header
// says which threads may call its functions.
#pragma once

#include "fray/begin_header.h"

#include "fray/command_log.h"
#include "fray/communicator.h"
#include "fray/debug_draw.h"
#include "fray/defs.h"
#include "fray/error.h"
#include "fray/events.h"
#include "fray/fatal.h"
#include "fray/follow.h"
#include "fray/frame_graph.h"
#include "fray/host_poses.h"
#include "fray/id.h"
#include "fray/inspect.h"
#include "fray/job_recorder.h"
#include "fray/jobs.h"
#include "fray/network.h"
#include "fray/result.h"
#include "fray/rollback.h"
#include "fray/spatial/grid_map.h"
#include "fray/states.h"
#include "fray/stats.h"
#include "fray/text.h"
#include "fray/world.h"

/// The whole C++ API of fray.
namespace fray {}

#include "fray/end_header.h"
