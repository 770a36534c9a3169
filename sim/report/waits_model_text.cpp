// SPDX-License-Identifier: Apache-2.0
#include "sim/report/waits_model_text.hpp"

#include "sim/report/grouped_number.hpp"
#include "sim/report/table.hpp"
#include "sim/report/utc_text.hpp"

#include <fmt/format.h>

namespace clustersim {

std::string walk_score_text(WaitScore const& score, std::size_t days) {
    return fmt::format(
        "scored on {} past jobs of {} days, without their future: {} in the 90 % range, "
        "{} within ×2, {} within ×3, squared error {:.3f} of log10\n",
        grouped(static_cast<std::int64_t>(score.jobs)),
        days,
        percent(score.held),
        percent(score.within_2),
        percent(score.within_3),
        score.squared_error);
}

std::string waits_model_text(WaitsModel const& model) {
    return fmt::format("learned from {} waits of {} days with submissions, {} to {}; users: {}, "
                       "partitions: {}\n",
                       grouped(static_cast<std::int64_t>(model.ended)),
                       model.days,
                       utc_text(model.from.since_origin),
                       utc_text(model.until.since_origin),
                       model.names.user.numbers().size(),
                       model.names.queue.numbers().size()) +
           walk_score_text(model.score, model.scored_days);
}

}  // namespace clustersim
