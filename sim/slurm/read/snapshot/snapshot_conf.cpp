// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/snapshot_conf.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/read/snapshot/words_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

namespace {

bool says_nothing(std::string_view value) {
    constexpr std::array<std::string_view, 6> nothing{
        "", "(null)", "N/A", "(null type)", "NONE", "none"};
    return std::ranges::find(nothing, value) != nothing.end();
}

/// A value as it is written in slurm.conf: without the unit that scontrol adds.
std::string without_unit(std::string_view value) {
    constexpr std::array<std::string_view, 5> units{
        " sec", " min", " percent", " nodes/min", " days"};
    for (std::string_view const unit : units)
        if (value.ends_with(unit)) return std::string(value.substr(0, value.size() - unit.size()));
    return std::string(value);
}

/// `scontrol show config`: lines `Key = value`. What only describes the installation is left out.
void read_settings(NamedText const& text, SnapshotConf& out) {
    std::string conf;
    for (ImportLine const& line : import_lines(text)) {
        auto const equals = line.text.find('=');
        if (equals != std::string_view::npos) {
            std::string const key(trimmed(line.text.substr(0, equals)));
            std::string_view const value = trimmed(line.text.substr(equals + 1));
            out.values.emplace(key, value);
            // Names with an underline and values with blanks do not describe schedules.
            bool const plain = key.find_first_of(" _") == std::string::npos &&
                               without_unit(value).find_first_of(" \"#\\") == std::string::npos;
            // A node's own limits are among its words; LaunchParameters and similar keys do no
            // harm.
            if (plain && !says_nothing(value) && value != "UNLIMITED" && value != "INFINITE")
                conf += fmt::format("{}={}", key, without_unit(value));
        }
        conf += '\n';
    }
    out.settings = {text.name, std::move(conf)};
}

/// "DOWN", "DRAIN" or "UP" for "MIXED+DRAIN", "IDLE*", "DOWN*+DRAIN" …
std::string_view admin_state(std::string_view state) {
    auto const has = [&](std::string_view word) {
        return state.find(word) != std::string_view::npos;
    };
    constexpr std::array<std::string_view, 8> unusable{"DOWN",
                                                       "ERROR",
                                                       "INVAL",
                                                       "UNKNOWN",
                                                       "FUTURE",
                                                       "NOT_RESPONDING",
                                                       "POWERING_DOWN",
                                                       "NO_RESPOND"};
    // "POWERED_DOWN" is a cloud node that starts when it is needed.
    std::string rest(state);
    for (auto at = rest.find("POWERED_DOWN"); at != std::string::npos;
         at = rest.find("POWERED_DOWN"))
        rest.erase(at, 12);
    bool const down = rest.find('*') != std::string::npos ||
                      std::ranges::any_of(unusable, [&](std::string_view word) {
                          return rest.find(word) != std::string::npos;
                      });
    if (has("DRAIN") || has("FAIL") || has("REBOOT")) return "DRAIN";
    return down ? "DOWN" : "UP";
}

/// "gpu:a100:4(S:0-1),gpu:h100:2(S:2)" without what is in brackets.
std::string plain_gres(std::string_view text) {
    std::string out;
    int depth = 0;
    for (char const c : text) {
        if (c == '(') ++depth;
        if (depth == 0) out += c;
        if (c == ')' && depth > 0) --depth;
    }
    return out;
}

std::string node_conf(WordsLine const& words) {
    std::string out = fmt::format("NodeName={}", words.text("NodeName"));
    auto const copy = [&](std::string_view from, std::string_view to) {
        if (auto const value = words.text(from); !value.empty())
            out += fmt::format(" {}={}", to, value);
    };
    copy("CPUTot", "CPUs");
    copy("Sockets", "Sockets");
    copy("CoresPerSocket", "CoresPerSocket");
    copy("ThreadsPerCore", "ThreadsPerCore");
    copy("RealMemory", "RealMemory");
    copy("TmpDisk", "TmpDisk");
    copy("Weight", "Weight");
    copy("CoreSpecCount", "CoreSpecCount");
    copy("MemSpecLimit", "MemSpecLimit");
    copy("AvailableFeatures", "Features");
    if (auto const gres = plain_gres(words.text("Gres")); !gres.empty())
        out += fmt::format(" Gres={}", gres);
    return out + fmt::format(" State={}", admin_state(words.text("State")));
}

std::string partition_conf(WordsLine const& words, std::string_view preempt_mode) {
    constexpr std::array<std::string_view, 29> kept{"Nodes",
                                                    "AllowGroups",
                                                    "AllowAccounts",
                                                    "AllowQos",
                                                    "DenyAccounts",
                                                    "DenyQos",
                                                    "Default",
                                                    "DefaultTime",
                                                    "ExclusiveUser",
                                                    "GraceTime",
                                                    "Hidden",
                                                    "MaxNodes",
                                                    "MaxTime",
                                                    "MinNodes",
                                                    "LLN",
                                                    "MaxCPUsPerNode",
                                                    "PriorityJobFactor",
                                                    "PriorityTier",
                                                    "RootOnly",
                                                    "ReqResv",
                                                    "OverSubscribe",
                                                    "OverTimeLimit",
                                                    "PreemptMode",
                                                    "State",
                                                    "DefMemPerNode",
                                                    "DefMemPerCPU",
                                                    "MaxMemPerNode",
                                                    "MaxMemPerCPU",
                                                    "TRESBillingWeights"};
    std::string out = fmt::format("PartitionName={}", words.text("PartitionName"));
    for (std::string_view const key : kept) {
        auto const value = words.text(key);
        bool const memory = key.find("Mem") != std::string_view::npos;
        if (says_nothing(value) || (memory && value == "UNLIMITED")) continue;
        if (key == "MaxCPUsPerNode" && value == "UNLIMITED") continue;
        // Shown even if only the cluster has a mode.
        if (key == "PreemptMode" && value == preempt_mode) continue;
        out += fmt::format(" {}={}", key, value);
    }
    if (auto const qos = words.text("QoS"); !qos.empty()) out += fmt::format(" QOS={}", qos);
    if (auto const defaults = words.text("JobDefaults"); !defaults.empty())
        out += fmt::format(" JobDefaults={}", defaults);
    return out;
}

template <class Line>
ConfText each_line(NamedText const& text, Line make) {
    std::string out;
    for (ImportLine const& line : import_lines(text)) {
        WordsLine const words(line);
        if (!words.all().empty()) out += make(words);
        out += '\n';
    }
    return {text.name, std::move(out)};
}

}  // namespace

