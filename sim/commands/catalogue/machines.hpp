// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "sim/core/date.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace clustersim {

/// All machines of the library, by name. Those that cannot be read are problems.
Answered<std::vector<LoadedSystem>> known_machines(Library const& library);

/// A machine by name or file.
Answered<LoadedSystem> known_machine(std::string const& name, Library const& library);

/// The size of a Slurm site.
struct SiteSize {
    std::size_t nodes = 0;
    std::size_t partitions = 0;
};

/// What a valid file holds: a Slurm site, or the numbers of a machine, an accelerator, links or communication software.
using CheckedFile = std::variant<SiteSize, std::vector<Fact>>;

/// Reads a file, whose `schema:` says what it is; a machine's networks are built and its successor is looked up, too.
/// Remarks on facts that are old on the day `today`.
Answered<CheckedFile>
check_machine_file(std::string const& file, Date today, Library const& library);

}  // namespace clustersim
