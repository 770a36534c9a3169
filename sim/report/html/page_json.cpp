// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/page_json.hpp"

#include "sim/core/ensure.hpp"
#include "sim/core/version.hpp"
#include "sim/report/html/gantt_json.hpp"
#include "sim/report/html/traffic_json.hpp"
#include "sim/report/json_number.hpp"
#include "sim/stats/quantile.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace clustersim {
namespace {

using nlohmann::ordered_json;

/// In as many digits as the other outputs have; JSON has no infinity.
ordered_json chart_number(ChartValue const& value) {
    if (!value || !std::isfinite(*value)) return nullptr;
    constexpr double exact = 1e9;
    if (std::abs(*value) < exact && *value == std::floor(*value))
        return static_cast<std::int64_t>(*value);
    return json_number(*value);
}

ordered_json chart_numbers(auto const& values) {
    ordered_json out = ordered_json::array();
    for (auto const& value : values) out.push_back(chart_number(value));
    return out;
}

/// Differences from the value before.
ordered_json deltas(std::vector<std::int64_t> const& values) {
    ordered_json out = ordered_json::array();
    std::int64_t before = 0;
    for (std::int64_t const value : values) {
        out.push_back(value - before);
        before = value;
    }
    return out;
}

void add_note(ordered_json& item, std::string const& note) {
    if (!note.empty()) item["note"] = note;
}

ordered_json axis_json(ChartAxis const& axis) {
    ordered_json out{{"title", axis.title}, {"unit", axis.unit}};
    if (axis.logarithmic) {
        out["log"] = true;
        out["base"] = axis.base;
    }
    if (axis.zero) out["zero"] = true;
    return out;
}

ordered_json item_json(PageText const& item) {
    return {{"type", "text"}, {"text", item.text}};
}

ordered_json item_json(PageTable const& item) {
    ordered_json columns = ordered_json::array();
    for (Table::Column const& column : item.table.columns)
        columns.push_back({{"title", column.title}, {"right", column.right}});
    return {
        {"type", "table"}, {"title", item.title}, {"columns", columns}, {"rows", item.table.rows}};
}

ordered_json item_json(LineChart const& item) {
    ordered_json series = ordered_json::array();
    for (ChartLine const& line : item.lines) {
        ordered_json one{
            {"name", line.name}, {"x", chart_numbers(line.x)}, {"y", chart_numbers(line.y)}};
        if (!line.low.empty()) {
            one["low"] = chart_numbers(line.low);
            one["high"] = chart_numbers(line.high);
        }
        if (line.step) one["step"] = true;
        series.push_back(std::move(one));
    }
    ordered_json out{{"type", "lines"},
                     {"title", item.title},
                     {"x", axis_json(item.x)},
                     {"y", axis_json(item.y)},
                     {"series", std::move(series)}};
    add_note(out, item.note);
    return out;
}

ordered_json item_json(BarChart const& item) {
    ordered_json series = ordered_json::array();
    for (BarSeries const& bars : item.series) {
        ordered_json one{{"name", bars.name}, {"values", chart_numbers(bars.values)}};
        if (!bars.low.empty()) {
            one["low"] = chart_numbers(bars.low);
            one["high"] = chart_numbers(bars.high);
        }
        series.push_back(std::move(one));
    }
    ordered_json out{{"type", "bars"},
                     {"title", item.title},
                     {"unit", item.unit},
                     {"by", item.by},
                     {"categories", item.categories},
                     {"series", std::move(series)},
                     {"stacked", item.stacked}};
    if (!item.low.empty()) {
        out["low"] = chart_numbers(item.low);
        out["high"] = chart_numbers(item.high);
    }
    if (!item.limits.empty())
        out["limits"] = {{"name", item.limit}, {"values", chart_numbers(item.limits)}};
    if (item.numbers) out["numbers"] = true;
    add_note(out, item.note);
    return out;
}

ordered_json item_json(BoxChart const& item) {
    // More points than that cannot be told apart.
    constexpr std::size_t shown_samples = 200;
    ordered_json boxes = ordered_json::array();
    for (ChartBox const& box : item.boxes) {
        ordered_json one{{"name", box.name}, {"count", box.ascending.size()}, {"never", box.never}};
        if (!box.ascending.empty()) {
            std::vector<double> at;
            for (double const p : {0.05, 0.25, 0.5, 0.75, 0.95})
                at.push_back(nearest_rank(box.ascending, p));
            one["at"] = chart_numbers(at);
        }
        if (box.ascending.size() <= shown_samples) one["samples"] = chart_numbers(box.ascending);
        boxes.push_back(std::move(one));
    }
    ordered_json out{{"type", "boxes"},
                     {"title", item.title},
                     {"unit", item.unit},
                     {"by", item.by},
                     {"boxes", std::move(boxes)}};
    add_note(out, item.note);
    return out;
}

ordered_json item_json(StepChart const& item) {
    ordered_json series = ordered_json::array();
    for (StepSeries const& one : item.series) {
        CS_ENSURE(one.values.size() == item.times.size(), "a value for each time");
        series.push_back({{"name", one.name},
                          {"unit", one.unit},
                          {"most", chart_number(one.most)},
                          {"values", chart_numbers(one.values)}});
    }
    ordered_json out{{"type", "steps"},
                     {"title", item.title},
                     {"times", deltas(item.times)},
                     {"series", std::move(series)}};
    add_note(out, item.note);
    return out;
}

ordered_json item_json(WaitChart const& item) {
    ordered_json parts = ordered_json::array();
    for (StepSeries const& part : item.parts)
        parts.push_back({{"name", part.name}, {"values", chart_numbers(part.values)}});
    ordered_json bands = ordered_json::array();
    auto const since = [&](Instant at) { return (at - item.submitted).count; };
    for (ReasonBand const& band : item.bands)
        bands.push_back(
            {{"from", since(band.from)}, {"to", since(band.to)}, {"reason", band.reason}});
    ordered_json out{{"type", "wait"},
                     {"title", item.title},
                     {"wait", since(item.started)},
                     {"times", deltas(item.times)},
                     {"priority", chart_numbers(item.priority)},
                     {"parts", std::move(parts)},
                     {"bands", std::move(bands)}};
    add_note(out, item.note);
    return out;
}

ordered_json item_json(RooflineChart const& item) {
    ordered_json ceilings = ordered_json::array();
    for (ChartLine const& line : item.ceilings)
        ceilings.push_back(
            {{"name", line.name}, {"x", chart_numbers(line.x)}, {"y", chart_numbers(line.y)}});
    ordered_json points = ordered_json::array();
    for (RooflinePoint const& point : item.points)
        points.push_back({{"name", point.name},
                          {"intensity", chart_number(point.intensity)},
                          {"rate", chart_number(point.rate)},
                          {"bandwidth", chart_number(point.bandwidth)},
                          {"time", chart_number(point.time)},
                          {"share", chart_number(point.share)}});
    ordered_json out{{"type", "roofline"},
                     {"title", item.title},
                     {"ceilings", std::move(ceilings)},
                     {"points", std::move(points)}};
    add_note(out, item.note);
    return out;
}

ordered_json item_json(GanttChart const& item) {
    ordered_json out{{"type", "gantt"},
                     {"title", item.title},
                     {"unit", item.unit},
                     {"from", item.from.since_origin},
                     {"to", item.to.since_origin},
                     {"recorded", item.recorded.since_origin}};
    add_note(out, item.note);
    out.update(gantt_json(item));
    return out;
}

ordered_json item_json(FabricChart const& item) {
    ordered_json out{{"type", "fabric"}, {"title", item.title}};
    add_note(out, item.note);
    out.update(traffic_json(item.traffic));
    return out;
}

ordered_json item_json(PageChoice const& choice) {
    ordered_json items = ordered_json::array();
    for (std::vector<PageChart> const& charts : choice.items) {
        items.push_back(ordered_json::array());
        for (PageChart const& chart : charts)
            items.back().push_back(
                std::visit([](auto const& one) { return item_json(one); }, chart));
    }
    return {{"type", "choice"},
            {"label", choice.label},
            {"names", choice.names},
            {"items", std::move(items)}};
}

ordered_json inputs_json(std::vector<PageInput> const& inputs) {
    ordered_json out = ordered_json::array();
    for (PageInput const& input : inputs)
        out.push_back({{"name", input.name}, {"text", input.text}});
    return out;
}

}  // namespace

std::string page_json(ReportPage const& page) {
    ordered_json cards = ordered_json::array();
    for (PageCard const& card : page.cards) {
        cards.push_back({{"title", card.title}, {"value", card.value}});
        add_note(cards.back(), card.note);
    }
    ordered_json sections = ordered_json::array();
    for (PageSection const& section : page.sections) {
        ordered_json items = ordered_json::array();
        for (PageItem const& item : section.items)
            items.push_back(std::visit([](auto const& one) { return item_json(one); }, item));
        sections.push_back({{"title", section.title}, {"items", std::move(items)}});
        add_note(sections.back(), section.note);
    }
    ordered_json terms = ordered_json::array();
    for (auto const& [name, value] : page.terms) terms.push_back({name, value});
    ordered_json const document{{"schema", page_schema},
                                {"kind", page.kind},
                                {"version", program_version()},
                                {"title", page.title},
                                {"complete", page.complete},
                                {"lead", page.lead},
                                {"cards", std::move(cards)},
                                {"sections", std::move(sections)},
                                {"terms", std::move(terms)},
                                {"inputs", inputs_json(page.inputs)},
                                {"sources", inputs_json(page.sources)}};
    return document.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace clustersim
