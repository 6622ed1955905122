/* The header compiles as C99 with nothing included before it. */
#include "fray/fray_c.h"

int fray_c_header_in_cpp(void);

int main(void) {
    fray_world_def def;
    fray_world_id world;
    if (fray_init_world_def(&def, sizeof def) != FRAY_OK) return 5;
    if (fray_create_world(&def, &world) != FRAY_OK) return 1;
    if (fray_world_step(world, 0.1) != FRAY_OK) return 2;
    if (fray_destroy_world(world) != FRAY_OK) return 3;
    return fray_world_is_valid(world) ? 4 : fray_c_header_in_cpp();
}
