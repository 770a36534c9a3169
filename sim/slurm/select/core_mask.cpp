// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/core_mask.hpp"

#include <algorithm>

namespace clustersim::slurm {

std::int32_t CoreMask::count_high() const {
    std::int32_t total = 0;
    for (auto const word : *high_) total += ones(word);
    return total;
}

std::uint64_t CoreMask::high_word(std::size_t at) const {
    at -= low_.size();
    return high_ && at < high_->size() ? (*high_)[at] : 0;
}

void CoreMask::set_high_word(std::size_t at, std::uint64_t bits) {
    at -= low_.size();
    if (!high_) {
        if (bits == 0) return;
        high_ = std::make_unique<Words>();
    }
    if (at >= high_->size()) {
        if (bits == 0) return;
        high_->resize(at + 1);
    }
    (*high_)[at] = bits;
}

void CoreMask::add_high(CoreMask const& other) {
    for (std::size_t i = 0; i < other.high_->size(); ++i) {
        std::size_t const at = low_.size() + i;
        set_high_word(at, high_word(at) | (*other.high_)[i]);
    }
}

void CoreMask::remove_high(CoreMask const& other) {
    auto const words = std::min(high_->size(), other.high_->size());
    for (std::size_t i = 0; i < words; ++i) (*high_)[i] &= ~(*other.high_)[i];
}

bool CoreMask::same_high(CoreMask const& other) const {
    auto const words = std::max(high_ ? high_->size() : 0, other.high_ ? other.high_->size() : 0);
    for (std::size_t i = 0; i < words; ++i)
        if (high_word(low_.size() + i) != other.high_word(low_.size() + i)) return false;
    return true;
}

}  // namespace clustersim::slurm
