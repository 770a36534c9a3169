// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/text.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/core/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>

namespace clustersim::slurm {

namespace {

struct Calendar {
    std::chrono::year_month_day date{};
    std::chrono::hh_mm_ss<std::chrono::seconds> time;
    unsigned weekday = 0;  ///< 0: Sunday
};

Calendar calendar_of(Snapshot const& snapshot, Instant at) {
    std::chrono::sys_seconds const second{std::chrono::seconds{snapshot.origin + at.since_origin}};
    auto const day = std::chrono::floor<std::chrono::days>(second);
    return {std::chrono::year_month_day{day},
            std::chrono::hh_mm_ss{second - day},
            std::chrono::weekday{day}.c_encoding()};
}

/// The step between neighbours if all steps are equal; else 0. Slurm looks for such steps only if
/// the indices span more than ten.
std::int32_t common_step(std::span<std::int32_t const> tasks) {
    if (tasks.size() < 3 || tasks.back() - tasks.front() <= 10) return 0;
    std::int32_t const step = tasks[1] - tasks[0];
    for (std::size_t i = 2; i < tasks.size(); ++i)
        if (tasks[i] - tasks[i - 1] != step) return 0;
    return step;
}

std::string ranges(std::span<std::int32_t const> tasks) {
    std::string out;
    for (std::size_t i = 0; i < tasks.size();) {
        std::size_t last = i;
        while (last + 1 < tasks.size() && tasks[last + 1] == tasks[last] + 1) ++last;
        if (!out.empty()) out += ',';
        out +=
            last == i ? fmt::format("{}", tasks[i]) : fmt::format("{}-{}", tasks[i], tasks[last]);
        i = last + 1;
    }
    return out;
}

}  // namespace

std::string in_column(std::string_view text, std::size_t width, bool right, TooLong too_long) {
    std::string out = printable_line(text);
    if (width == 0) return out;
    if (out.size() > width) {
        if (too_long == TooLong::whole) return out;
        out.resize(width);
        if (too_long == TooLong::plus) out.back() = '+';
        return out;
    }
    return right ? std::string(width - out.size(), ' ') + out
                 : out + std::string(width - out.size(), ' ');
}

std::string calendar_text(Snapshot const& snapshot, Instant at) {
    Calendar const c = calendar_of(snapshot, at);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
                       static_cast<int>(c.date.year()),
                       static_cast<unsigned>(c.date.month()),
                       static_cast<unsigned>(c.date.day()),
                       c.time.hours().count(),
                       c.time.minutes().count(),
                       c.time.seconds().count());
}

std::string
calendar_text(Snapshot const& snapshot, std::optional<Instant> at, std::string_view otherwise) {
    return at ? calendar_text(snapshot, *at) : std::string(otherwise);
}

std::string date_line(Snapshot const& snapshot, Instant at) {
    static constexpr std::array<std::string_view, 7> days{
        "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array<std::string_view, 12> months{
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    Calendar const c = calendar_of(snapshot, at);
    return fmt::format("{} {} {:02} {:02}:{:02}:{:02} {}",
                       days[c.weekday],
                       months[static_cast<unsigned>(c.date.month()) - 1],
                       static_cast<unsigned>(c.date.day()),
                       c.time.hours().count(),
                       c.time.minutes().count(),
                       c.time.seconds().count(),
                       static_cast<int>(c.date.year()));
}

std::string short_duration(std::int64_t seconds) {
    if (seconds < 0) return "INVALID";
    auto const s = seconds % 60;
    auto const m = seconds / 60 % 60;
    auto const h = seconds / 3600 % 24;
    auto const d = seconds / 86400;
    if (d > 0) return fmt::format("{}-{:02}:{:02}:{:02}", d, h, m, s);
    if (h > 0) return fmt::format("{}:{:02}:{:02}", h, m, s);
    return fmt::format("{}:{:02}", m, s);
}

std::string long_duration(std::int64_t seconds) {
    if (seconds < 0) return "INVALID";
    auto const d = seconds / 86400;
    std::string const day =
        fmt::format("{:02}:{:02}:{:02}", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    return d > 0 ? fmt::format("{}-{}", d, day) : day;
}

std::string memory_text(std::int64_t megabytes) {
    if (megabytes == 0) return "0";
    static constexpr std::string_view units = "MGTP";
    auto value = static_cast<double>(megabytes);
    std::size_t unit = 0;
    // Exact conversions only: a size that is not a multiple of half a unit stays in the smaller
    // unit.
    std::int64_t whole = megabytes;
    while (whole >= 1024 && whole % 512 == 0 && unit + 1 < units.size()) {
        value /= 1024;
        whole /= 1024;
        ++unit;
    }
    if (value == static_cast<double>(static_cast<std::int64_t>(value)))
        return fmt::format("{}{}", static_cast<std::int64_t>(value), units[unit]);
    return fmt::format("{:.2f}{}", value, units[unit]);
}

std::string tres_text(std::vector<std::pair<std::string, std::int64_t>> tres) {
    std::ranges::stable_sort(tres, {}, [](auto const& entry) { return entry.first; });
    std::string out;
    for (auto const& [name, count] : tres) {
        if (count == 0) continue;
        if (!out.empty()) out += ',';
        out += name + '=' + (name == "mem" ? memory_text(count) : std::to_string(count));
    }
    return out;
}

std::string node_list(Snapshot const& snapshot, std::span<std::int32_t const> nodes) {
    std::vector<std::string> names;
    names.reserve(nodes.size());
    for (std::int32_t const node : nodes)
        names.push_back(snapshot.nodes[static_cast<std::size_t>(node)].name);
    return compress_hostlist(names);
}

std::string task_list(std::span<std::int32_t const> tasks, std::int32_t limit) {
    std::int32_t const step = common_step(tasks);
    std::string out =
        step > 1 ? fmt::format("{}-{}:{}", tasks.front(), tasks.back(), step) : ranges(tasks);
    if (limit > 0) out += fmt::format("%{}", limit);
    return out;
}

std::string or_null(std::string const& text) {
    return text.empty() ? "(null)" : text;
}

bool among(std::vector<std::string> const& wanted, std::string_view value) {
    return wanted.empty() || std::ranges::find(wanted, value) != wanted.end();
}

}  // namespace clustersim::slurm
