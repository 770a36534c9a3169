// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/jobs_csv.hpp"
#include "tests/fuzz/read_bytes.hpp"

#include <algorithm>
#include <iostream>

/// Checks submissions that a reader accepted: in order, with times that make sense, and unchanged by being written
/// to a table and read from it.
inline void
check_imported_jobs(clustersim::Result<clustersim::slurm::ImportedJobs> const& imported) {
    using namespace clustersim;
    using namespace clustersim::slurm;
    if (!imported) {
        FUZZ_REQUIRE(imported.error().has_errors());
        FUZZ_REQUIRE(!to_text(imported.error()).empty());
        return;
    }
    FUZZ_REQUIRE(!imported->notes.has_errors());
    auto const& jobs = imported->jobs;
    FUZZ_REQUIRE(std::ranges::is_sorted(
        jobs, {}, [](ImportedJob const& job) { return job.request.submit; }));
    for (ImportedJob const& job : jobs) {
        FUZZ_REQUIRE(job.request.submit >= Instant{0});
        for (Seconds const run : job.request.run_times) FUZZ_REQUIRE(run >= Seconds{0});
    }
    if (jobs.empty()) return;
    auto const text = write_jobs_csv(jobs);
    auto const again =
        read_bytes(text, [](std::string const& path) { return read_jobs_csv(path); });
    if (!again) std::fputs(to_text(again.error()).c_str(), stderr);
    FUZZ_REQUIRE(again.has_value());
    auto const once_more = write_jobs_csv(again->jobs);
    if (once_more != text) std::cerr << text << once_more;
    FUZZ_REQUIRE(once_more == text);
}
