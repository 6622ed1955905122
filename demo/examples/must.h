// The simplest handling of errors: the program ends with the error text. A game would rather log it and go on.
#pragma once

#include <fray/fray.h>

#include <cstdio>
#include <cstdlib>

inline void must(fray::Error error, const fray::World& world) {
    if (error == fray::Error::ok) return;
    std::fprintf(stderr, "%s\n", world.error_text().c_str());
    std::exit(1);
}
