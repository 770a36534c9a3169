// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/snapshot_usage.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/read/snapshot/words_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace clustersim::slurm {

namespace {

constexpr double minute = 60.0;

/// Indices of associations by (account, user, partition).
using Names = std::map<std::tuple<std::string, std::string, std::string>, std::int32_t>;

Names names_of(Site const& site) {
    Names names;
    for (std::size_t i = 0; i < site.associations.size(); ++i) {
        auto const& one = site.associations[i];
        names.emplace(std::tuple(one.account, one.user, one.partition),
                      static_cast<std::int32_t>(i));
    }
    return names;
}

std::string without_id(std::string_view text) {
    return std::string(text.substr(0, text.find('(')));
}

/// The number in the brackets of "N(12.5)".
double in_brackets(std::string_view text) {
    auto const open = text.find('(');
    return open == std::string_view::npos ? 0.0
                                          : leading_number(text.substr(open + 1)).value_or(0.0);
}

/// "cpu=N(183531),mem=1000(5)": TRES-minutes used.
std::vector<double> tres_seconds(std::string_view text, TresTable const& table) {
    std::vector<double> out;
    for (std::string_view const part : split(text, ",")) {
        auto const equals = part.find('=');
        if (equals == std::string_view::npos) continue;
        auto const position = table.find(part.substr(0, equals));
        if (!position) continue;
        if (out.size() <= *position) out.resize(*position + 1, 0.0);
        out[*position] = in_brackets(part.substr(equals + 1)) * minute;
    }
    return out;
}

void read_manager(NamedText const& text, Site const& site, SnapshotUsage& out) {
    auto const names = names_of(site);
    each_words_line(text, [&](WordsLine const& words) {
        PastUsage usage;
        usage.wall_seconds = in_brackets(words.text("GrpWall")) * minute;
        usage.tres_seconds = tres_seconds(words.text("GrpTRESMins"), site.tres);
        if (words.has("QOS")) {
            auto const qos = site.find_qos(without_id(words.text("QOS")));
            auto const raw = leading_number(words.text("UsageRaw"));
            if (!qos || !raw) return;
            usage.index = *qos;
            usage.raw = *raw;
            out.qos.push_back(std::move(usage));
        } else if (words.has("Account")) {
            auto const raw = leading_number(words.text("UsageRaw/Norm/Efctv"));
            auto const found = names.find(std::tuple(std::string(words.text("Account")),
                                                     without_id(words.text("UserName")),
                                                     std::string(words.text("Partition"))));
            if (found == names.end() || !raw) return;
            usage.index = found->second;
            usage.raw = *raw;
            out.associations.push_back(std::move(usage));
        }
    });
    out.known = !out.associations.empty();
}

void read_shares(NamedText const& text, Site const& site, SnapshotUsage& out) {
    auto const names = names_of(site);
    std::size_t usage = 0;
    bool titles = true;
    for (ImportLine const& line : import_lines(text)) {
        auto const cells = table_cells(line.text);
        if (titles) {
            usage = static_cast<std::size_t>(
                std::ranges::find(cells, std::string_view("RawUsage")) - cells.begin());
            titles = false;
            continue;
        }
        if (cells.size() <= std::max<std::size_t>(usage, 1)) continue;
        auto const raw = leading_number(trimmed(cells[usage]));
        auto const found = names.find(std::tuple(
            std::string(trimmed(cells[0])), std::string(trimmed(cells[1])), std::string()));
        if (found != names.end() && raw) out.associations.push_back({found->second, *raw, 0.0, {}});
    }
    out.known = !out.associations.empty();
}

bool limits_minutes(Site const& site) {
    return std::ranges::any_of(
               site.associations,
               [](Association const& one) {
                   return !one.group.tres_mins.empty() || one.group.wall_minutes;
               }) ||
           std::ranges::any_of(
               site.qos,
               [](Qos const& one) {
                   return !one.group.tres_mins.empty() || one.group.wall_minutes;
               });
}

}  // namespace

SnapshotUsage read_snapshot_usage(SnapshotFiles const& files, Site const& site) {
    SnapshotUsage out;
    if (site.associations.empty()) {
        out.known = true;  // there is nothing to know
        return out;
    }
    if (auto const* text = files.find("usage.txt")) read_manager(*text, site, out);
    bool const exact = out.known;
    if (!out.known)
        if (auto const* text = files.find("shares.txt")) read_shares(*text, site, out);
    if (!out.known) {
        out.notes.emplace_back(
            "past usage is hidden: the fair share that the priorities show now stays as it is");
    }
    if (!exact && site.settings.enforce.limits && limits_minutes(site)) {
        out.notes.emplace_back("the usage against limits of minutes (GrpTRESMins, GrpWall) is "
                               "hidden: none is assumed");
    }
    return out;
}

}  // namespace clustersim::slurm
