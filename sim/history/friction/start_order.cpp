// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/start_order.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace clustersim {
namespace {

constexpr std::size_t fewest_pairs = 50, fewest_days = 5;
constexpr double fewest_righted = 0.1, share_of_wrong_righted = 0.5;
constexpr std::int64_t seconds_of_day = 86'400;
constexpr std::size_t most_offsets = 20;
/// More pairs add little: of a long past, only evenly spaced pairs count.
constexpr std::size_t most_pairs = 50'000;

struct Pair {
    std::size_t started = 0, waiting = 0;
};

class StartPairs final : public PastObserver {
  public:
    StartPairs(PastQueue const& past, std::set<std::uint32_t> limited)
        : past_(past), limited_(std::move(limited)) {}
    [[nodiscard]] bool compares() const override { return true; }
    void instead_of(PastQueueState const& /*state*/,
                    std::size_t starting,
                    std::size_t waiting) override {
        // The first job of each user is enough.
        if (limited_.contains(past_.jobs[waiting].user)) return;
        if (std::exchange(last_, starting) != starting) seen_.clear();
        if (seen_.insert({past_.jobs[waiting].user, past_.jobs[waiting].queue}).second)
            pairs.push_back({starting, waiting});
    }

    std::vector<Pair> pairs;

  private:
    PastQueue const& past_;
    std::set<std::uint32_t> limited_;
    std::size_t last_ = std::size_t(-1);
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
};

/// A bound of the offset of a name: above `at` if `above`, else below it.
struct Bound {
    std::int64_t at = 0;
    bool above = false;
};

struct Best {
    std::int64_t offset = 0;
    std::size_t wrong = 0, wrong_without = 0;
};

/// The offset with the fewest wrong bounds, as near to 0 as the interval of equally good ones allows, else its middle.
Best best_offset(std::vector<Bound> bounds) {
    std::ranges::sort(bounds, {}, [](Bound const& one) { return std::pair(one.at, !one.above); });
    Best best;
    std::size_t wrong = 0;  // of an offset below all bounds
    for (Bound const& one : bounds) {
        wrong += one.above ? 1 : 0;
        best.wrong_without += one.above ? (one.at >= 0 ? 1 : 0) : (one.at <= 0 ? 1 : 0);
    }
    best.wrong = best.wrong_without;
    std::size_t lowest = bounds.size() + 1;
    std::int64_t from = 0;
    std::int64_t to = 0;
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
        if (bounds[i].above)
            --wrong;
        else
            ++wrong;
        if (bounds[i].at == bounds[i + 1].at || wrong >= lowest) continue;
        lowest = wrong;
        from = bounds[i].at;
        to = bounds[i + 1].at;
    }
    if (lowest < best.wrong) {
        best.wrong = lowest;
        best.offset = from + (to - from) / 2;
    }
    return best;
}

class Offsets {
  public:
    Offsets(PastQueue const& past, std::vector<Pair> pairs)
        : past_(past),
          pairs_(std::move(pairs)),
          queue_(past.queues.size()),
          user_(past.users.size()) {}

    std::vector<OrderOffset> run() {
        of_all(false);
        of_all(true);
        return std::move(out_);
    }

  private:
    [[nodiscard]] std::uint32_t name_of(std::size_t job, bool of_user) const {
        return of_user ? past_.jobs[job].user : past_.jobs[job].queue;
    }
    [[nodiscard]] std::int64_t order_of(std::size_t job) const {
        PastQueueJob const& one = past_.jobs[job];
        return one.submit - queue_[one.queue] - user_[one.user];
    }

    /// What the pairs say of each name, given the offsets that are known.
    struct Said {
        std::vector<Bound> bounds;
        std::set<std::int64_t> days;
    };
    [[nodiscard]] std::vector<Said> said(bool of_user) const {
        std::vector<Said> out(of_user ? user_.size() : queue_.size());
        for (Pair const& one : pairs_) {
            auto const winner = name_of(one.started, of_user);
            auto const loser = name_of(one.waiting, of_user);
            if (winner == loser) continue;
            auto const later = order_of(one.started) - order_of(one.waiting);
            auto const day = past_.jobs[one.started].start / seconds_of_day;
            out[winner].bounds.push_back({later, true});
            out[loser].bounds.push_back({-later, false});
            out[winner].days.insert(day);
            out[loser].days.insert(day);
        }
        return out;
    }

    /// The offset that corrects most pairs, if it counts.
    [[nodiscard]] std::optional<OrderOffset> next(bool of_user) const {
        std::optional<OrderOffset> out;
        std::size_t most = 0;
        auto const names = said(of_user);
        for (std::uint32_t name = 0; name < names.size(); ++name) {
            auto const pairs = names[name].bounds.size();
            auto const known = of_user ? user_[name] : queue_[name];
            if (known != 0 || pairs < fewest_pairs || names[name].days.size() < fewest_days)
                continue;
            Best const best = best_offset(names[name].bounds);
            auto const righted = best.wrong_without - best.wrong;
            auto const share = static_cast<double>(righted);
            if (righted <= most || share < fewest_righted * static_cast<double>(pairs) ||
                share < share_of_wrong_righted * static_cast<double>(best.wrong_without))
                continue;
            most = righted;
            out = OrderOffset{
                .of_user = of_user,
                .name = name,
                .ahead_s = best.offset,
                .pairs = pairs,
                .misordered = static_cast<double>(best.wrong_without) / static_cast<double>(pairs),
                .misordered_with = static_cast<double>(best.wrong) / static_cast<double>(pairs),
                .days = names[name].days.size()};
        }
        return out;
    }

    /// One after the other, so that the advantage of one name is not also counted as the
    /// disadvantage of another.
    void of_all(bool of_user) {
        for (std::size_t i = 0; i < most_offsets; ++i) {
            auto const one = next(of_user);
            if (!one) return;
            (of_user ? user_ : queue_)[one->name] = one->ahead_s;
            out_.push_back(*one);
        }
    }

    PastQueue const& past_;
    std::vector<Pair> pairs_;
    std::vector<std::int64_t> queue_, user_;
    std::vector<OrderOffset> out_;
};

}  // namespace

std::vector<OrderOffset> order_offsets(PastQueue const& past,
                                       std::vector<UserLimit> const& limits) {
    std::set<std::uint32_t> limited;
    for (UserLimit const& one : limits) limited.insert(one.user);
    StartPairs pairs(past, std::move(limited));
    walk_past(past, pairs);
    auto const step = pairs.pairs.size() / most_pairs + 1;
    std::vector<Pair> some;
    for (std::size_t i = 0; i < pairs.pairs.size(); i += step) some.push_back(pairs.pairs[i]);
    return Offsets(past, std::move(some)).run();
}

}  // namespace clustersim
