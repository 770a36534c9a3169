// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/slurm/site/site.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace clustersim::slurm {

// The words of each enumeration in a site file, overloaded by the type of the argument.

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
