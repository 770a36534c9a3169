// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/check_input.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/conf/conf_lines.hpp"
#include "tests/conformance/player/site_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace clustersim::slurm::conformance {
namespace {

using nlohmann::json;

enum class Kind { text, number, count, list, object };

struct Key {
    std::string_view name;
    Kind kind = Kind::text;
    bool needed = false;
};

constexpr Key cluster_keys[] = {{"description"},
                                {"nodes", Kind::list, true},
                                {"partitions", Kind::list, true},
                                {"qos", Kind::list},
                                {"accounts", Kind::list},
                                {"topology", Kind::list},
                                {"reservations", Kind::list},
                                {"events", Kind::list},
                                {"slurm", Kind::object},
                                {"horizon_s", Kind::number},
                                {"stuck_s", Kind::number}};
constexpr Key node_keys[] = {{"name", Kind::text, true},
                             {"cpus", Kind::count, true},
                             {"sockets", Kind::count},
                             {"threads_per_core", Kind::count},
                             {"mem_mb", Kind::number},
                             {"gpus", Kind::number},
                             {"gpu_type"},
                             {"gpu_cores"},
                             {"features"},
                             {"weight", Kind::number}};
constexpr Key partition_keys[] = {{"name", Kind::text, true},
                                  {"nodes"},
                                  {"default"},
                                  {"max_time_s", Kind::number},
                                  {"default_time_s", Kind::number},
                                  {"max_nodes"},
                                  {"min_nodes"},
                                  {"priority_tier"},
                                  {"priority_job_factor"},
                                  {"oversubscribe"},
                                  {"preempt_mode"},
                                  {"qos"},
                                  {"lln"},
                                  {"def_mem_per_cpu"},
                                  {"allow_accounts"},
                                  {"allow_qos"},
                                  {"extra"}};
constexpr Key account_keys[] = {
    {"name", Kind::text, true}, {"parent"}, {"shares"}, {"limits"}, {"users", Kind::list}};
constexpr Key user_keys[] = {{"name", Kind::text, true}, {"shares"}, {"limits"}};
constexpr Key switch_keys[] = {{"switch", Kind::text, true}, {"nodes"}, {"switches"}};
constexpr Key reservation_keys[] = {{"name", Kind::text, true},
                                    {"start_s", Kind::number, true},
                                    {"duration_s", Kind::number, true},
                                    {"nodes"},
                                    {"node_count", Kind::number},
                                    {"users"},
                                    {"accounts"},
                                    {"partition"},
                                    {"flags"}};
constexpr Key event_keys[] = {{"at_s", Kind::number, true}, {"cmd", Kind::text, true}};

constexpr std::string_view numeric_columns[] = {
    "job_id", "submit_s", "timelimit_s", "time_min_s", "begin_s", "deadline_s", "exit_code"};
constexpr std::string_view other_columns[] = {
    "user",        "account",    "partition", "qos",       "nodes", "ntasks",        "cpus",
    "mem_mb",      "constraint", "array",     "exclusive", "gpus",  "gpus_per_node", "dependency",
    "reservation", "nice",       "name",      "switches",  "extra", "licenses",      "runtime_s"};

bool is_scalar(json const& value) {
    return value.is_string() || value.is_number() || value.is_boolean() || value.is_null();
}

/// True for a text, or a list of texts (or of lists, for the cores near a GPU).
bool is_text(json const& value) {
    return is_scalar(value) || (value.is_array() && std::ranges::all_of(value, is_text));
}

bool suits(json const& value, Kind kind) {
    switch (kind) {
        case Kind::text: return is_text(value);
        case Kind::number:
            return value.is_null() || (is_scalar(value) && number_of(text_of(value)));
        case Kind::count: return is_scalar(value) && number_of(text_of(value)).value_or(0.0) >= 1.0;
        case Kind::list: return value.is_null() || value.is_array();
        case Kind::object: return value.is_null() || value.is_object();
    }
    return false;
}

constexpr std::string_view word_of(Kind kind) {
    switch (kind) {
        case Kind::text: return "a text or a list of them";
        case Kind::number: return "a number";
        case Kind::count: return "a number of at least 1";
        case Kind::list: return "a list";
        case Kind::object: return "a map";
    }
    return "";
}

class Check {
  public:
    explicit Check(Diagnostics& problems) : problems_(&problems) {}

