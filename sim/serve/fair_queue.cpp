// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/fair_queue.hpp"

#include <algorithm>

namespace clustersim {

FairQueue::Full FairQueue::is_full(std::string const& asker) const {
    if (asker_of_.size() >= most_in_all_) return Full::all;
    auto const own = waiting_.find(asker);
    return own != waiting_.end() && own->second.size() >= most_each_ ? Full::asker : Full::none;
}

FairQueue::Ticket FairQueue::enter(std::string const& asker) {
    Ticket const ticket = ++last_;
    auto& own = waiting_[asker];
    if (own.empty()) turns_.push_back(asker);
    own.push_back(ticket);
    asker_of_.emplace(ticket, asker);
    return ticket;
}

bool FairQueue::may_begin(std::string const& asker) const {
    std::size_t const most = places_ > 1 ? places_ - 1 : 1;
    auto const is_own = [&](auto const& one) { return one.second == asker; };
    return static_cast<std::size_t>(std::ranges::count_if(running_, is_own)) < most;
}

std::optional<FairQueue::Ticket> FairQueue::next() const {
    if (running_.size() >= places_) return std::nullopt;
    for (std::string const& asker : turns_)
        if (may_begin(asker)) return waiting_.at(asker).front();
    return std::nullopt;
}

void FairQueue::begin(Ticket ticket) {
    std::string const asker = asker_of_.at(ticket);
    leave(ticket);
    running_.emplace(ticket, asker);
    if (auto const turn = std::ranges::find(turns_, asker); turn != turns_.end())
        turns_.splice(turns_.end(), turns_, turn);
}

void FairQueue::leave(Ticket ticket) {
    running_.erase(ticket);
    auto const found = asker_of_.find(ticket);
    if (found == asker_of_.end()) return;
    auto& own = waiting_.at(found->second);
    std::erase(own, ticket);
    if (own.empty()) {
        waiting_.erase(found->second);
        turns_.remove(found->second);
    }
    asker_of_.erase(found);
}

std::size_t FairQueue::before(Ticket ticket) const {
    auto const found = asker_of_.find(ticket);
    if (found == asker_of_.end()) return 0;
    auto const& own = waiting_.at(found->second);
    auto const rounds = static_cast<std::size_t>(std::ranges::find(own, ticket) - own.begin());
    std::size_t before = rounds;
    bool is_sooner = true;  // the askers in front of this one have a turn more
    for (std::string const& asker : turns_) {
        if (asker == found->second) {
            is_sooner = false;
            continue;
        }
        before += std::min(waiting_.at(asker).size(), rounds + (is_sooner ? 1 : 0));
    }
    return before;
}

}  // namespace clustersim
