// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/sweep_axes.hpp"

#include "sim/core/quantity_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

namespace clustersim {
namespace {

std::optional<double> plain_number(std::string const& text) {
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const whole = error == std::errc{} && end == text.data() + text.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> time_number(std::string const& text) {
    auto const time = parse_quantity(text, Dimension::time);
    return time && std::isfinite(*time) ? std::optional(*time) : std::nullopt;
}

/// The values as numbers; empty if `read` cannot read one of them.
std::vector<double> numbers_of(std::vector<std::string> const& values,
                               std::optional<double> (*read)(std::string const&)) {
    std::vector<double> numbers;
    for (std::string const& value : values) {
        auto const number = read(value);
        if (!number) return {};
        numbers.push_back(*number);
    }
    return numbers;
}

/// Reads the values as numbers or times, if all of them are, and sorts them.
void order(SweepAxis& axis) {
    axis.numbers = numbers_of(axis.values, plain_number);
    if (axis.numbers.empty()) {
        axis.numbers = numbers_of(axis.values, time_number);
        if (axis.numbers.empty()) return;
        axis.unit = "s";
    }
    std::vector<std::size_t> places(axis.values.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, {}, [&](std::size_t i) { return axis.numbers[i]; });
    SweepAxis sorted{axis.name, axis.brief, {}, {}, axis.unit};
    for (std::size_t const place : places) {
        sorted.values.push_back(axis.values[place]);
        sorted.numbers.push_back(axis.numbers[place]);
    }
    axis = std::move(sorted);
}

/// The distinct values of an axis while they are collected.
class ValueSet {
  public:
    void add(std::string const& value) {
        if (known_.emplace(value, values_.size()).second) values_.push_back(value);
    }
    [[nodiscard]] std::vector<std::string> const& values() const { return values_; }

  private:
    std::map<std::string, std::size_t> known_;
    std::vector<std::string> values_;
};

std::string const&
value_on(std::size_t axis, std::size_t keys, StoredPoint const& point, StoredJob const& job) {
    return axis < keys ? point.settings[axis] : job.name;
}

}  // namespace

std::vector<std::string> brief_keys(std::vector<std::string> const& keys) {
    auto const end_of = [](std::string const& key) { return key.substr(key.rfind('.') + 1); };
    std::vector<std::string> brief;
    for (std::string const& key : keys) {
        auto const same = std::ranges::count(keys, end_of(key), end_of);
        brief.push_back(same > 1 ? key : end_of(key));
    }
    return brief;
}

SweepCells cells_of(StoredSweep const& sweep) {
    std::size_t const keys = sweep.identity.keys.size();
    std::vector<ValueSet> found(keys + 1);
    SweepCells grid;
    for (StoredPoint const& point : sweep.points)
        for (StoredJob const& job : point.jobs) {
            for (std::size_t axis = 0; axis <= keys; ++axis)
                found[axis].add(value_on(axis, keys, point, job));
            grid.cells.push_back({&point, &job, {}});
        }
    std::vector<std::string> const brief = brief_keys(sweep.identity.keys);
    std::vector<std::size_t> source;
    std::vector<std::map<std::string, std::size_t>> place;
    for (std::size_t axis = 0; axis <= keys; ++axis) {
        if (found[axis].values().size() < 2) continue;
        SweepAxis one{axis < keys ? sweep.identity.keys[axis] : "job",
                      axis < keys ? brief[axis] : "job",
                      found[axis].values(),
                      {},
                      {}};
        if (axis < keys) order(one);
        std::map<std::string, std::size_t> at;
        for (std::size_t i = 0; i < one.values.size(); ++i) at.emplace(one.values[i], i);
        grid.axes.push_back(std::move(one));
        source.push_back(axis);
        place.push_back(std::move(at));
    }
    for (SweepCell& cell : grid.cells)
        for (std::size_t a = 0; a < source.size(); ++a)
            cell.at.push_back(place[a].at(value_on(source[a], keys, *cell.point, *cell.job)));
    return grid;
}

}  // namespace clustersim
