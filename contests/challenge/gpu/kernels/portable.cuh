// One source for a graphics card and for a processor.
//
// A kernel runs once for each block. Threads of a block share its work by strided loops, and everything that lives
// from one barrier to the next is in shared memory. So a kernel is right for any number of threads, one included:
// that is the host build, with which the kernels are tested where there is no card.
#pragma once

#ifndef RANKS
#error "RANKS, the number of ranks of the pack, must be defined"
#endif

typedef unsigned long long Bits;
typedef long long Index;

#ifdef __CUDACC__
#define UNROLL _Pragma("unroll")
#define ASSERT(holds)
#define DEVICE __device__ __forceinline__
#define THREAD ((int)threadIdx.x)
#define THREADS ((int)blockDim.x)
#define BLOCK ((Index)blockIdx.x)
#define BARRIER() __syncthreads()
#define KERNEL(name, most_threads, least_blocks) \
    extern "C" __global__ void __launch_bounds__(most_threads, least_blocks) name(const Arguments arguments)
#define SHARED(name) extern __shared__ float name[]
#define COUNT_UP(counter) atomicAdd(counter, 1u)
#else
#include <assert.h>
#define UNROLL
#define ASSERT(holds) assert(holds)
#define DEVICE inline
#define THREAD 0
#define THREADS 1
#define BLOCK block_
#define BARRIER() \
    do {          \
    } while (0)
// The block that this thread of the processor works on, and its shared memory.
static thread_local Index block_;
static thread_local float *shared_;
#define KERNEL(name, most_threads, least_blocks)                                          \
    static void name##_block(const Arguments &arguments);                                 \
    extern "C" void name(const Arguments &arguments, const Index block, float *shared) {  \
        block_ = block;                                                                   \
        shared_ = shared;                                                                 \
        name##_block(arguments);                                                          \
    }                                                                                     \
    static void name##_block(const Arguments &arguments)
#define SHARED(name) float *name = shared_
#define COUNT_UP(counter) __atomic_fetch_add(counter, 1u, __ATOMIC_RELAXED)
#endif

// A loop that the threads of a block share.
#define FOR_EACH(index, count) for (int index = THREAD; index < (count); index += THREADS)

DEVICE int sign_of(int number) { return (number > 0) - (number < 0); }
DEVICE float positive(float number) { return number > 0.f ? number : 0.f; }
DEVICE float greater(float one, float other) { return one > other ? one : other; }

// Well mixed bits of a number (the finalizer lowbias32 of C. Wellons).
DEVICE unsigned mixed(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}
