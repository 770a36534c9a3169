// SPDX-License-Identifier: Apache-2.0
// Also keeps docs/slurm/parameters.md equal to the table of parameters. After a change of the
// table, slurm_read_parameters_unit "[write_docs]" regenerates the page.
#include "sim/slurm/read/parameters/accounting_keys.hpp"
#include "sim/slurm/read/parameters/machine_keys.hpp"
#include "sim/slurm/read/parameters/parameter.hpp"
#include "tests/support/catch.hpp"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

constexpr char const* page = PROJECT_DIR "/docs/slurm/parameters.md";

std::string_view unit_of(Measure measure) {
    switch (measure) {
        case Measure::flag: return "yes or no";
        case Measure::count: return "count";
        case Measure::number: return "number";
        case Measure::text: return "name";
        case Measure::choice: return "";
        case Measure::seconds: return "time in s";
        case Measure::limit_seconds: return "time in s, or unlimited";
        case Measure::limit_time: return "time, or unlimited";
        case Measure::time: return "time in min";
        case Measure::minutes: return "time in min";
        case Measure::limit_minutes: return "time in min, or unlimited";
        case Measure::mebibytes: return "MiB";
        case Measure::weights: return "number for each resource";
        case Measure::release: return "release";
    }
    return "";
}

std::string value_text(Parameter const& one) {
    std::string text(unit_of(one.measure));
    if (one.measure == Measure::choice) {
        for (ChoiceWord const& word : std::get<Choice>(one.member).words)
            if (!word.yaml.empty())
                text += fmt::format("{}`{}`", text.empty() ? "" : ", ", word.yaml);
        return text;
    }
    if (one.bounds != Bounds{} && one.bounds.low < 0) {
        if (one.bounds.high != Bounds{}.high)
            text += fmt::format(", at most {}", amount_text(one, one.bounds.high));
    } else if (one.bounds != Bounds{}) {
        auto const shown = [&](std::int64_t bound) { return amount_text(one, bound); };
        text += one.bounds.high == Bounds{}.high
                    ? fmt::format(", at least {}", shown(one.bounds.low))
                    : fmt::format(", {} to {}", shown(one.bounds.low), shown(one.bounds.high));
    }
    return text;
}

std::string list_text(std::span<std::string_view const> names) {
    std::string text;
    std::set<std::string_view> const sorted(names.begin(), names.end());
    for (std::string_view const name : sorted)
        text += fmt::format("{}`{}`", text.empty() ? "" : ", ", name);
    return text + "\n";
}

template <class T>
void add_keys(std::string& out, std::string_view title, std::string_view slurm) {
    out += fmt::format("\n### {}\n\n| {} | key | meaning |\n|---|---|---|\n", title, slurm);
    each_key_name<T>([&](KeyName const& name) {
        out += fmt::format("| {} | `{}` | {} |\n",
                           name.conf.empty() ? "" : fmt::format("`{}`", name.conf),
                           name.key,
                           name.meaning);
    });
}

std::string whole_page() {
    std::string out = "# Parameters of slurm.conf\n\n"
                      "This page is generated from the table that all readers of `slurm.conf`, "
                      "`site.yaml` and machine files use.\n\n"
                      "- *Key*: write it under `settings:` in a `site.yaml`, and under `slurm: "
                      "settings:` in a machine file. A dot separates nested mappings.\n"
                      "- *Value*: the unit is that of a bare number in `slurm.conf`. YAML takes"
                      " any unit of the same kind, such as `90 s` or `3 d`.\n\n"
                      "## Emulated parameters\n\n"
                      "| slurm.conf | key | value | default | meaning |\n|---|---|---|---|---|\n";
    for (Parameter const& one : parameters()) {
        out += fmt::format("| {} | `{}` | {} | {} | {} |\n",
                           one.conf.empty() ? "" : fmt::format("`{}`", one.conf),
                           one.key,
                           value_text(one),
                           default_text(one),
                           one.meaning);
    }
    out += "\n## Keys of nodes, partitions, QOS, associations and reservations\n";
    add_keys<NodeRecord>(out, "Nodes", "slurm.conf, NodeName");
    add_keys<NodeGres>(out, "`gres` of nodes", "slurm.conf");
    add_keys<Partition>(out, "Partitions", "slurm.conf, PartitionName");
    add_keys<Qos>(out, "QOS", "sacctmgr");
    add_keys<QosFlags>(out, "`flags` of a QOS", "sacctmgr");
    add_keys<Association>(out, "Associations", "sacctmgr");
    add_keys<GroupLimits>(out, "`group` of a QOS or association", "sacctmgr");
    add_keys<JobLimits>(out, "`job` of a QOS or association", "sacctmgr");
    add_keys<Reservation>(out, "Reservations", "scontrol");
    add_keys<ReservationFlags>(out, "`flags` of a reservation", "scontrol");
    add_keys<SiteUser>(out, "Users", "");
    out += "\n## Parameters that may affect schedules but are not emulated\n\n" +
           list_text(unsupported_parameters());
    out += "\n## Parameters that do not affect where and when jobs run\n\n" +
           list_text(irrelevant_parameters());
    return out;
}

}  // namespace

TEST_CASE("each parameter has its own key, name and meaning", "[slurm_parameters][unit]") {
    std::set<std::string_view> keys, names, meanings;
    for (Parameter const& one : parameters()) {
        INFO(one.key);
        CHECK(keys.insert(one.key).second);
        CHECK((one.conf.empty() || names.insert(one.conf).second));
        CHECK(meanings.insert(one.meaning).second);
        CHECK(one.meaning.ends_with('.'));
        CHECK((one.conf.empty() || find_parameter(one.conf) == &one));
    }
    for (auto const name : irrelevant_parameters()) {
        INFO(name);
        CHECK(names.insert(name).second);
    }
    for (auto const name : unsupported_parameters()) {
        INFO(name);
        CHECK(names.insert(name).second);
    }
}

TEST_CASE("the keys of one mapping are contiguous", "[slurm_parameters][unit]") {
    std::set<std::string_view> closed;
    std::string_view open;
    for (Parameter const& one : parameters()) {
        auto const group = one.key.substr(0, std::min(one.key.size(), one.key.find('.')));
        if (group == open) continue;
        INFO(one.key);
        CHECK(closed.insert(group).second);
        open = group;
    }
}

TEST_CASE("two parameters never have the same member", "[slurm_parameters][unit]") {
    Settings settings;
    std::set<void const*> places;
    for (Parameter const& one : parameters()) {
        INFO(one.key);
        std::visit(
            [&](auto const& member) {
                if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(member)>, Choice>)
                    CHECK(places.insert(&member(settings)).second);
            },
            one.member);
    }
    CHECK(places.size() > 80);
}

TEST_CASE("it finds a parameter by its name without regard to case", "[slurm_parameters][unit]") {
    Parameter const* found = find_parameter("schedulerparameters=BF_INTERVAL");
    REQUIRE(found != nullptr);
    CHECK(found->key == "scheduler.backfill.interval");
    CHECK(default_text(*found) == "30 s");
    CHECK(find_parameter("bf_interval") == nullptr);
    CHECK(find_parameter("") == nullptr);
}

TEST_CASE("the documentation page equals the table", "[slurm_parameters][unit]") {
    std::ifstream stream(page, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    CHECK(text.str() == whole_page());
}

TEST_CASE("it regenerates that page", "[.][write_docs]") {
    std::ofstream(page, std::ios::binary) << whole_page();
    SUCCEED();
}
