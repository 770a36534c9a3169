// SPDX-License-Identifier: Apache-2.0
#include "models/application/unoffered.hpp"

#include "sim/core/enum_names.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace clustersim {
namespace {

struct AskedPart {
    std::string_view part;
    bool wrong = false;
    std::string value;
};

std::vector<AskedPart> parts_of(Plan const& plan, PlanFeatures const& offers) {
    auto const number = [](int value) { return fmt::format("{}", value); };
    std::string const again(enum_name(plan.recompute));
    bool const offered = (plan.recompute != Recompute::selective || offers.selective_recompute) &&
                         (plan.recompute != Recompute::operators || offers.operator_recompute);
    int const stage = static_cast<int>(plan.sharding);
    return {{"tp", plan.tensor > 1 && !offers.tensor, number(plan.tensor)},
            {"pp", plan.pipeline > 1 && !offers.pipeline, number(plan.pipeline)},
            {"vp", plan.virtual_stages > 1 && !offers.interleave, number(plan.virtual_stages)},
            {"ends", plan.ends_as_layers && !offers.uneven_stages, "on"},
            {"cp", plan.context > 1 && !offers.context, number(plan.context)},
            {"ep", plan.expert > 1 && !offers.expert, number(plan.expert)},
            {"recompute", !offered, again},
            {"zero", stage > offers.zero, number(stage)},
            {"shard", plan.shard_devices > 0 && !offers.shard, number(plan.shard_devices)}};
}

}  // namespace

std::vector<UnofferedPart> unoffered(PlanChanges const& asked, Application const& application) {
    std::vector<UnofferedPart> out;
    std::string const software =
        application.software.empty() ? "" : fmt::format(" ({})", application.software);
    for (AskedPart const& one : parts_of(asked.plan, application.training.framework.offers)) {
        if (!one.wrong || !asked.has(one.part)) continue;
        out.push_back({one.part,
                       problem(Code::inconsistent,
                               fmt::format("the software of {}{} does not offer {}={}",
                                           application.name,
                                           software,
                                           one.part,
                                           one.value),
                               "leave it out, or name software that has it under `offers` in its "
                               "file of workloads/frameworks")});
    }
    return out;
}

Diagnostics check_offers(PlanChanges const& asked, Application const& application) {
    Diagnostics problems;
    for (UnofferedPart& one : unoffered(asked, application)) problems.add(std::move(one.problem));
    return problems;
}

}  // namespace clustersim
