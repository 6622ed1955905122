/* Loads, uses and unloads the library, also while worlds exist: `fray_c_unload_test LIBRARY`. */
#include "fray/fray_c.h"

#include <dlfcn.h>
#include <stdio.h>

typedef fray_error (*init_fn)(fray_world_def*, size_t);
typedef fray_error (*create_fn)(const fray_world_def*, fray_world_id*);
typedef fray_error (*step_fn)(fray_world_id, double);
typedef fray_error (*destroy_fn)(fray_world_id);
typedef int (*count_fn)(void);

/* Finds a function. C does not allow a cast from a pointer to an object to a pointer to a function. */
#define FIND(library, type, name)                                                                                      \
    type name##_found;                                                                                                 \
    *(void**)&name##_found = dlsym(library, #name)

/* Loads, uses and unloads the library. `worlds`: how many worlds exist before. With `leave_world` the new world is not
   destroyed, and the library is unloaded during a step of it. Returns 0 or the number of the check that failed. */
static int use(const char* path, int worlds, int leave_world) {
    void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    fray_world_def def;
    fray_world_id world;
    if (library == NULL) return puts(dlerror()), 1;
    FIND(library, init_fn, fray_init_world_def);
    FIND(library, create_fn, fray_create_world);
    FIND(library, step_fn, fray_world_step_begin);
    FIND(library, step_fn, fray_world_step);
    FIND(library, destroy_fn, fray_destroy_world);
    FIND(library, count_fn, fray_world_count);
    if (fray_world_count_found() != worlds) return 2;
    if (fray_init_world_def_found(&def, sizeof def) != FRAY_OK) return 9;
    if (fray_create_world_found(&def, &world) != FRAY_OK) return 3;
    if (fray_world_step_found(world, 0.1) != FRAY_OK) return 4;
    if (leave_world && fray_world_step_begin_found(world, 0.1) != FRAY_OK) return 5;
    if (!leave_world && fray_destroy_world_found(world) != FRAY_OK) return 6;
    return dlclose(library) == 0 ? 0 : 7;
}

int main(int count, char** arguments) {
    if (count != 2) return 8;
    for (int i = 0; i < 20; ++i) {
        const int failed = use(arguments[1], 0, 0);
        if (failed != 0) return failed;
    }
    const int failed = use(arguments[1], 0, 1);
    return failed != 0 ? failed : use(arguments[1], 1, 1);
}
