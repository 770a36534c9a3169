// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacct_line.hpp"
#include "sim/slurm/request/job_state.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/slurm/request/time_text.hpp"
#include "sim/slurm/site/limit_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace clustersim::slurm {

namespace {

using Row = DumpRow;
using Cell = std::string;

/// A number from 0 to 10^12; nothing for any other text, including "nan" and "inf".
std::optional<double> amount_in(std::string_view text) {
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    // With the comparisons in this form, a value that is not a number is refused, too.
    bool const good =
        error == std::errc{} && end == text.data() + text.size() && value >= 0 && value <= 1e12;
    return good ? std::optional(value) : std::nullopt;
}

template <auto Member>
std::string text(Cell const& cell, Row& row) {
    row.*Member = cell;
    return {};
}

template <auto Member>
std::string count(Cell const& cell, Row& row) {
    // Large counts may be shortened: "1.5K".
    auto digits = std::string_view(cell);
    double scale = 1;
    if (digits.ends_with('K') || digits.ends_with('M')) {
        scale = digits.ends_with('K') ? 1e3 : 1e6;
        digits.remove_suffix(1);
    }
    auto const value = amount_in(digits);
    if (!value) return "a whole number";
    row.*Member = static_cast<std::int64_t>(std::llround(*value * scale));
    return {};
}

/// 9999-12-31T23:59:59.
constexpr std::int64_t last_second = 253'402'300'799;

/// `2024-01-31T12:00:00`, or Unix seconds as SLURM_TIME_FORMAT=%s makes sacct print.
template <auto Member>
std::string instant(Cell const& cell, Row& row) {
    if (cell == "Unknown" || cell == "None") return {};
    auto const plain = digits_only(cell);
    bool const date = cell.size() > 10 && cell[4] == '-' && cell[7] == '-';
    auto const at = date ? parse_instant(cell, Clock{}) : std::nullopt;
    std::int64_t const second = at ? at->since_origin : plain.value_or(-1);
    // The year 0001 would be one of two digits; a number beyond the year 9999 counts no seconds.
    bool const said = (date && !cell.starts_with("00")) || (plain && *plain <= last_second);
    if (!said || second < 0) return "a time such as 2024-01-31T12:00:00, or Unknown";
    row.*Member = second;
    return {};
}

std::string elapsed(Cell const& cell, Row& row) {
    row.elapsed = limit_seconds(cell);
    return row.elapsed && *row.elapsed >= 0 ? "" : "a time such as 1-02:03:04";
}

std::string limit(Cell const& cell, Row& row) {
    if (cell == "Partition_Limit") return {};
    auto const minutes = limit_minutes(cell);
    if (!minutes) return "a time such as 1-02:03:04, UNLIMITED or Partition_Limit";
    row.limit_minutes = *minutes == unlimited_time ? 0 : *minutes;
    return {};
}

/// Slurm stores memory per CPU with a high bit set: bit 31 of MB, since 15.08 bit 63. sacct of a later
/// release prints older records with the bit, as memory per node.
constexpr double old_memory_flag = 2147483648.0;
constexpr std::uint64_t memory_flag = std::uint64_t{1} << 63;

/// The MB below the flag; nothing if the text has no bit 63.
std::optional<double> flagged_mb(std::string_view text) {
    if (text.ends_with('M')) text.remove_suffix(1);
    std::uint64_t value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const whole = error == std::errc{} && end == text.data() + text.size();
    if (!whole || value < memory_flag) return std::nullopt;
    return static_cast<double>(value - memory_flag);
}

/// "4000Mc", "16Gn" (releases before 21.08: per CPU, per node), "64G" (per job).
std::string memory(Cell const& cell, Row& row) {
    std::string_view rest = cell;
    if (rest.ends_with('c') || rest.ends_with('n')) {
        row.memory_per = rest.back();
        rest.remove_suffix(1);
    }
    auto flagged = flagged_mb(rest);
    double scale = 1;
    constexpr std::string_view units = "KMGTP";
    if (!rest.empty() && units.find(rest.back()) != std::string_view::npos) {
        scale = std::pow(1024.0, static_cast<double>(units.find(rest.back())) - 1.0);
        rest.remove_suffix(1);
    }
    auto const value = flagged ? flagged : amount_in(rest);
    if (!value) return "a size such as 64G, 4000Mc or 16Gn";
    double const mb = flagged ? *flagged : *value * scale;
    if (!flagged && row.memory_per != 'c' && mb >= old_memory_flag && mb < 2 * old_memory_flag)
        flagged = mb - old_memory_flag;
    row.memory_mb = flagged.value_or(mb);
    if (flagged) {
        row.flagged_memory = true;
        row.memory_per = 'c';
    }
    return {};
}

/// The states that sacct prints; in a narrow column a word is cut and ends with +.
bool is_state(std::string_view text) {
    constexpr std::string_view others[] = {
        "RESIZING", "REQUEUED", "REVOKED", "COMPLETING", "CONFIGURING", "LAUNCH_FAILED"};
    bool const cut = text.size() > 1 && text.back() == '+';
    auto const means = [&](std::string_view name) {
        return cut ? name.starts_with(text.substr(0, text.size() - 1)) : name == text;
    };
    for (auto number = 0; number <= static_cast<int>(JobState::out_of_memory); ++number)
        if (means(state_name(static_cast<JobState>(number)))) return true;
    return std::ranges::any_of(others, means);
}

std::string state(Cell const& cell, Row& row) {
    row.state = cell.substr(0, cell.find(' '));
    return is_state(row.state) ? "" : "a state such as COMPLETED";
}

std::string exit_code(Cell const& cell, Row& row) {
    auto const colon = cell.find(':');
    auto const status = digits_only(std::string_view(cell).substr(0, colon));
    if (!status || *status > 255) return "status:signal";
    row.exit_code = static_cast<std::int32_t>(*status);
    return {};
}

std::string raw_id(Cell const& cell, Row& row) {
    if (cell.find('.') != Cell::npos) {
        row.job_id = cell;  // a step
        return {};
    }
    row.raw_id = digits_only(cell);
    return row.raw_id ? "" : "a job id";
}

std::string job_id(Cell const& cell, Row& row) {
    row.job_id = cell;
    return cell.empty() || std::isdigit(static_cast<unsigned char>(cell.front())) == 0 ? "a job id"
                                                                                       : "";
}

std::string node_list(Cell const& cell, Row& row) {
    row.nodes = cell == "None assigned" ? "" : cell;
    return {};
}

constexpr std::array fields{
    DumpField{"JobIDRaw", raw_id},
    DumpField{"JobID", job_id},
    DumpField{"JobName", text<&Row::name>},
    DumpField{"User", text<&Row::user>},
    DumpField{"Account", text<&Row::account>},
    DumpField{"Partition", text<&Row::partition>},
    DumpField{"QOS", text<&Row::qos>},
    DumpField{"Submit", instant<&Row::submit>},
    DumpField{"Eligible", instant<&Row::eligible>},
    DumpField{"Start", instant<&Row::start>},
    DumpField{"End", instant<&Row::end>},
    DumpField{"ElapsedRaw", count<&Row::elapsed>},
    DumpField{"Elapsed", elapsed},
    DumpField{"TimelimitRaw", limit},
    DumpField{"Timelimit", limit},
    DumpField{"ReqNodes", count<&Row::requested_nodes>},
    DumpField{"NNodes", count<&Row::nodes_given>},
    DumpField{"ReqCPUS", count<&Row::requested_cpus>},
    DumpField{"NCPUS", count<&Row::cpus_given>},
    DumpField{"ReqMem", memory},
    DumpField{"ReqTRES", text<&Row::requested_tres>},
    DumpField{"AllocTRES", text<&Row::allocated_tres>},
    DumpField{"State", state},
    DumpField{"ExitCode", exit_code},
    DumpField{"Constraints", text<&Row::constraints>},
    DumpField{"Reservation", text<&Row::reservation>},
    DumpField{"NodeList", node_list},
};

}  // namespace

std::span<DumpField const> dump_fields() {
    return fields;
}

}  // namespace clustersim::slurm
