// SPDX-License-Identifier: Apache-2.0
//
// Enumeration of parallel plans. Only memory prunes plans, so that the best one found is the model's best. Plans are ranked by
// the time of a step over the probability that they fit: a plan that fails and must be changed costs time, too. The order of
// the loops follows what plans have in common: the kernels of a layer are computed once for all stages, replicas and states.
#include "models/application/plan_search.hpp"

#include "models/application/eager_kernels.hpp"
#include "models/application/held_values.hpp"
#include "models/application/memory_fit.hpp"
#include "models/application/plan_shortlist.hpp"
#include "models/application/roofline.hpp"
#include "models/application/stages.hpp"
#include "models/application/step_parts.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace clustersim {
namespace {

std::vector<int> divisors_of(int number, int most) {
    std::vector<int> out;
    for (int d = 1; d <= std::min(number, most); ++d)
        if (number % d == 0) out.push_back(d);
    return out;
}

std::vector<int> powers_of_two(int most) {
    std::vector<int> out;
    out.reserve(std::numeric_limits<int>::digits);
    for (int power = 1; power <= most; power *= 2) out.push_back(power);
    return out;
}

/// The state of one search.
struct Hunt {
    Transformer const& model;
    StepContext const& context;
    Bytes spared{};  ///< the most that a plan may need to leave the margin
    PlanSpace const& space;
    HeldValues held;
    PlanFeatures offers;
    std::vector<int> expert_widths;
    std::vector<int> contexts;
    std::vector<int> micro_batches;
    Shortlist best;
    PlanSearch counts;
    Bytes leanest = bytes(std::numeric_limits<double>::infinity());
};

/// Results shared by the plans of the current loop, from the outermost loop to the innermost.
struct Shared {
    StepParts parts;
    StepParts casting;  ///< of plans whose devices hold and cast weights in FP32
    ModelWeights weights;
};

constexpr std::array all_shardings{
    Sharding::none, Sharding::optimizer, Sharding::gradients, Sharding::parameters};
constexpr std::array all_recomputes{
    Recompute::none, Recompute::selective, Recompute::full, Recompute::operators};

/// Whether the software, the stages and the held parts allow the recomputation of a plan.
bool recomputes(Hunt const& hunt, Plan const& plan, double layers) {
    bool const counted = plan.recompute_layers > 0 || plan.recompute_every > 0;
    if (counted && plan.recompute != Recompute::full) return false;
    switch (plan.recompute) {
        case Recompute::none: break;
        case Recompute::selective:
            if (hunt.model.fused_attention || !hunt.offers.selective_recompute) return false;
            break;
        case Recompute::full:
            if (std::max(plan.recompute_layers, plan.recompute_every) > layers) return false;
            break;
        case Recompute::operators:
            if (!hunt.offers.operator_recompute) return false;
            break;
    }
    return hunt.held.allow_recompute(plan.recompute);
}

/// A plan with fixed stages and states, with each recomputation. Its traffic is computed only if one of
/// these fits.
void look_at_recomputations(Hunt& hunt, Plan const& whole, Shared const& shared) {
    StageParts stage{
        stage_layers(hunt.model, whole), held_by(hunt.model, whole, shared.weights), {}};
    bool traffic_known = false;
    for (Recompute const recompute : all_recomputes) {
        Plan plan = whole;
        plan.recompute = recompute;
        if (!recomputes(hunt, plan, stage.layers.most)) continue;
        ++hunt.counts.looked_at;
        MemoryUse const use = memory_use(hunt.model, plan, hunt.context.framework, stage.held);
        Bytes const need = use.total();
        hunt.leanest = std::min(hunt.leanest, need);
        if (need > hunt.context.memory) continue;
        ++hunt.counts.fitting;
        bool const spares = need <= hunt.spared;
        if (spares) ++hunt.counts.sparing;
        if (!spares && hunt.best.only_sparing()) continue;
        if (!traffic_known) {
            stage.traffic = stage_traffic(hunt.model, plan, hunt.context, stage.held);
            traffic_known = true;
        }
        StepParts const& parts =
            casts_weights(plan, hunt.context.framework) ? shared.casting : shared.parts;
        FoundPlan found{plan,
                        step_time(hunt.model, plan, hunt.context, parts, stage),
                        fit_probability(need, hunt.context.memory),
                        spares};
        found.step.memory = use;
        found.step.memory.device = hunt.context.memory;
        hunt.best.offer(found);
    }
}

/// Each sharding of states, over all replicas or over those of one node.
void look_at_states(Hunt& hunt, Plan plan, Shared const& shared) {
    for (Sharding const sharding : all_shardings) {
        if (sharding != Sharding::none && plan.replicas() == 1) break;
        // Stages 2 and 3 move gradients or weights for each micro-batch of each stage: frameworks use them
        // only without a pipeline.
        if (sharding > Sharding::optimizer && plan.pipeline > 1) break;
        if (static_cast<int>(sharding) > hunt.offers.zero) break;
        plan.sharding = sharding;
        plan.shard_devices = 0;
        if (hunt.held.allow_states(plan)) look_at_recomputations(hunt, plan, shared);
        if (sharding <= Sharding::optimizer || !hunt.offers.shard) continue;
        int const in_node = replica_group(plan, hunt.context.devices_per_node).per_node;
        if (in_node == 1 || in_node >= plan.replicas() || plan.replicas() % in_node != 0) continue;
        plan.shard_devices = in_node;
        if (hunt.held.allow_states(plan)) look_at_recomputations(hunt, plan, shared);
    }
}

/// Stages that the layers fill, evenly or with a shorter last stage, and pieces of stages.
void look_at_stages(Hunt& hunt, Plan plan, Shared const& shared) {
    for (bool const ends : {false, true}) {
        if (ends && (plan.pipeline == 1 || !hunt.offers.uneven_stages)) break;
        plan.ends_as_layers = ends;
        plan.virtual_stages = 1;
        if (piece_layers(hunt.model, plan) == 0) continue;
        if (hunt.held.allow_stages(plan)) look_at_states(hunt, plan, shared);
        if (plan.pipeline == 1 || plan.accumulation % plan.pipeline != 0) continue;
        if (!hunt.offers.interleave) continue;
        int const own = static_cast<int>(stage_layers(hunt.model, plan).most);
        for (plan.virtual_stages = 2; plan.virtual_stages <= own; ++plan.virtual_stages)
            if (hunt.held.allow_stages(plan) && piece_layers(hunt.model, plan) > 0)
                look_at_states(hunt, plan, shared);
    }
}

Shared shared_by_states(Hunt const& hunt, Plan plan) {
    Shared shared{{}, {}, weights_of(hunt.model, plan.tensor)};
    plan.sharding = Sharding::none;
    StepContext context = hunt.context;
    if (casts_weights(plan, context.framework))
        shared.casting = step_parts(hunt.model, plan, context);
    context.framework.wide_weights = false;
    shared.parts = step_parts(hunt.model, plan, context);
    return shared;
}

/// Numbers of stages, for fixed widths.
void look_at_pipelines(Hunt& hunt, Plan plan) {
    bool known = false;
    Shared shared;
    int const copy = plan.tensor * plan.context;
    int const deepest = hunt.offers.pipeline ? hunt.model.depth() : 1;
    for (plan.pipeline = 1; plan.pipeline <= deepest; ++plan.pipeline) {
        if (hunt.space.devices % (copy * plan.pipeline) != 0) continue;
        plan.data = hunt.space.devices / (copy * plan.pipeline);
        if (hunt.space.global_batch % (plan.data * plan.micro_batch) != 0) continue;
        if (plan.expert_places() % plan.expert != 0) continue;
        plan.accumulation = hunt.space.global_batch / (plan.data * plan.micro_batch);
        if (!hunt.held.allow_pipeline(plan)) continue;
        if (!known) {
            shared = shared_by_states(hunt, plan);
            known = true;
        }
        look_at_stages(hunt, plan, shared);
    }
}

void look_at_experts(Hunt& hunt, Plan plan) {
    for (int const expert : hunt.expert_widths) {
        plan.expert = expert;
        plan.tensor_experts = true;
        if (hunt.held.allow_experts(plan)) look_at_pipelines(hunt, plan);
        if (plan.tensor == 1 || hunt.model.experts.count == 0) continue;
        plan.tensor_experts = false;
        if (hunt.held.allow_experts(plan)) look_at_pipelines(hunt, plan);
    }
}

void look_at_widths(Hunt& hunt, Plan plan) {
    Transformer const& model = hunt.model;
    int const per_node = std::max(1, hunt.context.devices_per_node);
    for (int const tensor : divisors_of(model.heads, model.heads)) {
        bool const even = tensor <= per_node ? per_node % tensor == 0 : tensor % per_node == 0;
        if (!even || tensor > 4 * per_node || !hunt.held.allow_tensor(tensor)) continue;
        if (tensor > 1 && !hunt.offers.tensor) break;
        plan.tensor = tensor;
        for (int const context : hunt.contexts) {
            int const pieces = model.encoder ? context : 2 * context;
            if (context > 1 && model.sequence % pieces != 0) continue;
            plan.context = context;
            for (int const micro : hunt.micro_batches) {
                plan.micro_batch = micro;
                look_at_experts(hunt, plan);
            }
        }
    }
}

/// The held parts that no loop varies.
Plan parts_beside_widths(PlanChanges const& held, Plan base) {
    if (held.has("lora")) base.adapters = held.plan.adapters;
    if (held.has("frozen")) base.frozen = held.plan.frozen;
    if (held.has("saved")) base.saved = held.plan.saved;
    if (held.has("attention")) base.attention = held.plan.attention;
    if (held.has("paged")) base.paged = held.plan.paged;
    if (held.has("recompute-layers")) base.recompute_layers = held.plan.recompute_layers;
    if (held.has("recompute-every")) base.recompute_every = held.plan.recompute_every;
    if (held.has("bucket")) base.bucket = held.plan.bucket;
    if (held.has("sp")) base.sequence_parallel = held.plan.sequence_parallel;
    if (held.has("schedule")) base.schedule = held.plan.schedule;
    if (held.has("precision")) base.precision = held.plan.precision;
    base.host = held.plan.host.over(base.host);
    return base;
}

struct Found {
    PlanSearch search;
    Bytes leanest{};  ///< memory of the smallest plan
};

/// The plans that change the widths of `all`.
Found hunt_for(Transformer const& model,
               StepContext const& context,
               PlanSpace const& space,
               Plan const& all) {
    PlanFeatures const& offers = context.framework.offers;
    PlanChanges const& held = space.held;
    int const experts = offers.expert ? std::max(1, model.experts.count) : 1;
    int const most_context = offers.context ? space.most_context : 1;
    Hunt hunt{model,
              context,
              (1.0 - space.margin) * context.memory,
              space,
              HeldValues(held),
              offers,
              divisors_of(experts, experts),
              held.has("cp") ? std::vector{held.plan.context} : powers_of_two(most_context),
              held.has("mb") ? std::vector{held.plan.micro_batch}
                             : powers_of_two(space.most_micro_batch),
              Shortlist(space.keep, space.merge_equals),
              {}};
    look_at_widths(hunt, all);
    Found found{std::move(hunt.counts), hunt.leanest};
    found.search.best = hunt.best.take();
    return found;
}

}  // namespace

