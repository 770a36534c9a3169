// SPDX-License-Identifier: Apache-2.0
#pragma once

// What exp.c, log.c, log2.c and pow.c of musl need of musl's own headers: with it they are compiled alone, as C++.

#include "sim/serve/wasm/math/contracted.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

#define hidden
#define WANT_ROUNDING 1
#define TOINT_INTRINSICS 0
#define __FP_FAST_FMA 1
#define issignaling_inline(x) 0
#define predict_true(x) (x)
#define predict_false(x) (x)

namespace clustersim::wasm {

inline std::uint64_t asuint64(Contracted x) {
    double const value = x.value();
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}
inline Contracted asdouble(std::uint64_t bits) {
    double x = 0.0;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}
inline Contracted eval_as_double(Contracted x) { return x; }
inline Contracted fp_barrier(Contracted x) { return x; }
inline void fp_force_eval(Contracted) {}
inline Contracted __math_oflow(std::uint32_t negative) {
    return negative != 0 ? -HUGE_VAL : HUGE_VAL;
}
inline Contracted __math_uflow(std::uint32_t negative) { return negative != 0 ? -0.0 : 0.0; }
inline Contracted __math_divzero(std::uint32_t negative) { return __math_oflow(negative); }
inline Contracted __math_invalid(Contracted) { return NAN; }

}  // namespace clustersim::wasm
