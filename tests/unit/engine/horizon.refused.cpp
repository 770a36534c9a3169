// SPDX-License-Identifier: Apache-2.0
// No case may compile, except case 0, which must: a simulation without an end is a compile error. Only
// tests/support/check_refused.py builds this file.
#include "sim/engine/policy_queue.hpp"
#include "sim/engine/queue_model.hpp"
#include "sim/engine/simulation.hpp"

using namespace clustersim;

#if CASE == 0
[[maybe_unused]] auto fine(QueueModel& queue) {
    return queue.run_until_started(0, Horizon::days(60), Horizon::days(60));
}
[[maybe_unused]] constexpr Horizon longest = Horizon::days(Horizon::most_days);
#elif CASE == 1  // until a start, whenever that is
[[maybe_unused]] auto wrong(QueueModel& queue) {
    return queue.run_until_started(0, Horizon::days(60));
}
#elif CASE == 2  // until an end, whenever that is
[[maybe_unused]] auto wrong(QueueModel& queue) {
    return queue.run_until_over(0, Horizon::days(60));
}
#elif CASE == 3  // the same of a policy for teaching
[[maybe_unused]] auto wrong(Simulation& queue) {
    return queue.run_until_started(JobIndex{0}, Horizon::days(60));
}
#elif CASE == 4  // a horizon of no length
[[maybe_unused]] Horizon const wrong{};
#elif CASE == 5  // an instant where a span belongs
[[maybe_unused]] auto wrong(QueueModel& queue) {
    return queue.run_until_started(0, Instant::never(), Horizon::days(60));
}
#elif CASE == 6  // no time at all
[[maybe_unused]] constexpr Horizon wrong = Horizon::days(0);
#elif CASE == 7  // longer than instants can count
[[maybe_unused]] constexpr Horizon wrong = Horizon::days(Horizon::most_days + 1);
#else
#define NO_MORE_CASES
#endif
