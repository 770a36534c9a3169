// SPDX-License-Identifier: Apache-2.0
//
// Enumeration of parallel plans. Nothing is pruned but by memory, so that the best found is the model's best.
// Two plans of the same step time: the one with less memory stands first.
#include "models/application/plan_search.hpp"

#include "models/application/roofline.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace clustersim {
namespace {

std::vector<int> divisors_of(int number, int most) {
    std::vector<int> out;
    for (int d = 1; d <= std::min(number, most); ++d) {
        if (number % d == 0) out.push_back(d);
    }
    return out;
}

bool better(FoundPlan const& a, FoundPlan const& b) {
    if (a.step.total != b.step.total) return a.step.total < b.step.total;
    return a.step.memory.total() < b.step.memory.total();
}

/// Keeps the best few.
class Shortlist {
  public:
    explicit Shortlist(std::size_t keep) : keep_(keep) { found_.reserve(keep + 1); }

    void offer(FoundPlan const& plan) {
        if (found_.size() == keep_ && !better(plan, found_.back())) return;
        found_.insert(std::ranges::upper_bound(found_, plan, better), plan);
        if (found_.size() > keep_) found_.pop_back();
    }
    [[nodiscard]] std::vector<FoundPlan> take() { return std::move(found_); }

  private:
    std::size_t keep_;
    std::vector<FoundPlan> found_;
};

/// One search under way.
struct Hunt {
    Transformer const& model;
    StepContext const& context;
    Bytes memory{};
    PlanSpace const& space;
    Shortlist best;
    PlanSearch counts;
    Bytes leanest = bytes(std::numeric_limits<double>::infinity());

    void look(Plan const& plan) {
        ++counts.looked_at;
        Bytes const need = memory_use(model, plan, context.framework).total();
        leanest = std::min(leanest, need);
        if (need > memory) return;
        ++counts.fitting;
        best.offer({plan, step_time(model, plan, context)});
    }
};

constexpr std::array all_shardings{
    Sharding::none, Sharding::optimizer, Sharding::gradients, Sharding::parameters};

/// States, recomputation and pieces of stages of a plan whose widths and batches stand.
void look_at_kinds(Hunt& hunt, Plan plan) {
    Transformer const& model = hunt.model;
    int const own = model.depth() / plan.pipeline;
    for (Sharding const sharding : all_shardings) {
        if (sharding != Sharding::none && plan.replicas() == 1) break;
        // Stages 2 and 3 move gradients or weights for each micro-batch of each stage: frameworks leave them
        // to plans without a pipeline.
        if (sharding > Sharding::optimizer && plan.pipeline > 1) break;
        plan.sharding = sharding;
        for (Recompute const recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
            if (recompute == Recompute::selective && model.fused_attention) continue;
            plan.recompute = recompute;
            plan.virtual_stages = 1;
            hunt.look(plan);
            if (plan.pipeline == 1 || plan.accumulation % plan.pipeline != 0) continue;
            for (int pieces = 2; pieces <= own; ++pieces) {
                if (own % pieces != 0) continue;
                plan.virtual_stages = pieces;
                hunt.look(plan);
            }
        }
    }
}

void look_at_batches(Hunt& hunt, Plan plan) {
    int const experts = std::max(1, hunt.model.experts.count);
    for (int micro = 1; micro <= hunt.space.most_micro_batch; micro *= 2) {
        if (hunt.space.global_batch % (plan.data * micro) != 0) continue;
        plan.micro_batch = micro;
        plan.accumulation = hunt.space.global_batch / (plan.data * micro);
        for (int expert = 1; expert <= experts && expert <= plan.replicas(); ++expert) {
            if (experts % expert != 0 || plan.replicas() % expert != 0) continue;
            plan.expert = expert;
            look_at_kinds(hunt, plan);
        }
    }
}

void look_at_widths(Hunt& hunt, Plan plan) {
    Transformer const& model = hunt.model;
    int const per_node = std::max(1, hunt.context.devices_per_node);
    for (int const tensor : divisors_of(model.heads, model.heads)) {
        bool const even = tensor <= per_node ? per_node % tensor == 0 : tensor % per_node == 0;
        if (!even || tensor > 4 * per_node) continue;
        plan.tensor = tensor;
        for (int const pipeline : divisors_of(model.depth(), model.depth())) {
            plan.pipeline = pipeline;
            for (int context = 1; context <= hunt.space.most_context; context *= 2) {
                int const copy = tensor * pipeline * context;
                bool const cuts = context == 1 || model.sequence % (2 * context) == 0;
                if (!cuts || hunt.space.devices % copy != 0) continue;
                plan.context = context;
                plan.data = hunt.space.devices / copy;
                look_at_batches(hunt, plan);
            }
        }
    }
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
    // The network is that of all nodes, whatever the plan.
    Plan all;
    all.data = space.devices;
    all.precision = application.training.precision;
    auto context = prepare_step(application, platform, all);
    if (!context) return failure(std::move(context.error()));
    Hunt hunt{*model, *context, platform.accelerator.memory, space, Shortlist(space.keep), {}};
    look_at_widths(hunt, all);
    PlanSearch search = hunt.counts;
    search.best = hunt.best.take();
    if (search.looked_at == 0) {
        return failure(problem(Code::inconsistent,
                               fmt::format("no plan of {} uses {} GPUs with a global batch of {}",
                                           application.name,
                                           space.devices,
                                           space.global_batch),
                               "GPUs over tensor width x stages must divide the batch; choose a "
                               "count with more divisors"));
    }
    if (search.best.empty()) {
        return failure(problem(
            Code::out_of_memory,
            fmt::format("{} fits {} x {} under no plan: the leanest of {} needs {}, a GPU has {}",
                        application.name,
                        space.devices,
                        platform.accelerator.name,
                        search.looked_at,
                        human(hunt.leanest),
                        human(platform.accelerator.memory)),
            "more GPUs, or GPUs with more memory"));
    }
    return search;
}

std::vector<FoundPlan> pareto_front(std::span<PlanSearch const> searches) {
    std::vector<FoundPlan> heads;
    for (PlanSearch const& search : searches) {
        if (!search.best.empty()) heads.push_back(search.best.front());
    }
    auto const cost = [](FoundPlan const& p) { return p.step.total.si() * p.plan.devices(); };
    std::vector<FoundPlan> front;
    for (FoundPlan const& head : heads) {
        bool const beaten = std::ranges::any_of(heads, [&](FoundPlan const& other) {
            bool const no_worse = other.step.total <= head.step.total && cost(other) <= cost(head);
            return no_worse && (other.step.total < head.step.total || cost(other) < cost(head));
        });
        if (!beaten) front.push_back(head);
    }
    std::ranges::sort(front, {}, [](FoundPlan const& p) { return p.plan.devices(); });
    return front;
}

}  // namespace clustersim
