// SPDX-License-Identifier: Apache-2.0
//
// Failures that end a job.
//
// Equation. Devices fail independently at a constant rate r: a job on n devices has a mean time between
// failures of 1 / (n r), exponentially distributed.
// Source. Failures a device and day: 4.74e-4 (Llama 3, 419 unexpected interruptions of 16,384 H100 in 54
// days; Grattafiori et al. 2024), 8.1e-4 and 2.9e-4 (6.5 and 2.34 failures in 1,000 node-days of eight
// A100, clusters RSC-1 and RSC-2; Kokolis et al., HPCA 2025), 3.7e-4 (about one GPU a week of 384;
// BigScience, BLOOM chronicles 2022). The value is their geometric mean, the range their extremes. Most of
// these figures are quoted from memory in secondary texts: confidence is low. Not used for the value:
// projected times between failures of RSC jobs, 1.8 h on 16,384 devices and 0.23 h on 131,072 (here 3.3
// and 0.41 h, ranges from 1.8 and 0.23 h on), and 7.9 h observed on 1,024 (here 52 h): small jobs die of
// their own software more often than of the machine.
// Domain. Machines past their first months, where a new batch loses 3 to 10 % of its devices; failures of
// software, of the file system and planned outages are not in the rate.
#include "models/failure/failure_rate.hpp"

#include "sim/core/ensure.hpp"

namespace clustersim {
namespace {

constexpr double day_s = 86400.0;

}  // namespace

FailureRate reference_failure_rate() {
    return {Frequency::from_si(4.5e-4 / day_s),
            Frequency::from_si(2.9e-4 / day_s),
            Frequency::from_si(8.1e-4 / day_s)};
}

FailureRate failure_rate_of(Duration between) {
    constexpr double spread = 1.5;
    Frequency const rate = 1.0 / between;
    return {rate, rate / spread, rate * spread};
}

Duration mean_time_between_failures(Frequency per_device, int devices) {
    CS_ENSURE(devices >= 1 && per_device.si() > 0.0, "some device fails at some time");
    return 1.0 / (per_device * static_cast<double>(devices));
}

}  // namespace clustersim
