// SPDX-License-Identifier: Apache-2.0
// expm1, log1p and tan as glibc computes them on processors with fused multiply-add.
#include "shim.h"
#include "sim/serve/wasm/math/contracted.hpp"

#include <endian.h>
#include <fenv.h>

extern "C" {
#include "mydefs.h"
int __branred(double x, double* a, double* aa);
}
#undef max
#undef min

namespace clustersim::wasm {
namespace {

std::uint64_t clustersim_bits(Contracted x) {
    return ::clustersim_bits(x.value());
}

using clustersim_double_of_c = double;

#define __FP_FAST_FMA 1
#define __builtin_fma fused
#define double Contracted
namespace of_expm1 {
#include "s_expm1.c"
}
namespace of_log1p {
#include "s_log1p.c"
}
namespace of_tan {
int __branred(Contracted x, Contracted* a, Contracted* aa) {
    clustersim_double_of_c high = 0.0;
    clustersim_double_of_c low = 0.0;
    int const quadrant = ::__branred(x.value(), &high, &low);
    *a = high;
    *aa = low;
    return quadrant;
}
#include "s_tan.c"
}  // namespace of_tan
#undef double

}  // namespace
}  // namespace clustersim::wasm

extern "C" {
double expm1(double x) {
    return clustersim::wasm::of_expm1::__expm1(x).value();
}
double log1p(double x) {
    return clustersim::wasm::of_log1p::__log1p(x).value();
}
double tan(double x) {
    return clustersim::wasm::of_tan::__tan(x).value();
}
}
