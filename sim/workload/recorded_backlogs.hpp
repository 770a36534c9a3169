// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/backlog.hpp"
#include "sim/config/document.hpp"
#include "sim/core/result.hpp"
#include "sim/workload/mix.hpp"

#include <filesystem>

namespace clustersim {

// The backlog of a partition that nobody has measured: as on the machines whose backlog is known.
//
//   ln(backlog) is normal; its mean is that of the machines with the same unit (nodes or accelerators), its standard
//   deviation s that of all machines around the mean of their unit, because two machines with accelerators have none
//   short, usual, long = e^(mean - 0.97 s), e^mean, e^(mean + 0.97 s): the medians of the thirds, to a whole hour
//
// Valid for production partitions with limits of days.

struct BacklogsOfUnit {
    Backlog range;
    int machines = 0;
};

struct RecordedBacklogs {
    BacklogsOfUnit nodes;
    BacklogsOfUnit gpus;
    ConfigNode document;

    [[nodiscard]] BacklogsOfUnit const& of(SizeUnit unit) const {
        return unit == SizeUnit::gpu ? gpus : nodes;
    }
};

Result<RecordedBacklogs> read_recorded_backlogs(ConfigNode const& document);
/// `backlogs.yaml` of a folder of workloads.
Result<RecordedBacklogs> load_recorded_backlogs(std::filesystem::path const& folder);

}  // namespace clustersim
