// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/core/result.hpp"
#include "sim/core/time.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A wait that was recorded on a machine, of one job or of several similar ones. Simulated queues
/// are matched with it. A wait is known exactly, as a median of many jobs, or as a bound.
struct RecordedWait {
    int nodes = 1;
    std::optional<int> gpus;  ///< of each node, if it is not all of them
    Seconds walltime{};
    std::optional<Seconds> wait;      ///< or the median of `jobs`
    std::optional<Seconds> at_least;  ///< if only bounds are known
    std::optional<Seconds> at_most;
    int jobs = 1;
    std::string date;  ///< a day, month or year
};

/// A file of recorded waits, `schema: clustersim/waits/1`.
Result<std::vector<RecordedWait>> read_recorded_waits(ConfigNode const& document);
/// The entries of a list of recorded waits; problems go to the reader's Diagnostics.
std::vector<RecordedWait> recorded_waits(Reader& reader, std::string_view key);

}  // namespace clustersim