SnapshotConf conf_of(SnapshotFiles const& files) {
    SnapshotConf out;
    if (auto const* text = files.find("config.txt")) read_settings(*text, out);
    auto const mode = out.values.find("PreemptMode");
    std::string const preempt_mode = mode == out.values.end() ? "OFF" : mode->second;
    if (auto const* text = files.find("nodes.txt"))
        out.nodes = each_line(*text, [](WordsLine const& words) {
            return words.has("NodeName") ? node_conf(words) : std::string();
        });
    if (auto const* text = files.find("partitions.txt"))
        out.partitions = each_line(*text, [&](WordsLine const& words) {
            return words.has("PartitionName") ? partition_conf(words, preempt_mode) : std::string();
        });
    if (auto const* text = files.find("topology.txt")) {
        bool any = false;
        auto topology = each_line(*text, [&](WordsLine const& words) {
            auto const switches = words.text("Switches");
            auto const nodes = words.text("Nodes");
            if (words.text("SwitchName").empty() || (switches.empty() && nodes.empty()))
                return std::string();
            any = true;
            return fmt::format("SwitchName={} {}={}",
                               words.text("SwitchName"),
                               switches.empty() ? "Nodes" : "Switches",
                               switches.empty() ? nodes : switches);
        });
        if (any) out.topology = std::move(topology);
    }
    return out;
}

}  // namespace clustersim::slurm
