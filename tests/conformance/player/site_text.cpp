// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/site_text.hpp"

#include "sim/slurm/read/conf/conf_lines.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

namespace clustersim::slurm::conformance {

namespace {

using nlohmann::json;

bool given(json const& object, char const* key) {
    auto const found = object.find(key);
    return found != object.end() && !found->is_null() && text_of(*found) != "" &&
           *found != json(false) && *found != json(0);
}

/// The general lines; lines of the description override them.
std::vector<std::pair<std::string, std::string>> general_lines(json const& cluster) {
    std::vector<std::pair<std::string, std::string>> lines{
        {"ClusterName", "oracle"},
        {"SelectType", "select/cons_tres"},
        {"SelectTypeParameters", "CR_Core_Memory"},
        {"SchedulerType", "sched/backfill"},
        {"PriorityType", "priority/basic"},
        {"ReturnToService", "2"},
        {"MinJobAge", "30000000"},
        {"MaxJobCount", "100000"},
        {"MessageTimeout", "100"},
        {"KillWait", "30"},
        {"CompleteWait", "0"},
    };
    if (given(cluster, "accounts") || given(cluster, "qos")) {
        lines.emplace_back("AccountingStorageType", "accounting_storage/slurmdbd");
        lines.emplace_back("AccountingStorageEnforce", "associations,limits,qos");
    } else {
        lines.emplace_back("AccountingStorageType", "accounting_storage/none");
    }
    bool const gpus = std::ranges::any_of(cluster.at("nodes"),
                                          [](json const& node) { return given(node, "gpus"); });
    if (gpus) {
        lines.emplace_back("GresTypes", "gpu");
        lines.emplace_back("AccountingStorageTRES", "gres/gpu");
    }
    if (given(cluster, "topology")) lines.emplace_back("TopologyPlugin", "topology/tree");
    for (json const own = entries(cluster, "slurm"); auto const& [key, value] : own.items()) {
        auto const at = std::ranges::find(lines, key, &std::pair<std::string, std::string>::first);
        if (at == lines.end())
            lines.emplace_back(key, text_of(value));
        else
            at->second = text_of(value);
    }
    std::erase_if(lines, [](auto const& line) { return line.second.empty(); });
    return lines;
}

std::string node_line(json const& node, std::string& gres) {
    auto const cpus = whole_number(node, "cpus", 1);
    auto const sockets = whole_number(node, "sockets", 1);
    auto const threads = whole_number(node, "threads_per_core", 1);
    auto const name = text_of(node.at("name"));
    std::string line = fmt::format(
        "NodeName={} CPUs={} Sockets={} CoresPerSocket={} ThreadsPerCore={} RealMemory={}",
        name,
        cpus,
        sockets,
        sockets * threads > 0 ? cpus / (sockets * threads) : 0,
        threads,
        whole_number(node, "mem_mb", 1024));
    if (given(node, "gpus")) {
        auto const count = whole_number(node, "gpus", 0);
        std::string const type = given(node, "gpu_type") ? text_of(node.at("gpu_type")) : "";
        line += fmt::format(" Gres=gpu:{}{}", type.empty() ? "" : type + ":", count);
        std::string const every = count == 1 ? "0" : fmt::format("[0-{}]", count - 1);
        json near = node.value("gpu_cores", json(""));
        bool const pairs = near.is_array() && std::ranges::all_of(near, [](json const& pair) {
                               return pair.is_array() && pair.size() == 2;
                           });
        if (!pairs) near = json::array({json::array({every, near})});
        for (json const& pair : near) {
            std::string const cores = text_of(pair.at(1));
            gres += fmt::format("NodeName={} Name=gpu {}File=/dev/gpu{}{}\n",
                                name,
                                type.empty() ? "" : "Type=" + type + " ",
                                text_of(pair.at(0)),
                                cores.empty() ? "" : " Cores=" + cores);
        }
    }
    if (given(node, "features")) line += " Features=" + text_of(node.at("features"));
    if (given(node, "weight")) line += " Weight=" + text_of(node.at("weight"));
    return line + " State=UNKNOWN\n";
}

std::string partition_line(json const& partition) {
    std::string line =
        fmt::format("PartitionName={} Nodes={} Default={} State=UP",
                    text_of(partition.at("name")),
                    given(partition, "nodes") ? text_of(partition.at("nodes")) : "ALL",
                    given(partition, "default") ? "YES" : "NO");
    for (auto const& [key, name] :
         {std::pair("max_time_s", "MaxTime"), std::pair("default_time_s", "DefaultTime")})
        if (given(partition, key))
            line += fmt::format(" {}={}", name, time_text(whole_number(partition, key, 0)));
    static constexpr std::pair<char const*, char const*> words[] = {
        {"max_nodes", "MaxNodes"},
        {"min_nodes", "MinNodes"},
        {"priority_tier", "PriorityTier"},
        {"priority_job_factor", "PriorityJobFactor"},
        {"oversubscribe", "OverSubscribe"},
        {"preempt_mode", "PreemptMode"},
        {"qos", "QOS"},
        {"lln", "LLN"},
        {"def_mem_per_cpu", "DefMemPerCPU"},
        {"allow_accounts", "AllowAccounts"},
        {"allow_qos", "AllowQos"}};
    for (auto const& [key, name] : words) {
        auto const found = partition.find(key);
        if (found != partition.end() && !found->is_null() && text_of(*found) != "")
            line += fmt::format(" {}={}", name, text_of(*found));
    }
    if (given(partition, "extra")) line += " " + text_of(partition.at("extra"));
    return line + "\n";
}

/// All QOS, which every account of the description may use.
std::string every_qos(json const& cluster) {
    std::set<std::string> names{"normal"};
    for (json const& qos : entries(cluster, "qos")) names.insert(text_of(qos.at("name")));
    return fmt::format("{}", fmt::join(names, ","));
}

std::string limits_script(json const& cluster) {
    std::string script;
    for (json const& qos : entries(cluster, "qos")) {
        std::string words;
        for (auto const& [key, value] : qos.items())
            if (key != "name") words += " " + key + "=" + text_of(value);
        if (!words.empty())
            script += fmt::format("modify qos {} set{}\n", text_of(qos.at("name")), words);
    }
    auto const words_of = [](json const& object) {
        std::string words;
        for (std::string const& word : words_in(object, "limits")) words += " " + word;
        return words;
    };
    for (json const& account : entries(cluster, "accounts")) {
        auto const name = text_of(account.at("name"));
        if (given(account, "limits"))
            script += fmt::format("modify account where name={} set{}\n", name, words_of(account));
        for (json const& user : entries(account, "users")) {
            if (user.is_object() && given(user, "limits")) {
                script += fmt::format("modify user where name={} account={} set{}\n",
                                      text_of(user.at("name")),
                                      name,
                                      words_of(user));
            }
        }
    }
    return script;
}

}  // namespace

std::string text_of(json const& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
    if (!value.is_array()) return value.is_null() ? "" : value.dump();
    std::string list;
    for (json const& item : value) list += (list.empty() ? "" : ",") + text_of(item);
    return list;
}

std::int64_t whole_number(json const& object, char const* key, std::int64_t fallback) {
    auto const found = object.find(key);
    if (found == object.end() || found->is_null()) return fallback;
    return static_cast<std::int64_t>(number_of(text_of(*found)).value_or(0.0));
}

std::vector<std::string> words_in(json const& object, char const* key) {
    auto const found = object.find(key);
    if (found == object.end() || found->is_null()) return {};
    if (!found->is_array()) return split_list(text_of(*found), " ");
    std::vector<std::string> words;
    for (json const& word : *found) words.push_back(text_of(word));
    return words;
}

json entries(json const& object, char const* key) {
    auto const found = object.find(key);
    return found == object.end() || found->is_null() ? json::array() : *found;
}

std::optional<double> number_of(std::string_view text) {
    double value = 0.0;
    auto const [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const whole = error == std::errc{} && stop == text.data() + text.size();
    return whole && std::abs(value) < 1e15 ? std::optional(value) : std::nullopt;
}

std::string time_text(std::int64_t seconds) {
    return fmt::format("{}-{:02}:{:02}:{:02}",
                       seconds / 86400,
                       seconds / 3600 % 24,
                       seconds / 60 % 60,
                       seconds % 60);
}

SiteText site_text(json const& cluster) {
    SiteText text;
    for (auto const& [key, value] : general_lines(cluster)) text.conf += key + "=" + value + "\n";
    for (json const& node : cluster.at("nodes")) text.conf += node_line(node, text.gres);
    for (json const& one : cluster.at("partitions")) text.conf += partition_line(one);
    for (json const& one : entries(cluster, "topology")) {
        bool const leaf = given(one, "nodes");
        text.topology += fmt::format("SwitchName={} {}={}\n",
                                     text_of(one.at("switch")),
                                     leaf ? "Nodes" : "Switches",
                                     text_of(one.at(leaf ? "nodes" : "switches")));
    }
    return text;
}

std::string accounting_script(json const& cluster, std::vector<std::string> const& users) {
    if (!given(cluster, "accounts") && !given(cluster, "qos")) return {};
    std::string script = "add cluster oracle\n";
    for (json const& qos : entries(cluster, "qos"))
        if (text_of(qos.at("name")) != "normal")
            script += fmt::format("add qos {}\n", text_of(qos.at("name")));
    for (json const& account : entries(cluster, "accounts")) {
        auto const name = text_of(account.at("name"));
        script += fmt::format("add account {} parent={} fairshare={}\n",
                              name,
                              given(account, "parent") ? text_of(account.at("parent")) : "root",
                              text_of(account.value("shares", json(1))));
        if (given(cluster, "qos")) {
            script +=
                fmt::format("modify account where name={} set qos={}\n", name, every_qos(cluster));
        }
        for (json const& user : entries(account, "users")) {
            bool const plain = user.is_string();
            script += fmt::format("add user {} account={} fairshare={}\n",
                                  plain ? text_of(user) : text_of(user.at("name")),
                                  name,
                                  plain ? "1" : text_of(user.value("shares", json(1))));
        }
    }
    if (!given(cluster, "accounts")) {
        script += "add account all\n";
        for (std::string const& user : users)
            script += fmt::format("add user {} account=all\n", user);
        script += fmt::format("modify account where name=all set qos={}\n", every_qos(cluster));
    }
    return script + limits_script(cluster);
}

}  // namespace clustersim::slurm::conformance
