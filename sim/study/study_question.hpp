// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/scenario/variants.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A scenario and the changes with which it is asked.
struct StudyQuestion {
    GivenDocument file;
    std::optional<std::int64_t> seed;
    std::optional<std::int64_t> replicates;
    std::optional<double> precision;
    std::vector<std::string> set;  ///< KEY=VALUE; paths start in the current folder
    std::string release;           ///< of Slurm; empty: the machine's

    /// The changes as settings of the document, each with the option that gives it.
    [[nodiscard]] Settings settings() const;
};

/// The document of the scenario with its changes.
Result<ConfigNode> read_document(StudyQuestion const& question);

/// The same, with the sweep expanded.
Result<std::vector<Variant>> read_variants(StudyQuestion const& question);

}  // namespace clustersim
