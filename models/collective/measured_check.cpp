// SPDX-License-Identifier: Apache-2.0
//
// Bounds. A collective takes at least half a microsecond: a kernel alone takes longer to start. No device
// sends 4 TB/s (NVLink 6 has 1.8 TB/s in one direction, and reduction in the switch counts it twice). Tables round to
// two digits after the point or more, and print a time and a bandwidth of one mean.
#include "models/collective/measured_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace clustersim {
namespace {

constexpr double shortest_us = 0.5;
constexpr double fastest_GBps = 4000.0;
constexpr double most_apart = 2.0;

/// Whether two bandwidths in GB/s agree within their digits and 5 %.
bool agree(double a, double b) {
    return std::abs(a - b) <= 0.02 + 0.05 * std::max(a, b);
}

auto set_up(MeasuredCollective const& row) {
    return std::tie(row.hardware,
                    row.words,
                    row.collective,
                    row.algorithm,
                    row.nodes,
                    row.members,
                    row.sharing);
}

std::string named(MeasuredCollective const& row) {
    return fmt::format("line {} ({:.4g} us)", row.line, row.time.si() * 1e6);
}

}  // namespace

std::optional<Impossibility> impossibility_of(MeasuredCollective const& row) {
    double const factor = bus_factor(row.collective, row.members);
    double const us = row.time.si() * 1e6;
    double const bandwidth = (row.size / row.time).si() / 1e9;
    if (us < shortest_us) {
        return Impossibility{fmt::format("a collective cannot take {:.3g} us", us),
                             "a time in microseconds (column time_us)"};
    }
    if (bandwidth * factor > fastest_GBps) {
        return Impossibility{
            fmt::format("{:.3g} GB/s from {:.3g} us is more than any link has", bandwidth, us),
            "times in microseconds, sizes in bytes, bandwidths in GB/s"};
    }
    double const given = row.algorithm_bandwidth;
    if (given > 0.0 && !agree(given, bandwidth)) {
        return Impossibility{
            fmt::format("size and time give {:.4g} GB/s, algbw_GBps is {:.4g}", bandwidth, given),
            "a size, a time and a bandwidth of the same measurement"};
    }
    if (row.bus_bandwidth > 0.0 && !agree(row.bus_bandwidth, bandwidth * factor)) {
        return Impossibility{
            fmt::format("size and time give a bus bandwidth of {:.4g} GB/s over {} devices, "
                        "busbw_GBps is {:.4g}",
                        bandwidth * factor,
                        row.members,
                        row.bus_bandwidth),
            fmt::format("{:.4g} times the bandwidth of the message", factor)};
    }
    return std::nullopt;
}

std::vector<Contradiction> contradictions_of(std::span<MeasuredCollective const> rows) {
    std::vector<Contradiction> found;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < rows.size(); ++j) {
            if (i == j || set_up(rows[i]) != set_up(rows[j])) continue;
            bool const same = rows[i].size == rows[j].size;
            bool const slower = rows[i].time > rows[j].time * most_apart;
            bool const faster = rows[j].time > rows[i].time * most_apart;
            if (same ? !slower && !faster : !slower || rows[i].size > rows[j].size) continue;
            found.push_back(
                {i,
                 same ? fmt::format("{} and {} measure the same", named(rows[i]), named(rows[j]))
                      : fmt::format("{} takes longer than the larger message of {}",
                                    named(rows[i]),
                                    named(rows[j]))});
            break;
        }
    }
    return found;
}

}  // namespace clustersim
