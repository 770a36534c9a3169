// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/run_text.hpp"

#include "sim/core/human.hpp"

namespace clustersim {

std::string run_text(JobOutcome const& outcome) {
    if (!outcome.campaign_result)
        return human_range(outcome.runtime.value, outcome.runtime.low, outcome.runtime.high);
    CampaignForecast const& whole = outcome.campaign_result->forecast;
    return human_range(whole.calendar_median, whole.calendar_low, whole.calendar_high);
}

}  // namespace clustersim
