// The simplest error handling: the program prints the error text and ends. A game would log the error and continue.
#pragma once

#include <fray/fray.h>

#include <cstdio>
#include <cstdlib>

inline void must(fray::Error error, const fray::World& world) {
    if (error == fray::Error::ok) return;
    std::fprintf(stderr, "%s\n", world.error_text().c_str());
    std::exit(1);
}
