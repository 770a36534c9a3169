// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/wait_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

constexpr std::size_t learned_noons = 10;
constexpr std::size_t days_per_fit = 7;

}  // namespace

std::size_t learned_blocks(WaitCases const& cases) {
    return cases.source == WaitSource::noons ? learned_noons
                                             : std::max(fewest_learned, cases.blocks.size() / 3);
}

WaitWalk walk_of(WaitCases const& cases, std::size_t learned) {
    return {.first_forecast = cases.source == WaitSource::noons
                                  ? std::min<std::size_t>(3, learned / 2)
                                  : learned / 2,
            .first_scored = learned,
            .blocks_per_fit = cases.source == WaitSource::noons ? 1 : days_per_fit};
}

std::optional<Diagnostic> too_few_blocks(WaitCases const& cases, std::size_t learned) {
    if (learned >= fewest_learned && learned < cases.blocks.size()) return std::nullopt;
    bool const noons = cases.source == WaitSource::noons;
    return problem(
        Code::out_of_range,
        fmt::format("{} {} cannot be learned from before any is scored",
                    learned,
                    noons ? "snapshots" : "days with submissions"),
        fmt::format("the input has {} of them; --learn takes {} up to one less than that",
                    cases.blocks.size(),
                    fewest_learned));
}

}  // namespace clustersim
