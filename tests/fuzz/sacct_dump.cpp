// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacct_dump.hpp"

#include "tests/fuzz/imported_jobs.hpp"
#include "tests/fuzz/read_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim::slurm;
    auto const read = [](std::string const& path) { return read_sacct_dump(path); };
    check_imported_jobs(read_bytes(as_text(data, size), read));
    return 0;
}
