// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/slurm/site/site.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace clustersim::slurm {

// The words of each enumeration of a site file, told apart by the type of the argument.

inline NameTable<NodeAdminState> names_of(NodeAdminState /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, NodeAdminState>, 3> names{
        {{"up", NodeAdminState::up},
         {"down", NodeAdminState::down},
         {"drain", NodeAdminState::drain}}};
    return names;
}

inline NameTable<PartitionState> names_of(PartitionState /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, PartitionState>, 4> names{
        {{"up", PartitionState::up},
         {"down", PartitionState::down},
         {"drain", PartitionState::drain},
         {"inactive", PartitionState::inactive}}};
    return names;
}

inline NameTable<OverSubscribe> names_of(OverSubscribe /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, OverSubscribe>, 4> names{
        {{"no", OverSubscribe::no},
         {"exclusive", OverSubscribe::exclusive},
         {"yes", OverSubscribe::yes},
         {"force", OverSubscribe::force}}};
    return names;
}

inline NameTable<PreemptMode> names_of(PreemptMode /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, PreemptMode>, 4> names{
        {{"off", PreemptMode::off},
         {"cancel", PreemptMode::cancel},
         {"requeue", PreemptMode::requeue},
         {"suspend", PreemptMode::suspend}}};
    return names;
}

inline NameTable<PreemptType> names_of(PreemptType /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, PreemptType>, 3> names{
        {{"none", PreemptType::none},
         {"partition_prio", PreemptType::partition_prio},
         {"qos", PreemptType::qos}}};
    return names;
}

inline NameTable<SchedulerType> names_of(SchedulerType /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, SchedulerType>, 2> names{
        {{"backfill", SchedulerType::backfill}, {"builtin", SchedulerType::builtin}}};
    return names;
}

inline NameTable<PriorityType> names_of(PriorityType /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, PriorityType>, 2> names{
        {{"basic", PriorityType::basic}, {"multifactor", PriorityType::multifactor}}};
    return names;
}

inline NameTable<FairshareAlgorithm> names_of(FairshareAlgorithm /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, FairshareAlgorithm>, 3> names{
        {{"fair_tree", FairshareAlgorithm::fair_tree},
         {"classic", FairshareAlgorithm::classic},
         {"depth_oblivious", FairshareAlgorithm::depth_oblivious}}};
    return names;
}

inline NameTable<EnforcePartLimits> names_of(EnforcePartLimits /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, EnforcePartLimits>, 3> names{
        {{"no", EnforcePartLimits::no},
         {"any", EnforcePartLimits::any},
         {"all", EnforcePartLimits::all}}};
    return names;
}

inline NameTable<UsageReset> names_of(UsageReset /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, UsageReset>, 7> names{
        {{"none", UsageReset::none},
         {"now", UsageReset::now},
         {"daily", UsageReset::daily},
         {"weekly", UsageReset::weekly},
         {"monthly", UsageReset::monthly},
         {"quarterly", UsageReset::quarterly},
         {"yearly", UsageReset::yearly}}};
    return names;
}

inline NameTable<TopologyPlugin> names_of(TopologyPlugin /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, TopologyPlugin>, 2> names{
        {{"none", TopologyPlugin::none}, {"tree", TopologyPlugin::tree}}};
    return names;
}

inline NameTable<Recurrence> names_of(Recurrence /*kind*/) {
    static constexpr std::array<std::pair<std::string_view, Recurrence>, 6> names{
        {{"none", Recurrence::none},
         {"hourly", Recurrence::hourly},
         {"daily", Recurrence::daily},
         {"weekday", Recurrence::weekday},
         {"weekend", Recurrence::weekend},
         {"weekly", Recurrence::weekly}}};
    return names;
}

}  // namespace clustersim::slurm
