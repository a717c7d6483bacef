//! Vectors of one number for each rank, from the lowest: 8 or 16 lanes, of which those past the last rank
//! count for nothing. Each function is inlined, so that it is compiled for the present processor. Builds with debug assertions
//! have no vectors: there the long loops stand once, and are not unrolled in each copy of the walk.

/// The first values, as many as there are lanes; zeros after the last.
#[inline(always)]
pub(super) fn lanes<const N: usize>(values: &[f32]) -> [f32; N] {
    if let Some(lanes) = values.first_chunk() {
        return *lanes;
    }
    let mut lanes = [0.0; N];
    for (lane, value) in lanes.iter_mut().zip(values) {
        *lane = *value;
    }
    lanes
}

/// Writes as many lanes as there is room for. All at once are faster than a part of them.
#[inline(always)]
pub(super) fn write<const N: usize>(lanes: &[f32; N], out: &mut [f32]) {
    if let Some(out) = out.first_chunk_mut() {
        *out = *lanes;
        return;
    }
    // A loop, since a call to copy so few values would be slower.
    for (out, lane) in out.iter_mut().zip(lanes) {
        *out = *lane;
    }
}

/// The sum of all lanes.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
pub(super) fn total<const N: usize>(lanes: &[f32; N]) -> f32 {
    let mut sums = [0.0; 4];
    for values in lanes.chunks_exact(4) {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value;
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3])
}

/// For each lane the sum of the lanes below it.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
pub(super) fn below<const N: usize>(lanes: &[f32; N]) -> [f32; N] {
    let mut below = [0.0; N];
    for (row, &value) in lanes.iter().enumerate() {
        for (lane, sum) in below.iter_mut().enumerate() {
            *sum += if lane > row { value } else { 0.0 };
        }
    }
    below
}
