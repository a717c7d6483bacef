// The kernels for a processor, and sizes by which both languages can be compared.
#include "engine.cu"

extern "C" unsigned long long arguments_bytes() { return sizeof(Arguments); }
extern "C" unsigned long long endgame_floats() { return ENDGAME_FLOATS; }
template <int D, bool OPEN> static unsigned long long endgame_numbers() {
    EndgamePlaces places;
    places.set(D, OPEN);
    return places.end;
}
// A thousand times the mean of running means of a reach of 2^-26, over the reach: the steps are below the last place.
extern "C" unsigned long long mean_of_small_reaches() {
    const float reach = 1.f / 67108864.f;
    double sum = 0.;
    for (unsigned cell = 0; cell < 20000; ++cell) {
        Number mean;
        mean.store(0.f, 0u);
        for (unsigned t = 1; t <= 200; ++t) average(mean, reach, 3.f / (float)(t + 2), Chance{mixed(t)}.at(cell));
        sum += mean.load();
    }
    return (unsigned long long)(1000. * sum / 20000. / reach);
}
extern "C" unsigned long long open_numbers_0() { return endgame_numbers<0, true>(); }
extern "C" unsigned long long open_numbers_1() { return endgame_numbers<1, true>(); }
extern "C" unsigned long long open_numbers_2() { return endgame_numbers<2, true>(); }
extern "C" unsigned long long accepted_numbers_0() { return endgame_numbers<0, false>(); }
extern "C" unsigned long long accepted_numbers_1() { return endgame_numbers<1, false>(); }
extern "C" unsigned long long accepted_numbers_2() { return endgame_numbers<2, false>(); }
