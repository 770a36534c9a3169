// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan_text.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace clustersim {

/// The values that a search does not vary; an inner loop compares numbers only.
class HeldValues {
  public:
    explicit HeldValues(PlanChanges const& held) : plan_(held.plan) {
        for (auto const& [key, open] : opens_) this->*open = !held.has(key);
    }

    [[nodiscard]] bool allow_tensor(int width) const { return tensor_ || width == plan_.tensor; }
    [[nodiscard]] bool allow_experts(Plan const& plan) const {
        return (expert_ || plan.expert == plan_.expert) &&
               (tensor_experts_ || plan.tensor_experts == plan_.tensor_experts);
    }
    [[nodiscard]] bool allow_pipeline(Plan const& plan) const {
        return (pipeline_ || plan.pipeline == plan_.pipeline) &&
               (data_ || plan.data == plan_.data) &&
               (accumulation_ || plan.accumulation == plan_.accumulation);
    }
    [[nodiscard]] bool allow_stages(Plan const& plan) const {
        return (ends_ || plan.ends_as_layers == plan_.ends_as_layers) &&
               (pieces_ || plan.virtual_stages == plan_.virtual_stages);
    }
    [[nodiscard]] bool allow_states(Plan const& plan) const {
        return (sharding_ || plan.sharding == plan_.sharding) &&
               (shard_ || plan.shard_devices == plan_.shard_devices);
    }
    [[nodiscard]] bool allow_recompute(Recompute recompute) const {
        return recompute_ || recompute == plan_.recompute;
    }

  private:
    Plan plan_;
    bool tensor_ = true, expert_ = true, tensor_experts_ = true, pipeline_ = true, data_ = true,
         accumulation_ = true, ends_ = true, pieces_ = true, sharding_ = true, shard_ = true,
         recompute_ = true;
    static constexpr std::array<std::pair<std::string_view, bool HeldValues::*>, 11> opens_{
        {{"tp", &HeldValues::tensor_},
         {"ep", &HeldValues::expert_},
         {"etp", &HeldValues::tensor_experts_},
         {"pp", &HeldValues::pipeline_},
         {"dp", &HeldValues::data_},
         {"acc", &HeldValues::accumulation_},
         {"ends", &HeldValues::ends_},
         {"vp", &HeldValues::pieces_},
         {"zero", &HeldValues::sharding_},
         {"shard", &HeldValues::shard_},
         {"recompute", &HeldValues::recompute_}}};
};

}  // namespace clustersim
