// All kernels, for one number of ranks: RANKS and NUMBER_BITS are given to the compiler.
#ifndef __CUDACC__
#include <math.h>
#endif
#include "leaves.cuh"

#ifndef __CUDACC__
// What the host build tells of itself, so that the sizes of both languages can be compared.
extern "C" unsigned long long arguments_bytes() { return sizeof(Arguments); }
extern "C" unsigned long long endgame_floats() { return ENDGAME_FLOATS; }
template <int D, bool OPEN> static unsigned long long endgame_numbers() {
    EndgamePlaces places;
    places.set(D, OPEN);
    return places.end;
}
extern "C" unsigned long long open_numbers_0() { return endgame_numbers<0, true>(); }
extern "C" unsigned long long open_numbers_1() { return endgame_numbers<1, true>(); }
extern "C" unsigned long long open_numbers_2() { return endgame_numbers<2, true>(); }
extern "C" unsigned long long accepted_numbers_0() { return endgame_numbers<0, false>(); }
extern "C" unsigned long long accepted_numbers_1() { return endgame_numbers<1, false>(); }
extern "C" unsigned long long accepted_numbers_2() { return endgame_numbers<2, false>(); }
#endif
