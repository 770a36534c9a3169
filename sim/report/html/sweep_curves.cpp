// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/sweep_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

/// Lines of one chart that a reader can tell apart by colour.
constexpr std::size_t most_lines = 7;
/// From this ratio of the largest to the smallest value on, an axis is logarithmic.
constexpr double wide = 8.0;

/// The axes of one section: over which one the curves are, which one has a line for each value, and those whose values
/// are chosen.
struct CurveAxes {
    std::size_t over = 0;
    std::optional<std::size_t> line;
    std::vector<std::size_t> chosen;
};

CurveAxes curve_axes(SweepCells const& grid, std::size_t over) {
    CurveAxes axes{over, {}, {}};
    auto const size = [&](std::size_t axis) { return grid.axes[axis].values.size(); };
    for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
        if (axis == over || size(axis) > most_lines) continue;
        if (!axes.line || size(axis) > size(*axes.line)) axes.line = axis;
    }
    for (std::size_t axis = 0; axis < grid.axes.size(); ++axis)
        if (axis != over && axis != axes.line) axes.chosen.push_back(axis);
    return axes;
}

/// The values of one curve by their place on its axis.
using Curve = std::map<std::size_t, StoredValue>;
/// The curves of one choice by their line.
using Curves = std::map<std::size_t, Curve>;

std::vector<std::size_t> choice_of(SweepCell const& cell, CurveAxes const& axes) {
    std::vector<std::size_t> at;
    for (std::size_t const axis : axes.chosen) at.push_back(cell.at[axis]);
    return at;
}

/// A difference that the three digits of an answer do not show.
bool nearly_equal(std::optional<double> const& a, std::optional<double> const& b) {
    constexpr double visible = 0.005;
    if (!a || !b) return a.has_value() == b.has_value();
    return std::fabs(*a - *b) <= visible * std::max(std::fabs(*a), std::fabs(*b));
}

bool is_flat(Curve const& curve) {
    StoredValue const& first = curve.begin()->second;
    return std::ranges::all_of(curve, [&](auto const& one) {
        StoredValue const& value = one.second;
        return nearly_equal(value.value, first.value) && nearly_equal(value.low, first.low) &&
               nearly_equal(value.high, first.high);
    });
}

/// "load=0.9", "job=train"
std::string setting_name(SweepAxis const& axis, std::size_t value) {
    return fmt::format("{}={}", axis.brief, axis.values[value]);
}

ChartAxis axis_over(SweepAxis const& axis) {
    ChartAxis out{.title = axis.name, .unit = axis.unit};
    double const least = axis.numbers.front();
    if (least <= 0.0) return out;
    double const ratio = axis.numbers.back() / least;
    bool const doubles = std::ranges::all_of(axis.numbers, [&](double number) {
        double const power = std::log2(number / least);
        return std::fabs(power - std::round(power)) < 1e-9;
    });
    out.logarithmic = ratio >= wide || (doubles && axis.numbers.size() > 2);
    if (doubles) out.base = 2;
    return out;
}

/// All curves of one section.
class CurveSection {
  public:
    CurveSection(StoredSweep const& sweep, SweepCells const& grid, std::size_t over)
        : sweep_(&sweep), grid_(&grid), axes_(curve_axes(grid, over)) {}

    PageSection section(std::span<SweptMetric const> metrics, std::size_t most_values) {
        SweepAxis const& over = grid_->axes[axes_.over];
        PageSection section{"By " + over.name, "Bands: from the 5 % to the 95 % quantile.", {}};
        std::vector<std::string> flat;
        for (std::size_t m = 0; m < metrics.size(); ++m) collect(metrics[m], m, flat);
        PageChoice choice = choices(most_values, section.note);
        if (!flat.empty())
            section.note += fmt::format(
                " Not drawn, because {} does not change it: {}.", over.name, fmt::join(flat, ", "));
        if (!choice.items.empty()) section.items.emplace_back(std::move(choice));
        return section;
    }

