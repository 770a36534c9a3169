// SPDX-License-Identifier: Apache-2.0
#include "models/collective/measured.hpp"

#include "models/collective/measured_check.hpp"
#include "sim/core/ascii.hpp"
#include "sim/core/csv.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/core/size_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace clustersim {
namespace {

/// Devices of the largest NVLink domain that NVIDIA has announced (NVL576). The wires between all pairs
/// of a node are laid out, so that a larger number, a typing error, would take minutes.
constexpr int most_per_node = 576;

constexpr Bytes large_message = bytes(8.0 * 0x1p30);

/// Above every count, time and rate of a real table; counts up to here fit into an `int`.
constexpr double largest_amount = 2e9;

/// The whole text as a number; nothing if it is empty; sets `bad` if it is something else.
std::optional<double> plain_number(std::string const& text, bool& bad) {
    if (text.empty()) return std::nullopt;
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    // Written so that NaN is refused too.
    bool const within = value >= 0.0 && value <= largest_amount;
    if (error != std::errc{} || end != text.data() + text.size() || !within) {
        bad = true;
        return std::nullopt;
    }
    return value;
}

/// The size of a row: one size, or the upper end of a range ("1-8 GiB", "4 MiB-1 GiB", "4 GiB max"), or "large".
tl::expected<Bytes, std::string> row_size(std::string_view text) {
    constexpr std::string_view most = " max";
    if (text == "large") return large_message;
    if (text.ends_with(most)) text.remove_suffix(most.size());
    auto const dash = text.find('-', 1);
    if (dash == std::string_view::npos) return parse_size(text);
    auto const first = parse_size(text.substr(0, dash));
    auto last = parse_size(text.substr(dash + 1));
    if (!first) return tl::unexpected(first.error());
    if (last && *last < *first)
        return tl::unexpected(fmt::format("the range \"{}\" ends below its start", text));
    return last;
}

std::optional<Collective> collective_of(std::string const& text) {
    if (text.starts_with("p2p")) return Collective::send_recv;
    if (text == "all_to_all") return Collective::all_to_all;
    if (text == "reduce") return Collective::broadcast;  // the same pipeline in the other direction
    for (auto const& [name, collective] : collective_names())
        if (text == name) return collective;
    return std::nullopt;
}

std::optional<Algorithm> algorithm_of(std::string const& text) {
    std::string const small = lower(text);
    if (small.starts_with("ring")) return Algorithm::ring;
    if (small.starts_with("tree")) return Algorithm::tree;
    if (small.starts_with("nvls")) return Algorithm::in_switch;
    return std::nullopt;
}

/// Reads one file.
class TableReader {
  public:
    TableReader(std::string const& file, Collective collective, int members)
        : file_(&file), collective_(collective), members_(members) {}

    void line(std::string_view text, int number) {
        if (text.empty() || text.front() == '#' || text == "\r") return;
        if (columns_.empty())
            header(text, number);
        else if (!broken_)
            row(text, number);
    }

    Result<std::vector<MeasuredCollective>> done() {
        if (columns_.empty()) complain(0, "", "the file has no header line", "");
        if (!problems_.has_errors() && rows_.empty())
            complain(0, "", "the file has no measured rows", "rows with a time or a bus bandwidth");
        if (problems_.has_errors()) return failure(std::move(problems_));
        return std::move(rows_);
    }

  private:
    void header(std::string_view text, int number) {
        auto const names = csv_cells(text);
        for (std::size_t i = 0; i < names.size(); ++i) {
            std::string const name = lower(names[i].text);
            if (columns_.try_emplace(name, i).second) continue;
            broken_ = true;
            complain(number,
                     text,
                     fmt::format("there are two columns \"{}\"", name),
                     "a header that names each column once");
        }
        width_ = names.size();
        auto const need = [&](std::string const& name) {
            if (columns_.contains(name)) return;
            std::vector<std::string> known;
            for (auto const& [key, unused] : columns_) known.push_back(key);
            broken_ = true;
            complain(number,
                     text,
                     fmt::format("there is no column \"{}\"", name),
                     did_you_mean(name, known));
        };
        need("size_bytes");
        if (members_ < 2) need("gpus");
        if (!columns_.contains("busbw_gbps")) need("time_us");
    }

    /// The cells of one line.
    struct Row {
        std::vector<CsvCell> cells;
        std::string_view text;
        int number = 0;
    };

    [[nodiscard]] std::string field(Row const& row, std::string const& name) const {
        auto const at = columns_.find(name);
        return at == columns_.end() ? "" : row.cells[at->second].text;
    }

