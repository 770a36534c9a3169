// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/mix_generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

namespace clustersim {
namespace {

/// Logarithms of seconds and of counts: from far below one to some ten years.
constexpr Range log_range{-10.0, 20.0};
constexpr Range spread{0.0, 5.0};

std::vector<RunComponent> read_runs(Reader& reader) {
    std::vector<RunComponent> runs;
    for (Reader& one : reader.list("runs")) {
        runs.push_back({one.number("weight", Range::positive(1e6)),
                        one.number("mu", log_range),
                        one.number("sigma", Range::positive(5.0))});
        one.finish();
    }
    if (runs.empty()) reader.complain("runs", Code::missing_key, "a size without run times");
    return runs;
}

BatchLength read_batch(Reader reader) {
    BatchLength batch;
    batch.single = reader.number("single", Range::share());
    batch.mu = reader.number("mu", log_range);
    batch.sigma = reader.number("sigma", spread);
    reader.finish();
    return batch;
}

UserHabits read_users(Reader reader) {
    UserHabits users;
    users.count = static_cast<std::int32_t>(reader.integer("count", {1.0, 1e5}));
    users.activity = reader.number("activity", spread);
    users.size = reader.number("size", Range::share());
    users.run = reader.number("run", Range::share());
    users.request = reader.number("request", Range::share());
    users.overlap = reader.number("overlap", Range::share());
    Reader think = reader.child("think");
    users.think = {think.number("mu", log_range), think.number("sigma", spread)};
    think.finish();
    reader.finish();
    return users;
}

template <std::size_t N>
std::array<double, N> read_weights(Reader& reader, std::string_view key) {
    std::array<double, N> weights{};
    weights.fill(1.0);
    reader.require(key);
    auto const numbers = reader.number_list(key, Range::at_least(0.0, 1e6));
    if (!reader.has(key)) return weights;
    if (numbers.size() != N) {
        reader.complain(key, Code::wrong_type, fmt::format("{} weights are given", numbers.size()))
            .expected = fmt::format("{} weights", N);
    } else if (std::accumulate(numbers.begin(), numbers.end(), 0.0) <= 0.0) {
        reader.complain(key, Code::out_of_range, "all weights are zero");
    } else {
        std::ranges::copy(numbers, weights.begin());
    }
    return weights;
}

GammaParameters read_gamma(Reader reader) {
    GammaParameters const gamma{reader.number("shape", Range::at_least(1.0, 1e6)),
                                reader.number("scale", Range::positive(1e6))};
    reader.finish();
    return gamma;
}

/// Values beyond `cut` are sampled again: a mean above it would do little else.
void expect_mean(Reader& reader, std::string_view key, GammaParameters const& gamma, double cut) {
    if (double const mean = gamma.shape * gamma.scale; mean > cut) {
        reader
            .complain(key,
                      Code::inconsistent,
                      fmt::format("the mean of \"{}\", shape times scale, is {:.4g}", key, mean))
            .expected = fmt::format("at most {:.4g}", cut);
    }
}

}  // namespace

BatchModel read_batches(Reader reader) {
    BatchModel model;
    for (Reader& one : reader.list("sizes")) {
        SizeClass size;
        size.size = static_cast<std::int32_t>(one.integer("size", {1.0, 1e6}));
        size.share = one.number("share", Range::positive(1e6));
        size.batch = read_batch(one.child("batch"));
        size.alike = one.number("alike", Range::share());
        size.runs = read_runs(one);
        one.finish();
        model.classes.push_back(std::move(size));
    }
    if (model.classes.empty())
        reader.complain("sizes", Code::missing_key, "batches without job sizes");
    model.shortest =
        round_up(reader.quantity<Duration>("shortest-run", Range::at_least(0.0, 86400.0)));
    model.gap = reader.quantity<Duration>("gap", Range::at_least(0.001, 86400.0));
    model.largest_batch = static_cast<std::int32_t>(reader.integer("largest-batch", {1.0, 1e5}));
    model.hours = read_weights<24>(reader, "hours");
    model.days = read_weights<7>(reader, "days");
    if (auto const units = reader.optional_integer("machine-size", {1.0, 1e7}))
        model.machine_size = static_cast<std::int32_t>(*units);
    if (auto users = reader.optional_child("users")) model.users = read_users(*users);
    reader.finish();
    return model;
}

Lublin read_lublin(Reader reader) {
    Lublin model;
    model.serial = reader.number("serial", Range::share());
    model.power_of_two = reader.number("power-of-two", Range::share());
    if (model.serial + model.power_of_two > 1.0) {
        reader.complain("power-of-two",
                        Code::inconsistent,
                        "the shares of serial and power-of-two jobs exceed 1");
    }
    model.low = reader.number("low", {0.0, 30.0});
    model.med_below_high = reader.number("med-below-high", {0.0, 30.0});
    model.first_stage = reader.number("first-stage", Range::share());
    model.short_runs = read_gamma(reader.child("short-runs"));
    model.long_runs = read_gamma(reader.child("long-runs"));
    model.slope = reader.number("slope", {-1.0, 0.0});
    model.offset = reader.number("offset", Range::share());
    model.longest_log = reader.number("longest-log", {1.0, 18.0});
    model.fitted_size = reader.number("fitted-size", Range::at_least(1.0, 1e6));
    model.gaps = read_gamma(reader.child("gaps"));
    model.longest_gap_log = reader.number("longest-gap-log", {1.0, 18.0});
    model.day = read_gamma(reader.child("day"));
    expect_mean(reader, "short-runs", model.short_runs, model.longest_log);
    expect_mean(reader, "long-runs", model.long_runs, model.longest_log);
    expect_mean(reader, "gaps", model.gaps, model.longest_gap_log);
    // Half hours from one day's beginning to the next.
    expect_mean(reader, "day", model.day, 48.0);
    reader.finish();
    return model;
}

}  // namespace clustersim