  private:
    /// Reads the curves of a metric; `flat` gets its title if none of them rises or falls.
    void collect(SweptMetric const& metric, std::size_t index, std::vector<std::string>& flat) {
        std::map<std::vector<std::size_t>, Curves> found;
        std::optional<std::string> unit;
        bool one_unit = true;
        for (SweepCell const& cell : grid_->cells) {
            StoredValue const& value = cell.job->values[index];
            if (!value.value) continue;
            std::string const& its = sweep_->units[value.unit];
            one_unit = one_unit && (!unit || *unit == its);
            unit = its;
            std::size_t const line = axes_.line ? cell.at[*axes_.line] : 0;
            found[choice_of(cell, axes_)][line][cell.at[axes_.over]] = value;
        }
        // Amounts in the units of several sites cannot share an axis.
        if (found.empty() || !one_unit) return;
        std::size_t longest = 0;
        bool changes = false;
        for (auto const& [at, curves] : found)
            for (auto const& [line, curve] : curves) {
                longest = std::max(longest, curve.size());
                changes = changes || !is_flat(curve);
            }
        if (longest < 2) return;
        if (!changes) {
            flat.push_back(lower_first(metric.title));
            return;
        }
        for (auto const& [at, curves] : found)
            charts_[at].push_back(chart_of(metric, *unit, curves));
    }

    static std::string lower_first(std::string_view title) {
        std::string text(title);
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
        return text;
    }

    LineChart chart_of(SweptMetric const& metric, std::string const& unit, Curves const& curves) {
        SweepAxis const& over = grid_->axes[axes_.over];
        bool const of_site = metric.unit.empty();
        LineChart chart{std::string(metric.title), {}, axis_over(over), {}, {}};
        chart.y = {
            .title = chart.title, .unit = of_site ? unit : std::string(metric.unit), .zero = true};
        for (auto const& [line, curve] : curves) {
            ChartLine one{.name = axes_.line ? setting_name(grid_->axes[*axes_.line], line)
                                             : std::string(metric.title),
                          .x = {},
                          .y = {},
                          .low = {},
                          .high = {}};
            for (auto const& [place, value] : curve) {
                one.x.push_back(over.numbers[place]);
                one.y.push_back(value.value);
                one.low.push_back(value.low);
                one.high.push_back(value.high);
            }
            bool const ranged =
                std::ranges::any_of(one.low, [](ChartValue const& low) { return low.has_value(); });
            if (!ranged) one.low = one.high = {};
            chart.lines.push_back(std::move(one));
        }
        return chart;
    }

    PageChoice choices(std::size_t most_values, std::string& note) {
        PageChoice choice{"settings", {}, {}};
        std::size_t values = 0;
        for (auto& [at, charts] : charts_) {
            for (LineChart const& chart : charts)
                for (ChartLine const& line : chart.lines) values += line.x.size();
            if (values > most_values && choice.items.empty()) {
                note += " It has too many values to draw; all are in the file of the sweep.";
                break;
            }
            if (values > most_values) {
                note += fmt::format(" The first {} of {} settings of the other keys are shown; all "
                                    "are in the file of the sweep.",
                                    choice.items.size(),
                                    charts_.size());
                break;
            }
            std::string name;
            for (std::size_t i = 0; i < at.size(); ++i)
                name += (i == 0 ? "" : ", ") + setting_name(grid_->axes[axes_.chosen[i]], at[i]);
            choice.names.push_back(std::move(name));
            auto& items = choice.items.emplace_back();
            for (LineChart& chart : charts) items.emplace_back(std::move(chart));
        }
        return choice;
    }

    StoredSweep const* sweep_;
    SweepCells const* grid_;
    CurveAxes axes_;
    std::map<std::vector<std::size_t>, std::vector<LineChart>> charts_;
};

}  // namespace

void add_sweep_curves(ReportPage& page,
                      StoredSweep const& sweep,
                      SweepCells const& grid,
                      std::span<SweptMetric const> metrics) {
    std::vector<std::size_t> numeric;
    for (std::size_t axis = 0; axis < grid.axes.size(); ++axis)
        if (!grid.axes[axis].numbers.empty()) numeric.push_back(axis);
    for (std::size_t const axis : numeric) {
        PageSection section =
            CurveSection(sweep, grid, axis).section(metrics, most_curve_values / numeric.size());
        page.sections.push_back(std::move(section));
    }
}

}  // namespace clustersim
