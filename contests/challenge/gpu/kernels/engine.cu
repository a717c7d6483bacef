// All kernels, for one number of ranks: RANKS and NUMBER_BITS are given to the compiler.
#ifndef __CUDACC__
#include <math.h>
#endif
#include "leaves.cuh"
