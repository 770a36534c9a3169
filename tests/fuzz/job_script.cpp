// SPDX-License-Identifier: Apache-2.0
#include "sim/study/job_script.hpp"

#include "tests/fuzz/require.hpp"

#include <algorithm>
#include <string>
#include <utility>

/// A job script, and the same text as options of the command line: every remark has a text and a line that exists.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    std::string const text(as_text(data, size));
    slurm::Clock const clock{Instant{0}, Seconds{1'700'000'000}};
    for (auto const& [script, options] :
         {std::pair(text, std::string{}), std::pair(std::string("#!/bin/sh\n"), text)}) {
        auto const read = read_job_script(script, "job.sbatch", options, clock);
        Diagnostics const& remarks = read ? read->remarks : read.error();
        for (Diagnostic const& one : remarks.items()) {
            FUZZ_REQUIRE(!one.message.empty());
            FUZZ_REQUIRE(one.where.line >= 0 &&
                         one.where.line <= 1 + std::count(script.begin(), script.end(), '\n'));
        }
        FUZZ_REQUIRE(read || remarks.has_errors());
    }
    return 0;
}
