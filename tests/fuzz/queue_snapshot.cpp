// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include "sim/core/utf8.hpp"
#include "tests/fuzz/read_bytes.hpp"

#include <array>

/// One input holds the outputs of the commands, separated by NUL: jobs, nodes, partitions, configuration,
/// reservations, usage, shares, associations, sprio, sdiag. Jobs of a snapshot that is read
/// have numbers, and hold nodes of its site.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    using namespace clustersim::slurm;
    constexpr std::array names{"jobs.txt",
                               "nodes.txt",
                               "partitions.txt",
                               "config.txt",
                               "reservations.txt",
                               "usage.txt",
                               "shares.txt",
                               "associations.txt",
                               "sprio.txt",
                               "sdiag.txt"};
    auto rest = as_text(data, size);
    SnapshotFiles files;
    files.archive = "archive";
    files.began = 1704157901;
    for (auto const* const name : names) {
        if (rest.empty()) break;
        files.texts[name] = {name, as_utf8(next_file(rest))};
    }
    auto const read = snapshot_of(files);
    if (!read) {
        FUZZ_REQUIRE(read.error().has_errors());
        return 0;
    }
    auto const& snapshot = read->snapshot;
    FUZZ_REQUIRE(!read->warnings.has_errors());
    for (QueuedJob const& job : snapshot.queue.jobs) {
        FUZZ_REQUIRE(job.request.number > 0);
        for (HeldNode const& one : job.nodes)
            FUZZ_REQUIRE(one.node >= 0 &&
                         static_cast<std::size_t>(one.node) < snapshot.site.nodes.size());
    }
    return 0;
}
