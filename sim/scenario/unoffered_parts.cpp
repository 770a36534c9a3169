// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/unoffered_parts.hpp"

#include "sim/scenario/plan_keys.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// The keys of plan parts that are requested beyond what is offered.
std::vector<std::string_view> beyond(PlanChanges const& asked, PlanFeatures const& offers) {
    Plan const& plan = asked.plan;
    std::vector<std::pair<std::string_view, bool>> const parts{
        {"tp", plan.tensor > 1 && !offers.tensor},
        {"pp", plan.pipeline > 1 && !offers.pipeline},
        {"vp", plan.virtual_stages > 1 && !offers.interleave},
        {"ends", plan.ends_as_layers && !offers.uneven_stages},
        {"cp", plan.context > 1 && !offers.context},
        {"ep", plan.expert > 1 && !offers.expert},
        {"recompute", plan.recompute == Recompute::selective && !offers.selective_recompute},
        {"recompute", plan.recompute == Recompute::operators && !offers.operator_recompute},
        {"zero", static_cast<int>(plan.sharding) > offers.zero},
        {"shard", plan.shard_devices > 0 && !offers.shard}};
    std::vector<std::string_view> out;
    for (auto const& [part, wrong] : parts)
        if (wrong && asked.has(part)) out.push_back(training_key(part));
    return out;
}

}  // namespace

Diagnostics unoffered_parts(JobSpec const& job, Application const& application) {
    Diagnostics problems;
    auto const* work = std::get_if<TrainingWork>(&job.work);
    if (work == nullptr) return problems;
    for (std::string_view const key : beyond(work->plan, application.training.framework.offers)) {
        Diagnostic d = problem_at(
            place_in(job, "training", key),
            Code::inconsistent,
            fmt::format("job \"{}\" asks for `{}`, which the software of {} does not offer so",
                        job.name,
                        key,
                        application.name));
        d.help = "choose a plan that it offers: `offers` in the application's file says what it "
                 "offers since when";
        problems.add(std::move(d));
    }
    return problems;
}

}  // namespace clustersim
