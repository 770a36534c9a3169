// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/yaml/expect_known.hpp"

#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace clustersim::slurm {

namespace {

template <class Thing>
std::string nearest_of(std::vector<Thing> const& things, std::string const& name) {
    std::vector<std::string> known;
    for (Thing const& one : things) known.push_back(one.name);
    return did_you_mean(name, known);
}

std::string no_partition(std::string const& name) {
    return fmt::format("there is no partition \"{}\"", name);
}

}  // namespace

void report_unknown_partition(Reader& reader, Site const& site, std::string const& name) {
    reader.diagnostics()
        .add(problem_at(reader.node(), Code::unknown_name, no_partition(name)))
        .help = nearest_of(site.partitions, name);
}

void expect_partition(Reader& reader, Site const& site, std::string const& name) {
    if (name.empty() || site.find_partition(name)) return;
    reader.complain("partition", Code::unknown_name, no_partition(name)).help =
        nearest_of(site.partitions, name);
}

void expect_qos(Reader& reader, Site const& site, std::string_view key, std::string const& name) {
    // A site without an accounting database has no QOS, but its partitions may still name them.
    if (name.empty() || site.qos.empty() || site.find_qos(name)) return;
    reader.complain(key, Code::unknown_name, fmt::format("there is no QOS \"{}\"", name)).help =
        nearest_of(site.qos, name);
}

void expect_licenses(Reader& reader, Site const& site, Reservation const& reservation) {
    for (auto const& [name, count] : reservation.licenses) {
        auto const known = std::ranges::find(site.licenses, name, &License::name);
        if (known == site.licenses.end()) {
            reader
                .complain(
                    "licenses", Code::unknown_name, fmt::format("there is no licence \"{}\"", name))
                .help = nearest_of(site.licenses, name);
        } else if (count > known->total) {
            reader.complain(
                "licenses",
                Code::out_of_range,
                fmt::format(
                    "the site has {} of the licence \"{}\", not {}", known->total, name, count));
        }
    }
}

void expect_gang(Reader& reader, Settings const& settings, std::optional<PreemptMode> mode) {
    if (mode != PreemptMode::suspend || settings.gang) return;
    reader
        .complain("preempt_mode",
                  Code::inconsistent,
                  "\"preempt_mode: suspend\" requires gang scheduling")
        .help = "write \"gang: true\" in `settings:`";
}

}  // namespace clustersim::slurm
