// SPDX-License-Identifier: Apache-2.0
//
// Failures that end a job.
//
// Equation. Devices fail independently at a constant rate r: a job on n devices has a mean time between
// failures of 1 / (n r), exponentially distributed.
// Source. Interruptions of jobs not caused by their users, per device and day: 4.74e-4 (Llama 3, 419 unexpected of 16,384
// H100 in 54 days; Grattafiori et al. 2024), 1.76e-3 (OPT-175B, at least 35 manual and some 70 automatic restarts of 992
// A100 in two months; Zhang et al. 2022, section 2.5), 2.79e-3 (research clusters RSC: every 7.9 h on 1,024 A100, 2.97e-3,
// and every 47.7 days on 8, 2.62e-3; Kokolis et al., HPCA 2025, figure 7), 3.7e-4 (about one GPU a week of 384, other
// causes not counted; BigScience, BLOOM chronicles 2022). The value is their geometric mean. Most of these figures are
// quoted from memory or from secondary texts: confidence is low.
// Failures of nodes are counted differently: 8.1e-4 and 2.9e-4 (6.5 and 2.34 in 1,000 node-days of RSC-1 and RSC-2, the
// same paper), a third of the interruptions of jobs there. They are not part of the value; the range goes from the lower
// of them to the highest rate of interruptions. Also not used: times between failures that the same paper projects from
// the node rate, 1.8 h on 16,384 devices and 0.23 h on 131,072 (here 1.5 and 0.19 h).
// Domain. Shared machines that are monitored as research clusters are, after their first months, in which a new batch loses
// 3 to 10 % of its devices; runs that a team attends on selected nodes reach the lower end. Errors in users' programs and
// planned outages are not in the rate.
#include "models/failure/failure_rate.hpp"

#include "sim/core/ensure.hpp"

namespace clustersim {
namespace {

constexpr double day_s = 86400.0;

}  // namespace

FailureRate reference_failure_rate() {
    return {Frequency::from_si(9.6e-4 / day_s),
            Frequency::from_si(2.9e-4 / day_s),
            Frequency::from_si(3.0e-3 / day_s)};
}

FailureRate failure_rate_of(Duration between) {
    constexpr double spread = 1.5;
    Frequency const rate = 1.0 / between;
    return {rate, rate / spread, rate * spread};
}

FailureRate no_failures() {
    Frequency const rate = Frequency::from_si(1e-30);
    return {rate, rate, rate};
}

Duration mean_time_between_failures(Frequency per_device, int devices) {
    CS_ENSURE(devices >= 1 && per_device.si() > 0.0, "some device fails at some time");
    return 1.0 / (per_device * static_cast<double>(devices));
}

}  // namespace clustersim
