// fray: AI for large crowds that fight. Include this for the whole library. Each header says which threads may call
// what it declares.
#pragma once

#include "fray/debug_draw.h"
#include "fray/defs.h"
#include "fray/events.h"
#include "fray/host_poses.h"
#include "fray/id.h"
#include "fray/jobs.h"
#include "fray/rollback.h"
#include "fray/spatial/grid_map.h"
#include "fray/states.h"
#include "fray/stats.h"
#include "fray/text.h"
#include "fray/world.h"

/// All of fray.
namespace fray {}
