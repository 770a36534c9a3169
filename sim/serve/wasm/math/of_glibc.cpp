// SPDX-License-Identifier: Apache-2.0
// expm1 and log1p as glibc computes them on processors with fused multiply-add.
#include "sim/serve/wasm/math/contracted.hpp"

#include "shim.h"

namespace clustersim::wasm {
namespace {

std::uint64_t clustersim_bits(Contracted x) { return ::clustersim_bits(x.value()); }

#define double Contracted
namespace of_expm1 {
#include "s_expm1.c"
}
namespace of_log1p {
#include "s_log1p.c"
}
#undef double

}  // namespace
}  // namespace clustersim::wasm

extern "C" {
double expm1(double x) { return clustersim::wasm::of_expm1::__expm1(x).value(); }
double log1p(double x) { return clustersim::wasm::of_log1p::__log1p(x).value(); }
}
