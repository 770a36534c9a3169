// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/usage_csv.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/csv.hpp"
#include "sim/slurm/read/snapshot/words_line.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace clustersim::slurm {

std::string write_usage_csv(QueueNow const& queue, Site const& site) {
    std::string out = "account,user,partition,qos,raw_usage,wall_s,tres\n";
    auto const rest = [&](PastUsage const& one) {
        std::string amounts;
        for (std::size_t i = 0; i < one.tres_seconds.size(); ++i)
            if (one.tres_seconds[i] != 0.0)
                amounts += fmt::format(
                    "{}{}={}", amounts.empty() ? "" : ";", site.tres.name(i), one.tres_seconds[i]);
        return fmt::format("{},{},{}\n", one.raw, one.wall_seconds, csv_cell(amounts));
    };
    for (PastUsage const& one : queue.associations) {
        auto const& who = site.associations[static_cast<std::size_t>(one.index)];
        out +=
            fmt::format(
                "{},{},{},,", csv_cell(who.account), csv_cell(who.user), csv_cell(who.partition)) +
            rest(one);
    }
    for (PastUsage const& one : queue.qos)
        out += fmt::format(",,,{},", csv_cell(site.qos[static_cast<std::size_t>(one.index)].name)) +
               rest(one);
    return out;
}

Result<void> read_usage_csv(NamedText const& text, Site const& site, QueueNow& queue) {
    Diagnostics problems;
    bool titles = true;
    for (ImportLine const& line : import_lines(text)) {
        if (trimmed(line.text).empty() || std::exchange(titles, false)) continue;
        auto const cells = csv_cells(line.text);
        auto const wrong = [&](std::string_view what) {
            problems.add(line.problem(Code::wrong_type, std::string(what), line.text));
        };
        if (cells.size() != 7) {
            wrong("a row of usage has 7 cells");
            continue;
        }
        PastUsage usage;
        bool const of_qos = !cells[3].text.empty();
        std::optional<std::int32_t> index;
        if (of_qos) {
            index = site.find_qos(cells[3].text);
        } else {
            for (std::size_t i = 0; i < site.associations.size() && !index; ++i) {
                auto const& one = site.associations[i];
                if (one.account == cells[0].text && one.user == cells[1].text &&
                    one.partition == cells[2].text)
                    index = static_cast<std::int32_t>(i);
            }
        }
        auto const raw = leading_number(cells[4].text);
        auto const wall = leading_number(cells[5].text);
        if (!index || !raw || !wall) {
            wrong(!index ? "the site has no such association or QOS" : "usage is not a number");
            continue;
        }
        usage.index = *index;
        usage.raw = *raw;
        usage.wall_seconds = *wall;
        for (std::string_view const part : split(cells[6].text, ";")) {
            auto const equals = part.find('=');
            if (equals == std::string_view::npos) continue;
            auto const position = site.tres.find(part.substr(0, equals));
            auto const amount = leading_number(part.substr(equals + 1));
            if (!position || !amount) continue;
            if (usage.tres_seconds.size() <= *position)
                usage.tres_seconds.resize(*position + 1, 0.0);
            usage.tres_seconds[*position] = *amount;
        }
        (of_qos ? queue.qos : queue.associations).push_back(std::move(usage));
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return {};
}

}  // namespace clustersim::slurm
