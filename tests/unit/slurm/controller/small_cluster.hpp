// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/controller.hpp"
#include "sim/slurm/read/conf/read_site.hpp"
#include "sim/slurm/request/sbatch_words.hpp"
#include "tests/support/catch.hpp"

#include <memory>
#include <string>

namespace clustersim::slurm {

/// Four nodes n1 to n4 of 2 x 4 cores and 8000 MB in a partition "batch": cluster4x8 of spec 14.
/// `more` holds additional lines of slurm.conf.
inline std::shared_ptr<Site const> cluster4x8(std::string const& more = "") {
    SiteFiles files;
    files.conf = {"slurm.conf",
                  "SelectType=select/cons_tres\nSelectTypeParameters=CR_Core_Memory\n"
                  "NodeName=n[1-4] CPUs=8 Sockets=2 CoresPerSocket=4 RealMemory=8000\n"
                  "PartitionName=batch Nodes=ALL Default=YES MaxTime=2-0\n" +
                      more};
    auto reading = read_site(files);
    REQUIRE(reading);
    return std::make_shared<Site const>(std::move(reading->site));
}

/// The first backfill cycle runs after a change, but not before 30 s.
inline Phases cycles_from_30() {
    Phases phases;
    phases.backfill = 0;
    return phases;
}

/// A request in sbatch's options that runs for `seconds`.
inline JobRequest request_of(std::string const& words, std::int64_t seconds) {
    JobRequest request;
    request.user = "u";
    auto const reading = read_sbatch_line(words, Clock{}, request);
    REQUIRE(reading.problems.empty());
    request.run_times = {Seconds{seconds}};
    return request;
}

}  // namespace clustersim::slurm
