// SPDX-License-Identifier: Apache-2.0
//
// Matrix products under a power limit.
//
// Equation. f / f0 = ((P - P_idle) / (P0 - P_idle))^(1/3): a device at its limit takes P_idle + a V^2 f, and the voltage V
// rises with the clock f.
// Source. The law of CMOS circuits (Weste and Harris, CMOS VLSI Design, chapter 5). Check on data that it was not made
// from (S. Bekman, Machine Learning Engineering Open Book, best products in bf16): an H100 of 700 W reaches 794.5 TFLOP/s,
// so that a GH200 of 900 W, 100 W of them for its CPU, would reach 835; measured are 828.6. An A100 of 400 W reaches 271.2,
// so that one of 300 W would reach 245; measured are 252.9. A B200 of 1000 W reaches 1745, so that a GB200 of 1200 W would
// reach 1854; measured are 1822. An MI350X of 1000 W reaches 1445, so that an MI355X of 1400 W would reach 1617; 1613.
// Domain. Large products from Ampere on and on Instinct MI350, which run at the limit of their power. Attention kernels and kernels bound by memory
// take less and keep their rates.
//
// Products in training.
//
// Equation. rate <= P x eta x 8 / bits, with eta the FP8 operations for one joule: products of many shapes, collectives and
// memory at the same time leave no room for the clocks of a benchmark that repeats the best product. A number of half the
// bits takes half the energy.
// Source. Fitted for Blackwell and for Hopper, each to half of one set (systems/accelerators); docs/validation.md has the errors
// with it and without it.
// Domain. Mean powers of whole steps, whose attention runs at the same clock (models/application/roofline.cpp); Ampere sustains its best products within 5 %, and has no such limit.
#include "models/machine/power_limit.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {

double clock_under(Watts allowed, Watts measured, Watts idle) {
    if (allowed >= measured || allowed <= idle) return 1.0;
    return std::cbrt((allowed - idle) / (measured - idle));
}

FlopRate
sustained_rate(Accelerator const& accelerator, Precision precision, Watts allowed, FlopRate best) {
    double bits = 0.0;
    switch (precision) {
        case Precision::fp64: bits = 64.0; break;
        case Precision::fp32:
        case Precision::tf32: bits = 32.0; break;
        case Precision::fp16:
        case Precision::bf16: bits = 16.0; break;
        case Precision::fp8:
        case Precision::int8: bits = 8.0; break;
        case Precision::fp4: bits = 4.0; break;
    }
    double const for_one_joule = accelerator.achievable.flop_per_joule * 8.0 / bits;
    if (for_one_joule <= 0.0) return best;
    return std::min(best, FlopRate::from_si(allowed.si() * for_one_joule));
}

Accelerator under_power_limit(Accelerator accelerator, Watts allowed) {
    Achievable& reach = accelerator.achievable;
    if (reach.power_limit.si() <= 0.0) return accelerator;
    double const clock = clock_under(allowed, reach.power_limit, accelerator.idle);
    for (double Achievable::*const share :
         {&Achievable::matrix, &Achievable::matrix_fp8, &Achievable::matrix_fp4})
        reach.*share *= clock;
    reach.power_limit = allowed;
    return accelerator;
}

}  // namespace clustersim