    /// Checks the values of an object by its keys.
    void object(json const& value, std::span<Key const> keys, std::string const& place) {
        if (!value.is_object()) return wrong(place, "a map");
        for (Key const& key : keys) {
            auto const found = value.find(key.name);
            if (found == value.end()) {
                if (key.needed) {
                    problems_->add(problem(Code::missing_key,
                                           fmt::format("{}: \"{}\" is missing", place, key.name)));
                }
            } else if (!suits(*found, key.kind)) {
                wrong(fmt::format("{}.{}", place, key.name), word_of(key.kind));
            }
        }
        for (auto const& [name, entry] : value.items())
            if (std::ranges::find(keys, name, &Key::name) == keys.end()) unknown(place, name, keys);
    }

    void
    objects(json const& parent, char const* key, std::span<Key const> keys, std::string_view what) {
        auto const found = parent.find(key);
        if (found == parent.end() || !found->is_array()) return;
        for (std::size_t i = 0; i < found->size(); ++i)
            object((*found)[i], keys, fmt::format("{} {}", what, i + 1));
    }

  private:
    void wrong(std::string const& place, std::string_view expected) {
        problems_->add(
            problem(Code::wrong_type, fmt::format("cluster.json: {} must be {}", place, expected)));
    }
    void unknown(std::string const& place, std::string const& name, std::span<Key const> keys) {
        std::vector<std::string> known;
        for (Key const& key : keys) known.emplace_back(key.name);
        Diagnostic d = problem(Code::unknown_key,
                               fmt::format("cluster.json: {}: unknown key \"{}\"", place, name),
                               did_you_mean(name, known));
        d.severity = Severity::warning;
        problems_->add(std::move(d));
    }

    Diagnostics* problems_;
};

void check_users(Check& check, json const& accounts) {
    for (json const& account : accounts) {
        if (!account.is_object() || !account.contains("users")) continue;
        for (json const& user : account.at("users"))
            if (!user.is_string()) check.object(user, user_keys, "a user");
    }
}

void check_row(CsvRow const& row, std::size_t line, Diagnostics& problems) {
    auto const complain = [&](std::string_view column, std::string const& text) {
        problems.add(problem(
            Code::wrong_type,
            fmt::format("jobs.csv, row {}: {}: \"{}\" is not a number", line, column, text)));
    };
    for (std::string_view const column : numeric_columns) {
        auto const found = row.find(std::string(column));
        std::string const text = found == row.end() ? "" : found->second;
        bool const needed = column == "job_id" || column == "submit_s";
        if (text.empty() && !needed) continue;
        auto const value = number_of(text);
        if (!value || (*value < 0.0 && column != "begin_s")) complain(column, text);
    }
    auto const times = row.find("runtime_s");
    if (times == row.end()) return;
    for (std::string const& text : split_list(times->second, ";"))
        if (number_of(text).value_or(-1.0) < 0.0) complain("runtime_s", text);
}

}  // namespace

Diagnostics check_cluster(json const& cluster) {
    Diagnostics problems;
    Check check(problems);
    check.object(cluster, cluster_keys, "the cluster");
    if (!cluster.is_object()) return problems;
    check.objects(cluster, "nodes", node_keys, "node entry");
    check.objects(cluster, "partitions", partition_keys, "partition");
    constexpr Key qos_name[] = {{"name", Kind::text, true}};
    if (auto const qos = cluster.find("qos"); qos != cluster.end() && qos->is_array()) {
        for (json const& one : *qos) {
            // All other keys are options of sacctmgr.
            json named = json::object();
            if (one.is_object() && one.contains("name")) named["name"] = one.at("name");
            check.object(one.is_object() ? named : one, qos_name, "a QOS");
        }
    }
    check.objects(cluster, "accounts", account_keys, "account");
    if (auto const accounts = cluster.find("accounts");
        accounts != cluster.end() && accounts->is_array())
        check_users(check, *accounts);
    check.objects(cluster, "topology", switch_keys, "switch");
    check.objects(cluster, "reservations", reservation_keys, "reservation");
    check.objects(cluster, "events", event_keys, "event");
    return problems;
}

Diagnostics check_jobs(std::vector<CsvRow> const& rows) {
    Diagnostics problems;
    std::set<std::string> unknown;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        check_row(rows[i], i + 1, problems);
        for (auto const& [column, text] : rows[i]) {
            bool const known =
                std::ranges::find(numeric_columns, column) != std::end(numeric_columns) ||
                std::ranges::find(other_columns, column) != std::end(other_columns);
            if (!known) unknown.insert(column);
        }
    }
    for (std::string const& column : unknown) {
        Diagnostic d =
            problem(Code::unknown_key, fmt::format("jobs.csv: unknown column \"{}\"", column));
        d.severity = Severity::warning;
        problems.add(std::move(d));
    }
    return problems;
}

}  // namespace clustersim::slurm::conformance
