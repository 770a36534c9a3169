// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/allocation_json.hpp"

#include "models/application/plan_text.hpp"
#include "sim/commands/allocate/machine_choice_text.hpp"
#include "sim/commands/allocate/shortfall_text.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/report/access_json.hpp"
#include "sim/report/json_number.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

using nlohmann::json;

json upto(Upto const& one) {
    return {{"value", json_number(one.value)}, {"high", json_number(one.high)}};
}

json stage_json(PlannedStage const& stage) {
    auto const& training = stage.choice->outcome().training;
    return {{"stage", stage.stage->name},
            {"partition", stage.choice->answer.place.partition},
            {"runs", stage.stage->repeat},
            {"nodes", stage.choice->nodes},
            {"plan", training ? json(written_plan(training->plan)) : json(nullptr)},
            {"begin_s", json_number(stage.begin)},
            {"end_s", json_number(stage.end)},
            {"node_hours", upto(stage.node_hours)},
            {"gpu_hours", upto(stage.gpu_hours)},
            {"efficiency", json_number(stage.efficiency)},
            {"runs_that_fit", stage.carried ? json(*stage.carried) : json(nullptr)}};
}

json files_json(FileAmount const& files) {
    return {{"size_B", json_number(files.size.si())}, {"files", json_number(files.files)}};
}

json storage_json(StorageNeed const& need) {
    auto const& quota = need.on.quota;
    auto const& files_quota = need.on.files_quota;
    auto const hourly = need.hourly_price();
    return {{"file_system", need.on.name},
            {"datasets", files_json(need.datasets)},
            {"checkpoints", files_json(need.checkpoints)},
            {"results", files_json(need.results)},
            {"sum", files_json(need.sum())},
            {"quota_B", quota ? json_number(quota->si()) : json(nullptr)},
            {"quota_files", files_quota ? json_number(*files_quota) : json(nullptr)},
            {"price_per_hour", hourly ? json_number(*hourly) : json(nullptr)},
            {"price_unit", hourly ? json(need.price->unit) : json(nullptr)}};
}

json scaling_json(ScalingTable const& scaling) {
    json points = json::array();
    for (ProofPoint const& point : scaling.points)
        points.push_back({{"nodes", point.nodes},
                          {"gpus", point.gpus},
                          {scaling.by_step ? "step_s" : "run_s", json_number(point.time)},
                          {"speed_up", json_number(point.speed_up)},
                          {"efficiency", json_number(point.efficiency)},
                          {"efficiency_of_doubling", json_number(point.doubling)}});
    return {{"stage", scaling.stage}, {"points", points}, {"missed", scaling.missed}};
}

json rule_json(RuleCheck const& rule) {
    return {{"name", rule.name},
            {"rule", rule.rule},
            {"verdict", enum_name(rule.verdict)},
            {"text", rule.text},
            {"scaling", rule.scaling ? scaling_json(*rule.scaling) : json(nullptr)}};
}

json machine_json(Project const& project, PlannedProject const& one) {
    json stages = json::array();
    for (PlannedStage const& stage : one.stages) stages.push_back(stage_json(stage));
    json months = json::object();
    json asked_months = json::object();
    for (MonthUse const& use : one.months) {
        months[use.month] = json_number(use.node_hours);
        asked_months[use.month] = json_number(use.asked);
    }
    json rules = json::array();
    for (RuleCheck const& rule : one.rules) rules.push_back(rule_json(rule));
    json charges = json::array();
    for (Charge const& charge : one.charges) {
        charges.push_back(upto(charge.amount));
        charges.back()["unit"] = charge.unit;
    }
    json storage = json::array();
    for (StorageNeed const& need : one.storage) storage.push_back(storage_json(need));
    return {{"system", one.system},
            {"stages", stages},
            {"node_hours", upto(one.node_hours)},
            {"gpu_hours", upto(one.gpu_hours)},
            {"request_node_hours", json_number(one.request.value)},
            {"request_gpu_hours", json_number(one.gpu_request.value)},
            {"request", {{"value", json_number(one.asked.value)}, {"unit", one.asked.unit}}},
            {"billed", upto(one.charges.front().amount)},
            {"billing_unit", one.charges.front().unit},
            {"charges", charges},
            {"run_time_s", json_number(one.run_time)},
            {"time_s", json_number(one.time)},
            {"time_high_s", json_number(one.time_high)},
            {"node_hours_by_month", months},
            {"request_by_month", asked_months},
            {"storage", storage},
            {"access", access_json(one.shares, /*parts=*/false)},
            {"rules", rules},
            {"cut_off", one.cut_off.empty() ? json(nullptr) : json(one.cut_off)},
            {"mode", one.mode ? json(one.mode->mode->name) : json(nullptr)},
            {"shortfalls", shortfall_texts(project, one)}};
}

}  // namespace

std::string allocation_json(Project const& project, Allocations const& found, Date start) {
    json machines = json::array();
    for (PlannedProject const& one : found.machines) machines.push_back(machine_json(project, one));
    json impossible = json::array();
    for (ImpossibleRun const& run : found.impossible)
        impossible.push_back(
            {{"system", run.system}, {"variant", run.variant}, {"reason", run.reason}});
    return json{{"schema", "clustersim/allocation/1"},
                {"title", project.title},
                {"start", date_text(start)},
                {"deadline", project.deadline ? json(date_text(*project.deadline)) : json(nullptr)},
                {"choice", machine_choice_text(project, found)},
                {"machines", machines},
                {"impossible", impossible}}
               .dump(2, ' ', false, json::error_handler_t::replace) +
           "\n";
}

}  // namespace clustersim
