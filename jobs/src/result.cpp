#include "fray/result.h"

namespace fray {

void throw_bad_result(const Failure& failure) { throw BadResult(failure); }

} // namespace fray