    std::optional<double> amount(Row const& row, std::string const& name) {
        bool bad = false;
        auto const value = plain_number(field(row, name), bad);
        if (bad) {
            complain(row.number,
                     row.text,
                     fmt::format("\"{}\" is not a number for {}", field(row, name), name),
                     "a number from 0 to 2e9, or nothing");
        }
        return value;
    }

    /// The collective of the row, else that of the command; absent if the row names an unknown one.
    std::optional<Collective> collective(Row const& row) {
        auto const name = field(row, "collective");
        if (name.empty()) return collective_;
        auto const known = collective_of(name);
        if (!known) {
            std::vector<std::string> names;
            for (auto const& [each, unused] : collective_names()) names.emplace_back(each);
            complain(row.number,
                     row.text,
                     fmt::format("unknown collective \"{}\"", name),
                     did_you_mean(name, names));
        }
        return known;
    }

    void row(std::string_view text, int number) {
        Row const row{csv_cells(text), text, number};
        if (row.cells.size() != width_) {
            complain(number,
                     text,
                     fmt::format("{} cells under {} columns", row.cells.size(), width_),
                     "one cell for each column; an empty one where nothing is known");
            return;
        }
        MeasuredCollective read;
        read.line = number;
        read.hardware = field(row, "hardware");
        read.ports = field(row, "nic");
        read.algorithm = algorithm_of(field(row, "algo"));
        for (char const* name : {"library", "nic", "source", "note"})
            read.words += field(row, name) + "; ";
        read.nodes = static_cast<int>(amount(row, "nodes").value_or(0.0));
        read.members = static_cast<int>(amount(row, "gpus").value_or(members_));
        read.sharing = static_cast<int>(amount(row, "sharing").value_or(0.0));
        auto const which = collective(row);
        if (!which) return;
        read.collective = *which;
        if (read.members < 2) {
            complain(number,
                     text,
                     fmt::format("a collective of {} devices", read.members),
                     "at least 2 in the column \"gpus\", or the options of the command");
            return;
        }
        if (int const each = read.members / std::max(1, read.nodes); each > most_per_node) {
            complain(
                number,
                text,
                fmt::format("{} devices on each node", each),
                fmt::format("at most {}; the column \"nodes\" says how many nodes", most_per_node));
            return;
        }
        if (measurement(row, read)) rows_.push_back(std::move(read));
    }

    /// Reads size and time. Returns false if the row is broken or measures nothing.
    bool measurement(Row const& row, MeasuredCollective& read) {
        auto const time = amount(row, "time_us");
        auto const bus = amount(row, "busbw_gbps");
        read.bus_bandwidth = bus.value_or(0.0);
        read.algorithm_bandwidth = amount(row, "algbw_gbps").value_or(0.0);
        // A bandwidth without a size is the one that large messages reach.
        std::string const size = field(row, "size_bytes");
        auto const known = size.empty() && !time ? large_message : row_size(size);
        if (!known) {
            complain(row.number, row.text, known.error(), std::string(size_expected));
            return false;
        }
        read.size = *known;
        if (time && *time > 0.0) {
            read.time = seconds(*time * 1e-6);
        } else if (bus && *bus > 0.0) {
            read.time = read.size * bus_factor(read.collective, read.members) /
                        bytes_per_second(*bus * 1e9);
        } else {
            return false;
        }
        auto const wrong = impossibility_of(read);
        if (wrong) complain(row.number, row.text, wrong->message, wrong->expected);
        return !wrong;
    }

    void complain(int number, std::string_view text, std::string message, std::string help) {
        Diagnostic d = problem(Code::wrong_type, std::move(message), std::move(help));
        d.where = {*file_, number, number > 0 ? 1 : 0, 1};
        d.line_text = std::string(text);
        problems_.add(std::move(d));
    }

    std::string const* file_;
    Collective collective_;
    int members_;
    bool broken_ = false;
    std::size_t width_ = 0;  ///< cells of the header
    std::map<std::string, std::size_t> columns_;
    std::vector<MeasuredCollective> rows_;
    Diagnostics problems_;
};

}  // namespace

Result<std::vector<MeasuredCollective>>
parse_measured(std::string_view text, std::string const& file, Collective collective, int members) {
    TableReader reader(file, collective, members);
    int number = 0;
    while (!text.empty()) {
        std::size_t const end = std::min(text.find('\n'), text.size());
        reader.line(text.substr(0, end), ++number);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return reader.done();
}

}  // namespace clustersim
