// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/swf.hpp"

#include "tests/fuzz/read_bytes.hpp"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    SwfOptions options;
    options.processors = 100;
    auto const trace = read_bytes(as_text(data, size),
                                  [&](std::string const& path) { return read_swf(path, options); });
    if (!trace) {
        FUZZ_REQUIRE(trace.error().has_errors());
        return 0;
    }
    FUZZ_REQUIRE(!trace->jobs.empty());
    FUZZ_REQUIRE(std::ranges::is_sorted(trace->jobs, submitted_before));
    for (Job const& job : trace->jobs) {
        FUZZ_REQUIRE(job.submit >= Instant{0});
        FUZZ_REQUIRE(job.run >= Seconds{0});
        FUZZ_REQUIRE(job.requested >= Seconds{1});
        FUZZ_REQUIRE(job.nodes >= 1 && job.nodes <= options.processors);
        FUZZ_REQUIRE(job.units == 1);
    }
    return 0;
}
