// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace clustersim {

/// Time that a user takes from the end of the last job to the next batch: lognormal, in seconds.
struct ThinkTime {
    double mu = 0.0;     ///< of ln(seconds)
    double sigma = 0.0;  ///< at least 0
};

// How the users of a log differ and what each of them repeats. Habits change which batches belong
// together, not the marginal distributions of sizes, run times and requests.
//
//   activity  user i = 0 .. count - 1 submits a share of the batches proportional to
//             e^(activity q), q the normal quantile of 1 - (i + 1/2) / count: user 0 is the most
//             active one
//   size      a batch has its user's usual size with probability `size`, else any of the sizes
//   run       z = sqrt(run) Z_user + sqrt(1 - run) (sqrt(alike) Z_batch + sqrt(1 - alike) Z_job);
//             the run time is the quantile of the size's run times at the probability of z
//   request   likewise sqrt(request) Z_user + sqrt(1 - request) Z_batch selects the limit
//   overlap   probability that the next batch is submitted while earlier jobs run or wait
//   think     else the time from the end of the last job to the next batch
//
// Sessions with think times follow N. Zakay and D. Feitelson, "On identifying user session
// boundaries in parallel workload logs", JSSPP 2012. Only users who react to the queue use `overlap`
// and `think`; arrivals at a given load do not.
struct UserHabits {
    std::int32_t count = 1;
    double activity = 0.0;  ///< standard deviation of ln(share of the batches)
    double size = 0.0;      ///< 0..1
    double run = 0.0;       ///< share of the variance between users, 0..1
    double request = 0.0;   ///< share of the variance between users, 0..1
    double overlap = 0.0;   ///< 0..1
    ThinkTime think;
};

}  // namespace clustersim
