// SPDX-License-Identifier: Apache-2.0
// No case may compile, except case 0, which must. Only tests/support/check_refused.py builds this
// file.
#include "sim/core/quantity.hpp"

#include "sim/core/id.hpp"
#include "sim/core/time.hpp"

using namespace clustersim;
using namespace clustersim::literals;

#if CASE == 0
[[maybe_unused]] Duration const fine = 1.0_GB / 2.0_GBps;
#elif CASE == 1   // a size where a time belongs
[[maybe_unused]] Duration const wrong = 1.0_GB;
#elif CASE == 2   // a bare number where a time belongs
[[maybe_unused]] Duration const wrong = 3.0;
#elif CASE == 3   // a time where a bare number belongs
[[maybe_unused]] double const wrong = 3.0_s;
#elif CASE == 4   // a sum of unlike things
[[maybe_unused]] auto const wrong = 1.0_GB + 1.0_s;
#elif CASE == 5   // a comparison of unlike things
[[maybe_unused]] bool const wrong = 1.0_GB < 1.0_s;
#elif CASE == 6   // the sum of two points of time
[[maybe_unused]] auto const wrong = Instant{1} + Instant{2};
#elif CASE == 7   // GPU-hours against node-hours
[[maybe_unused]] auto const wrong = GpuHours{1.0} + NodeHours{1.0};
#elif CASE == 8   // an id of one kind for one of another
[[maybe_unused]] Id<struct NodeTag> const wrong = Id<struct JobTag>{1};
#elif CASE == 9   // real seconds where whole seconds belong
[[maybe_unused]] Seconds const wrong = 1.5_s;
#elif CASE == 10  // an allocation against a time
[[maybe_unused]] auto const wrong = GpuHours{1.0} / hours(1.0);
#else
#define NO_MORE_CASES
#endif
