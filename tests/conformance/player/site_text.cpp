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

/// The fields of an account or a user in a line of `sacctmgr dump`.
std::string dump_fields(json const& object, std::string const& more) {
    json const shares = object.is_object() ? object.value("shares", json(1)) : json(1);
    std::string fields = ":Fairshare=" + text_of(shares) + more;
    if (object.is_object())
        for (std::string const& word : words_in(object, "limits")) fields += ":" + word;
    return fields;
}

/// The accounts below one and their users, those of a database before those that it got earlier.
std::string dump_below(json const& accounts, std::string const& parent, std::string const& qos) {
    std::string lines;
    std::string deeper;
    for (auto one = accounts.rbegin(); one != accounts.rend(); ++one) {
        auto const name = text_of(one->at("name"));
        if ((given(*one, "parent") ? text_of(one->at("parent")) : "root") != parent) continue;
        lines += fmt::format("Account - '{}'{}\n", name, dump_fields(*one, qos));
        deeper += fmt::format("Parent - '{}'\n", name);
        for (json const& user : entries(*one, "users")) {
            auto const user_name = text_of(user.is_string() ? user : user.at("name"));
            auto const first = std::ranges::find_if(accounts, [&](json const& account) {
                return std::ranges::any_of(entries(account, "users"), [&](json const& other) {
                    return text_of(other.is_string() ? other : other.at("name")) == user_name;
                });
            });
            deeper += fmt::format("User - '{}':DefaultAccount='{}'{}\n",
                                  user_name,
                                  text_of(first->at("name")),
                                  dump_fields(user, ""));
        }
        deeper += dump_below(accounts, name, qos);
    }
    return lines.empty() ? deeper : fmt::format("Parent - '{}'\n", parent) + lines + deeper;
}

/// As `sacctmgr -P show qos` prints it.
std::string qos_table(json const& cluster) {
    json const all = entries(cluster, "qos");
    std::vector<std::string> columns{"name"};
    for (json const& qos : all)
        for (auto const& [key, value] : qos.items())
            if (std::ranges::find(columns, key) == columns.end()) columns.push_back(key);
    auto const row = [&](json const& qos) {
        std::string line;
        for (std::string const& column : columns)
            line += (column == "name" ? "" : "|") + text_of(qos.value(column, json()));
        return line + "\n";
    };
    std::string table = fmt::format("{}\n", fmt::join(columns, "|"));
    auto const is_normal = [](json const& qos) { return text_of(qos.at("name")) == "normal"; };
    auto const normal = std::ranges::find_if(all, is_normal);
    table += row(normal == all.end() ? json{{"name", "normal"}} : *normal);
    for (json const& qos : all)
        if (!is_normal(qos)) table += row(qos);
    return table;
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

std::vector<NamedText> accounting_files(json const& cluster,
                                        std::vector<std::string> const& users) {
    bool const has_qos = given(cluster, "qos");
    std::vector<NamedText> files;
    if (has_qos) files.push_back({"qos table", qos_table(cluster)});
    json accounts = entries(cluster, "accounts");
    if (!given(cluster, "accounts") && has_qos)
        accounts = json::array({{{"name", "all"}, {"users", users}}});
    if (!accounts.empty()) {
        auto const qos = has_qos ? ":QOS='" + every_qos(cluster) + "'" : "";
        files.push_back({"dump", dump_below(accounts, "root", qos)});
    }
    return files;
}

}  // namespace clustersim::slurm::conformance
