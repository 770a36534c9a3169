// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resumed_work.hpp"

#include "sim/scenario/campaign_plan.hpp"

namespace clustersim {
namespace {

class ResumedWork final : public PlacedWork {
  public:
    explicit ResumedWork(CampaignPlan const& plan) : plan_(plan) {}

    [[nodiscard]] std::shared_ptr<PlacedRun const>
    run_on(NodesInUse const& /*nodes*/, std::span<Seconds const> earlier) const override {
        CampaignPlan left = plan_;
        for (Seconds const time : earlier) left.work -= saved_when_stopped(left, time.duration());
        return std::make_shared<PlacedRun const>(round_up(first_submission(left)));
    }

  private:
    CampaignPlan plan_;
};

}  // namespace

std::shared_ptr<PlacedWork const> resumed_work(CampaignPlan const& plan) {
    return std::make_shared<ResumedWork const>(plan);
}

}  // namespace clustersim
