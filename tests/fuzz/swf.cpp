// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/swf.hpp"

#include "tests/fuzz/require.hpp"

#include <algorithm>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace clustersim;

/// Reads a trace from memory, through a file that is never on disk.
Result<SwfTrace> read_text(std::string_view text, SwfOptions const& options) {
    int const file = memfd_create("trace", 0);
    FUZZ_REQUIRE(file >= 0);
    FUZZ_REQUIRE(write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    auto trace = read_swf("/proc/self/fd/" + std::to_string(file), options);
    close(file);
    return trace;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    SwfOptions options;
    options.processors = 100;
    auto const trace = read_text(as_text(data, size), options);
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
