// What ranks tell each other about circles: those that a loop has changed, as differences from what all ranks were last
// told of them.
#pragma once

#include "circles/circles.h"
#include "division.h"
#include "parallel.h"
#include "ranks/pieces.h"
#include "storage/archive.h"
#include "storage/clock.h"

namespace fray {

/// Working memory for the circles of a piece.
struct ToldPiece {
    using Head = uint16_t;
    Vector<Head> heads;            ///< of the circles that may have changed
    Vector<std::byte> words;       ///< the circle at hand
    std::vector<std::byte> bodies; ///< what is told of the circles
};

/// What all ranks were last told of each circle. It grows with the circles and follows from the messages alone, so it
/// is the same on all ranks.
struct ToldCircles {
    BlockPool pool;
    Vector<PoolArray<uint32_t>> last; ///< by number of the circle: what `describe` made of it
    Vector<ToldPiece> pieces;

    uint64_t memory() const;
};

/// Forgets which circles were changed. Call it before a divided loop.
void clear_marks(Circles& circles, ParallelLoops& loops);

/// Writes or reads which circles were marked for planning, and all that planning may change of those that were changed
/// since `clear_marks`, in parallel. `frame`: of the marks. False: the bytes are damaged.
bool told_circles(Writer& out, Circles& circles, ToldCircles& told, Pieces& pieces, ParallelLoops& loops,
                  uint64_t frame);
bool told_circles(Reader& in, Circles& circles, ToldCircles& told, Pieces& pieces, ParallelLoops& loops,
                  uint64_t frame);

} // namespace fray
