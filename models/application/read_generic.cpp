// SPDX-License-Identifier: Apache-2.0
#include "models/application/read_generic.hpp"

#include "models/application/whole_numbers.hpp"
#include "models/machine/accelerator_config.hpp"

#include <fmt/format.h>

#include <array>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

constexpr std::array rates{std::pair{"memory_bandwidth"sv, ScalesWith::memory_bandwidth},
                           std::pair{"flop_rate"sv, ScalesWith::flop_rate}};
ProblemScaling read_scaling(Reader& reader) {
    return reader.optional_one_of<ProblemScaling>("scaling").value_or(ProblemScaling::strong);
}

/// Up to but not including 1: a time is never 0.
double read_spread(Reader& reader, std::string_view key) {
    constexpr double most = 0.95;
    return reader.number(key, Range::at_least(0.0, most));
}

MeasuredOn read_measured_on(Reader& reader) {
    MeasuredOn on;
    on.system = reader.text("system");
    on.partition = reader.text("partition");
    if (reader.has("gpus")) on.gpus = whole(reader, "gpus");
    if (auto const rate = reader.optional_one_of<ScalesWith>("scales_with", rates))
        on.scales_with = *rate;
    if (auto const precision = reader.optional_one_of<Precision>("precision"))
        on.precision = *precision;
    return on;
}

MeasuredTime read_time(Reader& reader) {
    MeasuredTime measured;
    measured.nodes = whole(reader, "nodes");
    measured.time = reader.quantity<Duration>("time", Range::positive(1e9));
    return measured;
}

MeasuredTimes read_measured(Reader reader) {
    MeasuredTimes times;
    times.on = read_measured_on(reader);
    times.scaling = read_scaling(reader);
    times.spread = read_spread(reader, "spread");
    for (Reader& row : reader.list("rows")) {
        MeasuredTime const measured = read_time(row);
        if (!times.rows.empty() && measured.nodes <= times.rows.back().nodes)
            row.complain("nodes", Code::inconsistent, "the rows must rise in nodes");
        row.finish();
        times.rows.push_back(measured);
    }
    if (times.rows.empty()) {
        reader.require("rows");
        if (reader.has("rows"))
            reader.complain("rows", Code::out_of_range, "a table has at least one row");
    }
    reader.finish();
    return times;
}

LawTimes read_law(Reader reader) {
    LawTimes times;
    times.on = read_measured_on(reader);
    times.law = reader.one_of<SpeedupLaw>("kind");
    times.serial = reader.number("serial", Range::share());
    times.measured = read_time(reader);
    times.spread = read_spread(reader, "spread");
    reader.finish();
    return times;
}

StepMessages read_messages(Reader& reader) {
    StepMessages messages;
    messages.pattern = reader.one_of<MessagePattern>("pattern");
    messages.count = reader.number("count", Range::positive(1e12));
    messages.size = reader.quantity<Bytes>("size");
    reader.finish();
    return messages;
}

StepWork read_work(Reader reader) {
    StepWork work;
    Range const part{0.0, 1.0, true};
    work.scaling = read_scaling(reader);
    work.processors = reader.optional_one_of<Processors>("processors").value_or(Processors::any);
    work.precision = reader.one_of<Precision>("precision");
    work.matrix_units = reader.flag("matrix_units", false);
    Range const amount = Range::at_least(0.0, 1e30);
    work.flop = reader.quantity<Flop>("flop", amount);
    work.traffic = reader.quantity<Bytes>("traffic", amount);
    work.memory = reader.optional_quantity<Bytes>("memory", amount).value_or(Bytes{});
    for (Reader& messages : reader.list("messages"))
        work.messages.push_back(read_messages(messages));
    work.fixed =
        reader.optional_quantity<Duration>("fixed", Range::at_least(0.0, 1e9)).value_or(Duration{});
    work.compute_share = reader.optional_number("compute_share", part).value_or(1.0);
    work.memory_share = reader.optional_number("memory_share", part).value_or(1.0);
    work.overlap = reader.optional_number("overlap", Range::share()).value_or(0.0);
    work.spread = read_spread(reader, "spread");
    work.network_spread =
        reader.has("network_spread") ? read_spread(reader, "network_spread") : work.spread;
    if (work.flop <= Flop{} && work.traffic <= Bytes{} && reader.has("flop") &&
        reader.has("traffic"))
        reader.complain("flop",
                        Code::out_of_range,
                        "a step without arithmetic and memory traffic takes no time");
    if (work.matrix_units && work.processors == Processors::cpu)
        reader.complain(
            "matrix_units", Code::inconsistent, "the CPUs of machine files have no matrix units");
    reader.finish();
    return work;
}

}  // namespace

void read_generic(Reader reader, GenericApplication& application) {
    application.step = reader.text("step");
    std::vector<std::string_view> given;
    for (std::string_view const form : {"measured"sv, "law"sv, "roofline"sv})
        if (reader.has(form)) given.push_back(form);
    if (given.size() != 1) {
        for (std::string_view const form : {"measured"sv, "law"sv, "roofline"sv}) reader.raw(form);
        reader
            .complain(given.empty() ? "" : given.back(),
                      given.empty() ? Code::missing_key : Code::inconsistent,
                      given.empty()
                          ? std::string("the application does not say how long a step takes")
                          : fmt::format(
                                "both `{}` and `{}` say how long a step takes", given[0], given[1]))
            .expected = "one of `measured:`, `law:` and `roofline:`";
    } else if (given.front() == "measured") {
        application.model = read_measured(reader.child("measured"));
    } else if (given.front() == "law") {
        application.model = read_law(reader.child("law"));
    } else {
        application.model = read_work(reader.child("roofline"));
    }
    if (given.size() == 1)
        reader.elsewhere({"measured", "law", "roofline"}, "an application with only this form");
    reader.finish();
}

}  // namespace clustersim