Result<PlanSearch>
search_plans(Application const& application, Platform const& platform, PlanSpace const& space) {
    auto const* model = std::get_if<Transformer>(&application.model);
    if (model == nullptr) {
        return failure(
            problem(Code::inconsistent,
                    fmt::format("{} is trained with data parallelism only", application.name),
                    "a search needs a transformer"));
    }
    // The network of all nodes, whatever the plan.
    Plan all;
    all.precision = application.training.precision;
    all = parts_beside_widths(space.held, all);
    all.data = space.devices;
    // Only some of the plans recompute layers.
    Plan checked = all;
    if (checked.recompute_layers > 0 || checked.recompute_every > 0)
        checked.recompute = Recompute::full;
    auto context = prepare_step(application, platform, checked);
    if (!context) return failure(std::move(context.error()));
    Found found = hunt_for(*model, *context, space, all);
    PlanSearch const& search = found.search;
    if (search.looked_at == 0) {
        return failure(problem(Code::inconsistent,
                               fmt::format("no plan of {} uses {} GPUs with a global batch of {}",
                                           application.name,
                                           space.devices,
                                           space.global_batch),
                               "GPUs / (tensor width x stages) must divide the batch; choose a "
                               "count with more divisors"));
    }
    if (search.best.empty()) {
        return failure(problem(Code::out_of_memory,
                               fmt::format("no plan of {} fits on {} x {}: the smallest of {} "
                                           "plans needs {} per GPU, a GPU has {}",
                                           application.name,
                                           space.devices,
                                           platform.accelerator.name,
                                           search.looked_at,
                                           human(found.leanest),
                                           human(platform.accelerator.memory)),
                               "more GPUs, or GPUs with more memory"));
    }
    return std::move(found.search);
}

}  // namespace clustersim
