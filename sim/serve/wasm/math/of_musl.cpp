// SPDX-License-Identifier: Apache-2.0
// exp, log, log2 and pow as glibc computes them on processors with fused multiply-add: both C libraries have them from
// Arm's optimized routines.
#include "libm.h"

#include <math.h>

extern "C" {
#include "exp_data.h"
#include "log2_data.h"
#include "log_data.h"
#include "pow_data.h"
}

namespace clustersim::wasm {
namespace {

#define double Contracted
#define double_t Contracted
#define __builtin_fma fused
namespace of_exp {
#include "exp.c"
}
#undef N
#undef InvLn2N
#undef NegLn2hiN
#undef NegLn2loN
#undef Shift
#undef T
#undef C2
#undef C3
#undef C4
#undef C5
namespace of_log {
#include "log.c"
}
#undef T
#undef T2
#undef B
#undef A
#undef Ln2hi
#undef Ln2lo
#undef N
#undef OFF
#undef LO
#undef HI
namespace of_log2 {
#include "log2.c"
}
#undef T
#undef T2
#undef B
#undef A
#undef N
#undef OFF
#undef LO
#undef HI
namespace of_pow {
#include "pow.c"
}
#undef double
#undef double_t

}  // namespace
}  // namespace clustersim::wasm

extern "C" {
double exp(double x) {
    return clustersim::wasm::of_exp::exp(x).value();
}
double log(double x) {
    return clustersim::wasm::of_log::log(x).value();
}
double log2(double x) {
    return clustersim::wasm::of_log2::log2(x).value();
}
double pow(double x, double y) {
    return clustersim::wasm::of_pow::pow(x, y).value();
}
}
