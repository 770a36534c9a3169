// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/read_job_table.hpp"
#include "tests/fuzz/read_bytes.hpp"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    for (JobTableNeeds const needs : {JobTableNeeds::gpus, JobTableNeeds::any_size}) {
        auto const table = read_bytes(as_text(data, size), [&](std::string const& path) {
            return read_job_table(path, needs);
        });
        if (!table) {
            FUZZ_REQUIRE(table.error().has_errors());
            continue;
        }
        FUZZ_REQUIRE(!table->jobs.empty());
        FUZZ_REQUIRE(std::ranges::is_sorted(table->jobs, {}, &PastJob::submit));
        for (PastJob const& job : table->jobs) {
            FUZZ_REQUIRE(job.submit >= Instant{0});
            FUZZ_REQUIRE(job.run() >= Seconds{1});
            FUZZ_REQUIRE(!job.limit || *job.limit >= Seconds{1});
            FUZZ_REQUIRE(job.gpus || (needs == JobTableNeeds::any_size && job.nodes));
            FUZZ_REQUIRE(!job.nodes || *job.nodes >= 0);
        }
    }
    return 0;
}
