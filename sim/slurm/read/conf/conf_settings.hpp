// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/read/parameters/parameter.hpp"
#include "sim/slurm/site/site.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// The scalar parameters of slurm.conf, and those that can be resolved only after the whole file
/// has been read.
struct SettingsDraft {
    SettingsDraft();

    Settings settings;
    std::vector<Parameter const*> given;  ///< the parameters that the pairs set, in their order
    std::vector<License> licenses;
    std::vector<std::string> tracked_tres;  ///< AccountingStorageTRES
    std::optional<ConfPair> weight_tres;    ///< PriorityWeightTRES
    std::optional<ConfPair> select_parameters;
    std::optional<ConfPair> topology_parameters;
    bool layered_select = false;  ///< a plugin of Cray over linear, or over OTHER_CONS_(T)RES
};

/// Sets the parameter that a pair names. Notes parameters without effect here; `elsewhere` are keys
/// that are read elsewhere, used as suggestions for misspelt keys.
void apply_setting(SettingsDraft& draft,
                   ConfPair const& pair,
                   std::span<std::string_view const> elsewhere,
                   ConfReading& reading);

/// Resolves choices that depend on several keys.
void finish_settings(SettingsDraft& draft, ConfReading& reading);

/// PreemptMode of the cluster, of a partition or of a QOS: the mode, and whether the words WITHIN
/// and GANG are present.
struct PreemptWords {
    std::optional<PreemptMode> mode;
    bool within = false;
    bool gang = false;
};
PreemptWords preempt_words(ConfPair const& pair, ConfReading& reading);

}  // namespace clustersim::slurm
