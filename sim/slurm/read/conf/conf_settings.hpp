// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/site/site.hpp"

#include <optional>
#include <vector>

namespace clustersim::slurm {

/// The scalar parameters of slurm.conf, and those that only mean something once the whole file has
/// been read.
struct SettingsDraft {
    SettingsDraft();

    Settings settings;
    std::vector<License> licenses;
    std::vector<std::string> gres_types;
    std::vector<std::string> tracked_tres;  ///< AccountingStorageTRES
    std::optional<ConfPair> weight_tres;    ///< PriorityWeightTRES
    std::optional<ConfPair> select_parameters;
    std::optional<ConfPair> topology_parameters;
};

/// Sets the parameter that a pair names. What has no effect here is noted; `elsewhere` are keys that
/// are read elsewhere, offered to who misspells them.
void apply_setting(SettingsDraft& draft,
                   ConfPair const& pair,
                   std::span<std::string_view const> elsewhere,
                   ConfReading& reading);

/// What of a draft could not be settled key by key: choices that depend on others.
void finish_settings(SettingsDraft& draft, ConfReading& reading);

/// PreemptMode of the cluster, of a partition or of a QOS: the mode, and whether WITHIN is among the
/// words, and GANG.
struct PreemptWords {
    std::optional<PreemptMode> mode;
    bool within = false;
    bool gang = false;
};
PreemptWords preempt_words(ConfPair const& pair, ConfReading& reading);

}  // namespace clustersim::slurm
