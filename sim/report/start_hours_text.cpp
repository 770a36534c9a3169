// SPDX-License-Identifier: Apache-2.0
#include "sim/report/start_hours_text.hpp"

#include "sim/report/metric_columns.hpp"
#include "sim/study/metric_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace clustersim {
namespace {

constexpr std::array<std::string_view, GridHours::months> month_names{"January",
                                                                      "February",
                                                                      "March",
                                                                      "April",
                                                                      "May",
                                                                      "June",
                                                                      "July",
                                                                      "August",
                                                                      "September",
                                                                      "October",
                                                                      "November",
                                                                      "December"};

/// "12 %", "-3 %"
std::string share_text(double share) {
    return fmt::format("{:.0f} %", 100.0 * share + 0.0);
}

std::string mass_at(JobPrediction const& prediction, double relative) {
    return mass_text(prediction.energy.co2e.value * relative);
}

std::string verdict(JobPrediction const& prediction, StartHours const& hours) {
    double const saved = hours.saving();
    double const doubt = hours.saving_error();
    if (std::abs(saved) <= doubt)
        return fmt::format("saves nothing that the data can show: {} of its CO2e (range {} to {})",
                           share_text(saved),
                           share_text(saved - doubt),
                           share_text(saved + doubt));
    double const sign = saved > 0.0 ? 1.0 : -1.0;
    return fmt::format("{} {} {} (range {} to {}), {} instead of {}",
                       saved > 0.0 ? "saves" : "emits",
                       share_text(std::abs(saved)),
                       saved > 0.0 ? "of its CO2e" : "more CO2e",
                       share_text(sign * saved - doubt),
                       share_text(sign * saved + doubt),
                       mass_at(prediction, hours.night),
                       mass_at(prediction, hours.day));
}

}  // namespace

std::string start_hours_text(JobPrediction const& prediction) {
    if (!prediction.hours || !prediction.energy.known()) return {};
    AskedHours const& asked = *prediction.hours;
    if (asked.buys_renewable)
        return "A start at night saves nothing: the site buys renewable electricity, and by this "
               "contract no hour emits less than another.\n";
    if (prediction.campaign)
        return "A start at night saves nothing: the run has several submissions, whose hours the "
               "queue decides.\n";
    StartHours const hours = start_hours(asked, prediction.runtime.value);
    return fmt::format("A start at night (22:00 to 6:00, local time) {}, against one by day (8:00 "
                       "to 18:00). Best: "
                       "{}:00, {}. Grid of {}, {} {}, sampled days, without imports.\n",
                       verdict(prediction, hours),
                       hours.best_hour,
                       mass_at(prediction, hours.lowest),
                       asked.grid->title,
                       asked.month ? month_names.at(static_cast<std::size_t>(*asked.month))
                                   : "mean of",
                       asked.grid->as_of);
}

std::string start_hours_notes(Study const& study) {
    std::string out;
    for (AnswerRow const& row : answer_rows(study)) {
        std::string const text = start_hours_text(*row.outcome);
        if (text.empty()) continue;
        out += row.run->label.empty()
                   ? fmt::format("{}: {}", row.outcome->job, text)
                   : fmt::format("{} ({}): {}", row.outcome->job, row.run->label, text);
    }
    return out;
}

}  // namespace clustersim
