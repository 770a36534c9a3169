// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/forecast_text.hpp"
#include "sim/history/waits/simple_forecasts.hpp"
#include "sim/report/json_number.hpp"

#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

using nlohmann::json;

json seconds_json(std::optional<Seconds> const& one) {
    return one ? json(one->count) : json(nullptr);
}

json start_json(StartForecast const& one) {
    json reasons = json::object();
    for (WaitReason const& reason : one.reasons) reasons[reason.reason] = json_number(reason.share);
    json waits = json::array();
    for (auto const& wait : one.waits) waits.push_back(seconds_json(wait));
    return {{"request", one.request},
            {"low_s", seconds_json(one.low)},
            {"median_s", seconds_json(one.median)},
            {"high_s", seconds_json(one.high)},
            {"started", json_number(one.started)},
            {"chance_by", one.chance_by ? json_number(*one.chance_by) : json(nullptr)},
            {"waits_for", reasons},
            {"waits_s", waits}};
}

json learned_json(LearnedStart const& one) {
    json out{{"rests_on", one.basis == WaitBasis::trees ? "trees" : "bound"},
             {"low_s", one.low.count},
             {"median_s", one.median.count},
             {"high_s", one.high.count},
             {"chance_by", one.chance_by ? json_number(*one.chance_by) : json(nullptr)},
             {"waited_s", one.waited.count},
             {"waits", one.waits}};
    if (one.basis == WaitBasis::bound) {
        out["confidence"] = json_number(bound_confidence);
        out["of_class"] = one.of_class;
        return out;
    }
    out["fitted"] = {{"version", one.version},
                     {"from_unix_s", one.from.since_origin},
                     {"until_unix_s", one.until.since_origin},
                     {"days", one.days},
                     {"waits", one.ended}};
    out["beyond_the_past"] = one.beyond;
    out["scores"] = {{"jobs", one.score.jobs},
                     {"days", one.scored_days},
                     {"squared_error", json_number(one.score.squared_error)},
                     {"within_2", json_number(one.score.within_2)},
                     {"within_3", json_number(one.score.within_3)},
                     {"pinball_loss", json_number(one.score.pinball)},
                     {"range_holds", json_number(one.score.held)},
                     {"range_width", json_number(one.score.width)}};
    return out;
}

}  // namespace

std::string forecast_json(ForecastAnswer const& answer,
                          ForecastQuestion const& question,
                          slurm::QueueSnapshot const& snapshot) {
    json alternatives = json::array();
    for (StartForecast const& one : answer.alternatives) {
        auto entry = start_json(one);
        entry["gain_s"] = one.gain.count;
        entry["sooner"] = json_number(one.sooner);
        alternatives.push_back(std::move(entry));
    }
    bool const simulated = !answer.running_since && !answer.no_start;
    json const document{
        {"schema", "clustersim/forecast/1"},
        {"subject", answer.subject},
        {"cluster", snapshot.cluster},
        {"now_unix_s", snapshot.unix_now()},
        {"by_unix_s",
         question.by ? json(snapshot.origin + question.by->since_origin) : json(nullptr)},
        {"samples", answer.samples},
        {"complete", answer.complete},
        {"low_share", json_number(answer.low_share)},
        {"high_share", json_number(answer.high_share)},
        {"horizon_s", question.horizon.span().count},
        {"running_since_s", seconds_json(answer.running_since)},
        {"no_start", answer.no_start ? json(*answer.no_start) : json(nullptr)},
        {"reason_now", answer.reason_now},
        {"start", simulated ? start_json(answer.asked) : json(nullptr)},
        {"learned", answer.learned ? learned_json(*answer.learned) : json(nullptr)},
        {"trust", answer.trust},
        {"alternatives", alternatives},
        {"sources", answer.sources},
        {"notes", answer.notes}};
    return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace clustersim
