// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/queue_folder.hpp"

#include "sim/config/reader.hpp"
#include "sim/config/yaml_text.hpp"
#include "sim/core/hostlist.hpp"
#include "sim/core/input_file.hpp"
#include "sim/slurm/read/snapshot/queue_csv.hpp"
#include "sim/slurm/read/snapshot/usage_csv.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim::slurm {

namespace {

constexpr std::size_t largest_table = std::size_t{1} << 30;

std::string mark_yaml(QueueSnapshot const& snapshot) {
    ConfigNode root;
    auto const number = [&](std::string_view key, std::int64_t value) {
        add_entry(root, key, scalar_node(fmt::format("{}", value)));
    };
    add_entry(root, "schema", text_node(queue_schema));
    add_entry(root, "cluster", text_node(snapshot.cluster));
    add_entry(root, "slurm", text_node(snapshot.slurm));
    add_entry(
        root, "taken", text_node(instant_text(Instant{snapshot.unix_now()}, Seconds{0}) + "Z"));
    add_entry(root, "names", text_node(snapshot.names_hashed ? "hashed" : "kept"));
    number("origin_unix_s", snapshot.origin);
    number("now_s", snapshot.queue.now.since_origin);
    number("next_job_id", snapshot.queue.next_id);
    if (snapshot.queue.last_pass) number("last_pass_s", snapshot.queue.last_pass->since_origin);
    if (snapshot.queue.last_calculation)
        number("last_calculation_s", snapshot.queue.last_calculation->since_origin);
    if (snapshot.queue.last_change)
        number("last_change_s", snapshot.queue.last_change->since_origin);
    if (!snapshot.queue.planned.empty()) {
        std::vector<std::string> names;
        for (auto const node : snapshot.queue.planned)
            names.push_back(snapshot.site.nodes[static_cast<std::size_t>(node)].name);
        add_entry(root, "planned_nodes", text_node(compress_hostlist(names)));
    }
    number("last_cycle_s", snapshot.phases.backfill / 1000);
    number("time_of_day_s", snapshot.phases.clock);
    add_entry(root, "usage_known", scalar_node(snapshot.queue.usage_known ? "true" : "false"));
    if (!snapshot.notes.empty()) {
        ConfigNode notes;
        for (std::string const& one : snapshot.notes) add_item(notes, text_node(one));
        add_entry(root, "notes", std::move(notes));
    }
    return to_yaml(root);
}

/// Reads the mark; returns the list of planned nodes, which needs the site.
std::string read_mark(ConfigNode const& document, QueueSnapshot& out, Diagnostics& problems) {
    Reader reader(document, problems);
    reader.schema(queue_schema);
    out.cluster = reader.text("cluster");
    out.slurm = reader.text("slurm");
    reader.text("taken");
    auto const names = reader.text("names");
    if (names != "hashed" && names != "kept")
        reader.complain("names", Code::unknown_name, "names are hashed or kept");
    out.names_hashed = names == "hashed";
    out.origin = reader.integer("origin_unix_s", Range{-1e12, 1e12});
    out.queue.now = Instant{reader.integer("now_s", Range::at_least(0, 1e10))};
    out.queue.next_id =
        static_cast<std::int32_t>(reader.integer("next_job_id", Range::at_least(0, 2e9)));
    auto const optional = [&](std::string_view key) {
        auto const value = reader.optional_integer(key, Range{-1e10, 1e10});
        return value ? std::optional(Instant{*value}) : std::nullopt;
    };
    out.queue.last_pass = optional("last_pass_s");
    out.queue.last_calculation = optional("last_calculation_s");
    out.queue.last_change = optional("last_change_s");
    auto planned = reader.optional_text("planned_nodes").value_or("");
    out.phases.backfill = reader.integer("last_cycle_s", Range{-1e10, 1e10}) * 1000;
    out.phases.clock = reader.integer("time_of_day_s", Range::at_least(0, 86399));
    out.queue.usage_known = reader.flag("usage_known", true);
    out.notes = reader.text_list("notes");
    reader.finish();
    return planned;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> queue_folder_files(QueueSnapshot const& snapshot) {
    return {{"site.yaml", write_site_yaml(snapshot.site)},
            {"jobs.csv", write_queue_csv(snapshot.queue.jobs, snapshot.site)},
            {"usage.csv", write_usage_csv(snapshot.queue, snapshot.site)},
            {std::string(queue_mark), mark_yaml(snapshot)}};
}

Result<QueueSnapshot> read_queue_folder(std::filesystem::path const& folder) {
    QueueSnapshot out;
    Diagnostics problems;
    auto mark = read_yaml(folder / queue_mark);
    if (!mark) return failure(std::move(mark.error()));
    auto const planned = read_mark(*mark, out, problems);
    auto site = read_site_yaml(folder / "site.yaml");
    if (!site) {
        problems.append(std::move(site.error()));
        return failure(std::move(problems));
    }
    out.site = std::move(*site);
    if (auto const names = expand_hostlist(planned); names && !planned.empty())
        for (std::string const& name : *names)
            if (auto const node = out.site.find_node(name)) out.queue.planned.push_back(*node);
    auto const text_of = [&](char const* name) -> std::optional<NamedText> {
        auto text = read_text(folder / name, largest_table);
        if (text) return NamedText{(folder / name).string(), std::move(*text)};
        problems.append(std::move(text.error()));
        return std::nullopt;
    };
    if (auto const text = text_of("jobs.csv")) {
        auto jobs = read_queue_csv(*text, out.site);
        if (jobs)
            out.queue.jobs = std::move(*jobs);
        else
            problems.append(std::move(jobs.error()));
    }
    if (auto const text = text_of("usage.csv"))
        if (auto read = read_usage_csv(*text, out.site, out.queue); !read)
            problems.append(std::move(read.error()));
    if (problems.has_errors()) return failure(std::move(problems));
    return out;
}

}  // namespace clustersim::slurm
