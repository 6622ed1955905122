#include "stage.h"
