#include "fray/fatal.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace fray {
namespace {

std::atomic<FatalHandler> handler_of_all = nullptr;

} // namespace

void set_fatal_handler(FatalHandler handler) { handler_of_all = handler; }

void fatal(const std::string& text) {
    const FatalHandler handler = handler_of_all;
    if (handler != nullptr)
        handler(text.c_str());
    else
        std::fprintf(stderr, "fray: %s\n", text.c_str());
    std::abort();
}

} // namespace fray
