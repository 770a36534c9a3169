// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/simple_forecasts.hpp"

#include "sim/stats/quantile.hpp"
#include "sim/stats/quantile_bound.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace clustersim {
namespace {

constexpr std::size_t user_waits = 50;

WaitForecast forecast_from(std::span<double const> ascending) {
    WaitForecast forecast{.centre = median(ascending)};
    for (std::size_t i = 0; i < forecast_levels.size(); ++i)
        forecast.quantiles[i] = quantile(ascending, forecast_levels[i]);
    return forecast;
}

/// The latest waits of a class, and the forecasts from them until the next wait comes.
class TrailingWaits {
  public:
    void add(double log_wait, std::size_t most) {
        waits_.push_back(log_wait);
        if (waits_.size() > most) waits_.pop_front();
        current_ = false;
    }
    [[nodiscard]] WaitForecast const& forecast() {
        renew();
        return forecast_;
    }
    [[nodiscard]] std::optional<WaitForecast> const& bound() {
        renew();
        return bound_;
    }

  private:
    void renew() {
        if (std::exchange(current_, true)) return;
        auto const ascending = sorted(std::vector<double>(waits_.begin(), waits_.end()));
        forecast_ = forecast_from(ascending);
        auto const low = quantile_lower_bound(ascending, forecast_levels.front(), bound_confidence);
        auto const high = quantile_upper_bound(ascending, forecast_levels.back(), bound_confidence);
        bound_.reset();
        if (!low || !high) return;
        bound_ = forecast_;
        bound_->quantiles.front() = *low;
        bound_->quantiles.back() = *high;
    }

    std::deque<double> waits_;
    bool current_ = false;
    WaitForecast forecast_;
    std::optional<WaitForecast> bound_;
};

using ClassKey = std::tuple<std::uint32_t, JobSizeClass, WalltimeClass>;
using UserKey = std::pair<std::uint32_t, std::uint32_t>;

ClassKey class_of(WaitCase const& one) {
    return {one.queue, one.size, one.limit};
}

/// The waits that ended before an instant, in the order of the starts.
class EndedWaits {
  public:
    explicit EndedWaits(std::vector<WaitCase> const& cases) : cases_(cases), order_(cases.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return cases[i].start; });
    }
    /// Calls take(case) for each wait that ended since the last call.
    template <class Take>
    void until(Instant now, Take const& take) {
        for (; next_ < order_.size() && cases_[order_[next_]].start < now; ++next_)
            take(cases_[order_[next_]]);
    }

  private:
    std::vector<WaitCase> const& cases_;
    std::vector<std::size_t> order_;
    std::size_t next_ = 0;
};

}  // namespace

bool same_class(WaitCase const& a, WaitCase const& b) {
    return class_of(a) == class_of(b);
}

std::vector<MethodForecasts> simple_forecasts(WaitCases const& cases, WaitWalk const& walk) {
    std::size_t const n = cases.cases.size();
    std::vector<MethodForecasts> out;
    for (char const* method :
         {"constant", "last 400 of the class", "last 50 of the user", "binomial bound"})
        out.push_back({method, std::vector<std::optional<WaitForecast>>(n)});
    EndedWaits for_constant(cases.cases);
    EndedWaits for_classes(cases.cases);
    std::vector<double> all;
    std::map<ClassKey, TrailingWaits> by_class;
    std::map<UserKey, TrailingWaits> by_user;
    for (std::size_t b = walk.first_forecast; b < cases.blocks.size(); ++b) {
        WaitBlock const& block = cases.blocks[b];
        for_constant.until(block.known_until,
                           [&](WaitCase const& one) { all.push_back(one.log_wait()); });
        if (all.empty()) continue;
        WaitForecast const constant = forecast_from(sorted(all));
        for (std::size_t i = block.from; i < block.to; ++i) {
            WaitCase const& one = cases.cases[i];
            for_classes.until(one.at, [&](WaitCase const& past) {
                by_class[class_of(past)].add(past.log_wait(), class_waits);
                by_user[{past.queue, past.user}].add(past.log_wait(), user_waits);
            });
            out[0].of[i] = out[1].of[i] = out[2].of[i] = out[3].of[i] = constant;
            if (auto const found = by_class.find(class_of(one)); found != by_class.end()) {
                out[1].of[i] = found->second.forecast();
                if (auto const& bound = found->second.bound()) out[3].of[i] = bound;
            }
            if (auto const found = by_user.find({one.queue, one.user}); found != by_user.end())
                out[2].of[i] = found->second.forecast();
        }
    }
    return out;
}

}  // namespace clustersim
