// SPDX-License-Identifier: Apache-2.0
#include "sim/report/turnaround_parts.hpp"

#include "sim/report/wait_range.hpp"
#include "tests/support/catch.hpp"

#include <cstddef>
#include <cstdint>

using namespace clustersim;

namespace {

/// A job of an hour that waits 0, 1, 2 … hours in as many replicates.
JobOutcome waiting_hours(std::size_t replicates) {
    JobOutcome outcome;
    outcome.job = "train";
    outcome.nodes = 1;
    outcome.runtime = {hours(1), hours(1), hours(1)};
    for (std::size_t i = 0; i < replicates; ++i) {
        QueueSample sample;
        sample.started = Instant{static_cast<std::int64_t>(i) * 3600};
        sample.held = Seconds{3600};
        outcome.samples.push_back(sample);
    }
    return outcome;
}

}  // namespace

TEST_CASE("wait and run add up to the turnaround", "[report][unit]") {
    auto const parts = turnaround_parts(waiting_hours(11), TurnaroundOf::median);
    REQUIRE(parts);
    CHECK(parts->run == Approx(3600.0));
    CHECK(parts->wait == Approx(5.0 * 3600.0));
    CHECK(parts->whole() == Approx(6.0 * 3600.0));
    CHECK(parts->high == Approx(11.0 * 3600.0));
    auto const soonest = turnaround_parts(waiting_hours(11), TurnaroundOf::soonest);
    REQUIRE(soonest);
    CHECK(soonest->wait == 0.0);
    auto never = waiting_hours(11);
    never.samples.front().started.reset();
    CHECK_FALSE(turnaround_parts(never, TurnaroundOf::median));
}

TEST_CASE("a bar shows wait, run and the range beyond", "[report][unit]") {
    TurnaroundParts const parts{3600.0, 3600.0, 3600.0, 4.0 * 3600.0};
    CHECK(turnaround_bar(parts, 4.0 * 3600.0, 8, true) == "░░██────");
    CHECK(turnaround_bar(parts, 4.0 * 3600.0, 8, false) == "..##----");
    CHECK(turnaround_bar({3600.0, 1.0, 3600.0, 3601.0}, 3601.0, 4, false) == "....#");
    CHECK(turnaround_bar({}, 0.0, 8, false).empty());
}

TEST_CASE("a median that says little is not printed", "[report][unit]") {
    CHECK(wait_text_of(waiting_hours(5)) == "0 s – 4 h");
    // The interval of the median of eleven such waits is 1 to 9 h.
    CHECK(wait_text_of(waiting_hours(11)) == "0 s – 10 h");
    auto alike = waiting_hours(11);
    for (QueueSample& sample : alike.samples) sample.started = Instant{3600};
    alike.samples.back().started = Instant{7200};
    CHECK(wait_text_of(alike) == "1 h (1 – 2)");
}
