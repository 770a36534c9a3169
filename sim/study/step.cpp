// SPDX-License-Identifier: Apache-2.0
#include "sim/study/step.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/application/plan_notes.hpp"
#include "models/application/step_waits.hpp"
#include "models/failure/straggler.hpp"
#include "sim/scenario/pilot_place.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/chosen_partition.hpp"
#include "sim/study/step_data.hpp"
#include "sim/study/step_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// The data that all points of one question share.
struct StepCase {
    StepSetup setup;
    StepData data;
    NodePower power;
    double device_spread = 0.0;
    bool names_faster = true;
};

Result<StepPoint> point_of(StepCase const& job, PlanChanges const& changes, int nodes) {
    StepSetup const& setup = job.setup;
    auto const plan = plan_on(setup, changes, nodes);
    if (!plan) return failure(plan.error());
    auto const quiet = step_time(setup.application, setup.platform, *plan, setup.placement);
    if (!quiet) return failure(quiet.error());
    StepPoint point;
    point.point.nodes = nodes;
    point.point.plan = *plan;
    StepTime& step = point.point.step;
    double const slowest = slowest_of(plan->devices(), job.device_spread);
    point.spread = spread_shares(
        setup.application, setup.platform, *plan, *quiet, setup.uncertain, setup.placement);
    point.notes = plan_notes(setup.application, *plan);
    if (job.names_faster)
        point.faster = faster_plan(setup.application, setup.platform, *plan, *quiet);
    step = delayed(widened(*quiet, point.spread), quiet->total * (slowest - 1.0));
    StepData const& data = job.data;
    if (data.store) {
        constexpr double whole_store = 1.0;
        point.load = load_time(step_input(data.sample, *plan, nodes, data.loader_cores),
                               *data.store,
                               nodes,
                               whole_store);
        step = loaded(step, point.load->total());
    }
    point.energy = energy_of(job.power, nodes, step.total, step.power_load());
    return point;
}

/// The plans to compare: one, or one for each value of "key=v1,v2".
Result<std::vector<std::string>> plan_texts(StepQuestion const& question) {
    std::string const base = question.plan.empty() ? "" : question.plan + ",";
    std::size_t const equals = question.sweep.find('=');
    if (question.sweep.empty()) return std::vector{question.plan};
    if (equals == std::string::npos || equals + 1 == question.sweep.size()) {
        return failure(problem(Code::out_of_range,
                               fmt::format("--sweep {}: no values", question.sweep),
                               "one key of a plan and its values, as tp=1,2,4,8"));
    }
    std::vector<std::string> texts;
    std::string_view values = std::string_view(question.sweep).substr(equals + 1);
    while (!values.empty()) {
        std::string_view const value = values.substr(0, values.find(','));
        values.remove_prefix(std::min(values.size(), value.size() + 1));
        texts.push_back(fmt::format("{}{}={}", base, question.sweep.substr(0, equals), value));
    }
    return texts;
}

/// The problems, with the plan in front of each message.
Diagnostics prefixed(std::string const& plan, Diagnostics const& problems) {
    Diagnostics out;
    for (Diagnostic d : problems.items()) {
        d.message = fmt::format("{}: {}", plan, d.message);
        out.add(std::move(d));
    }
    return out;
}

/// Predicts every plan on every count of nodes. An impossible point gives a problem; in a sweep, its message names the
/// plan.
std::vector<StepPoint>
points_of(StepQuestion const& question, StepCase const& job, Answered<StepAnswer>& out) {
    auto texts = plan_texts(question);
    auto const* const plans = out.value_of(texts);
    if (plans == nullptr) return {};
    std::vector<StepPoint> points;
    Diagnostics problems;
    for (std::string const& text : *plans) {
        auto const changes = read_plan(text);
        if (!changes) {
            problems.append_unsaid(changes.error());
            continue;
        }
        for (int const nodes : question.nodes) {
            auto point = point_of(job, *changes, nodes);
            if (point) {
                points.push_back(std::move(*point));
            } else {
                problems.append_unsaid(plans->size() > 1 ? prefixed(text, point.error())
                                                         : point.error());
            }
        }
    }
    out.problems.append(std::move(problems));
    return points;
}

/// Throughput per device relative to that on the fewest devices.
void add_efficiencies(std::vector<StepPoint>& points) {
    auto const each = [](StepPoint const& p) {
        return p.point.step.samples_per_second / p.point.plan.devices();
    };
    auto const devices = [](StepPoint const& p) { return p.point.plan.devices(); };
    double const fewest = each(*std::ranges::min_element(points, {}, devices));
    for (StepPoint& p : points) p.point.efficiency = each(p) / fewest;
}

}  // namespace

Answered<StepAnswer> predict_steps(StepQuestion const& question, Library const& library) {
    Answered<StepAnswer> out;
    auto chosen = gpu_partition(machine_catalogue(library.systems, library.kept_machines()),
                                question.system,
                                question.partition);
    auto application = load_application(question.application,
                                        library.applications,
                                        {},
                                        question.framework,
                                        library.kept_applications(),
                                        chosen ? chosen->accelerator() : nullptr);
    Application* const loaded = out.value_of(application);
    ChosenPartition const* const where = out.value_of(chosen);
    if (loaded == nullptr || where == nullptr) return out;
    auto platform = platform_of(where->loaded.system, where->partition());
    Platform* const machine = out.value_of(platform);
    auto data = step_data(*loaded, {where->loaded.system, where->node_type()}, question.data);
    // Impossible plans and missing data are reported together.
    StepData const* const samples = out.value_of(data);
    if (machine == nullptr) return out;
    if (samples != nullptr) out.remark(samples->remark);
    out.remark(pilot_elsewhere(*loaded, where->loaded.system.name));
    out.remark(closed_remark(where->loaded.system));
    out.remark(beyond_partition(where->partition(), std::ranges::max(question.nodes)));
    std::vector<UncertainNumber> uncertain = uncertain_numbers(where->loaded, *machine);
    StepCase const job{{std::move(*loaded),
                        std::move(*machine),
                        std::move(uncertain),
                        question.scaling,
                        question.placement},
                       samples != nullptr ? *samples : StepData{},
                       node_power(where->loaded.system, where->node_type()),
                       question.device_spread,
                       question.names_faster};
    std::vector<StepPoint> points = points_of(question, job, out);
    if (points.empty() || samples == nullptr) return out;
    add_efficiencies(points);
    out.answer = StepAnswer{job.setup.application.name,
                            where->loaded.system.name,
                            where->partition().name,
                            job.setup.platform.accelerator.model,
                            job.setup.application.software,
                            question.scaling,
                            job.data.name(),
                            std::move(points)};
    return out;
}

}  // namespace clustersim
