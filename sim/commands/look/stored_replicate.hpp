// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace clustersim {

/// The replicate with the median wait of a job of a variant of a result, by its jobs.csv; of the variant's first job if it
/// has none of that name. Number 0, of none, if the waits cannot be read: the queue itself is in run.json alone.
ShownReplicate stored_shown_replicate(std::filesystem::path const& folder,
                                      std::size_t variant,
                                      std::string const& job = {});

}  // namespace clustersim
