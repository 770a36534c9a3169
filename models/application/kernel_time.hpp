// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

namespace clustersim {

/// Kernels of one device, without waiting times.
struct KernelTime {
    Duration time{};
    double kernels = 0.0;
    Flop flop{};      ///< that the model counts: of products, attention and scans
    Bytes traffic{};  ///< to and from memory

    friend KernelTime operator+(KernelTime a, KernelTime const& b) {
        return {a.time + b.time, a.kernels + b.kernels, a.flop + b.flop, a.traffic + b.traffic};
    }
    friend KernelTime operator*(double times, KernelTime const& a) {
        return {times * a.time, times * a.kernels, times * a.flop, times * a.traffic};
    }
};

/// The times of the forward and the backward pass of the same kernels.
struct Both {
    KernelTime forward;
    KernelTime backward;
};

inline Both operator+(Both a, Both const& b) {
    return {a.forward + b.forward, a.backward + b.backward};
}

inline Both operator*(double times, Both const& a) {
    return {times * a.forward, times * a.backward};
}

}  // namespace clustersim
