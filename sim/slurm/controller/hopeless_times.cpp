// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/hopeless_times.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

/// True if what failed for one job fails for another.
bool holds_for(HopelessTimes::Asked const& failed, HopelessTimes::Asked const& asked) {
    return failed.partition == asked.partition && failed.nodes <= asked.nodes &&
           failed.length <= asked.length;
}

}  // namespace

void HopelessTimes::begin(Asked const& asked) {
    asked_ = asked;
    position_ = 0;
    used_ = false;
    found_.clear();
    of_others_.clear();
    Entry const* best = nullptr;
    for (std::size_t i = 0; i < known_; ++i) {
        auto const& entry = entries_[i];
        if (holds_for(entry.asked, asked) &&
            (best == nullptr || entry.spans.back().until > best->spans.back().until))
            best = &entry;
    }
    if (best != nullptr) of_others_ = best->spans;
}

bool HopelessTimes::fails(Instant from, Instant until) {
    while (position_ < of_others_.size() && of_others_[position_].until <= from) {
        ++position_;
        used_ = false;
    }
    if (position_ == of_others_.size()) return false;
    auto const& span = of_others_[position_];
    if (from < span.from || until > span.until) return false;
    if (!used_) found_.push_back(span);
    used_ = true;
    return true;
}

void HopelessTimes::end() {
    if (found_.empty()) return;
    auto const same = [&](Entry const& entry) {
        return holds_for(entry.asked, asked_) && holds_for(asked_, entry.asked);
    };
    auto const last = entries_.begin() + static_cast<std::ptrdiff_t>(known_);
    auto place = std::find_if(entries_.begin(), last, same);
    if (place == last) {
        if (known_ == entries_.size()) entries_.emplace_back();
        place = entries_.begin() + static_cast<std::ptrdiff_t>(known_++);
        place->asked = asked_;
    }
    std::swap(place->spans, found_);
}

}  // namespace clustersim::slurm
