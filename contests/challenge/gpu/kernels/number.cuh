// Stored numbers: 32 bits, or 16 bits that are rounded by chance, so that the expected value is exact. Without chance
// a running mean in 16 bits stops moving as soon as its steps are below half of the last place.
#pragma once
#include "portable.cuh"

// The random bits of a number that is stored: of the sweep and public state, and of the place among its numbers.
struct Chance {
    unsigned salt;

    DEVICE unsigned at(Index place) const { return mixed(salt + (unsigned)place * 0x9e3779b9u); }
};

#if NUMBER_BITS == 32
struct Number {
    float value;

    DEVICE float load() const { return value; }
    DEVICE void store(float number, unsigned) { value = number; }
};
#else
#ifndef __CUDACC__
#include <string.h>
#endif

struct Number {
    unsigned short bits;

    DEVICE float load() const {
#ifdef __CUDACC__
        float number;
        asm("cvt.f32.f16 %0, %1;" : "=f"(number) : "h"(bits));
        return number;
#else
        _Float16 half;
        memcpy(&half, &bits, sizeof bits);
        return (float)half;
#endif
    }

    // Stores one of the two neighbours in half precision. The last place of numbers below 2^-14 is 2^-24.
    DEVICE void store(float number, unsigned random) {
        const float smallest_normal = 1.f / 16384.f, last_place = 1.f / 16777216.f;
        float size = number < 0.f ? -number : number;
        if (size < smallest_normal) {
            size += (float)(random & 0xffffffu) * (last_place * last_place);
        } else {
            size = moved(size, random & 0x1fffu);
        }
#ifdef __CUDACC__
        asm("cvt.rz.f16.f32 %0, %1;" : "=h"(bits) : "f"(size));
#else
        if (size < smallest_normal) {
            size = (float)(int)(size / last_place) * last_place;
        } else if (size < 65504.f) {
            size = cut(size);
        } else {
            size = 65504.f;
        }
        _Float16 half = (_Float16)size;
        memcpy(&bits, &half, sizeof bits);
#endif
        bits = (unsigned short)(bits | (number < 0.f ? 0x8000u : 0u));
    }

#ifdef __CUDACC__
    DEVICE static float moved(float size, unsigned places) { return __uint_as_float(__float_as_uint(size) + places); }
#else
    DEVICE static unsigned bits_of(float size) {
        unsigned all;
        memcpy(&all, &size, sizeof all);
        return all;
    }
    DEVICE static float of_bits(unsigned all) {
        float size;
        memcpy(&size, &all, sizeof size);
        return size;
    }
    DEVICE static float moved(float size, unsigned places) { return of_bits(bits_of(size) + places); }
    DEVICE static float cut(float size) { return of_bits(bits_of(size) & ~0x1fffu); }
#endif
};
#endif

// The rule of discounted CFR (Brown & Sandholm 2019) for one iteration.
struct Discount {
    // The factors of positive and of negative regrets.
    float positive, negative;
    // The weight of the iteration in an average, as a share of all weights so far.
    float share;
};

// The strategies of one iteration: what is played in place of regrets that are all 0 or less is uniform.
DEVICE float first_of_two(float one, float other) {
    const float first = positive(one), sum = first + positive(other);
    return sum > 0.f ? first / sum : 0.5f;
}

DEVICE void learn(Number &regret, float gain, const Discount &discount, unsigned random) {
    const float before = regret.load();
    regret.store(before * (before > 0.f ? discount.positive : discount.negative) + gain, random);
}

// Moves a running mean towards `number`.
DEVICE void average(Number &mean, float number, float share, unsigned random) {
    const float before = mean.load();
    mean.store(before + (number - before) * share, random);
}
