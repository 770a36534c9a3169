// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_set.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace clustersim::slurm {

/// Cores of one node, by number: those of socket 0 come first. The first 256 are in the object itself,
/// so that copies of nearly all masks need no memory of their own.
class CoreMask {
  public:
    CoreMask() = default;
    CoreMask(CoreMask const& other) : low_(other.low_) {
        if (other.high_) [[unlikely]]
            high_ = std::make_unique<Words>(*other.high_);
    }
    CoreMask& operator=(CoreMask const& other) {
        low_ = other.low_;
        if (high_ || other.high_) [[unlikely]]
            high_ = other.high_ ? std::make_unique<Words>(*other.high_) : nullptr;
        return *this;
    }
    CoreMask(CoreMask&&) noexcept = default;
    CoreMask& operator=(CoreMask&&) noexcept = default;
    ~CoreMask() = default;

    [[nodiscard]] bool contains(std::int32_t core) const {
        auto const c = static_cast<std::size_t>(core);
        return (word(c / 64) >> (c % 64) & 1U) != 0;
    }
    void insert(std::int32_t core) {
        auto const c = static_cast<std::size_t>(core);
        set_word(c / 64, word(c / 64) | std::uint64_t{1} << (c % 64));
    }
    void erase(std::int32_t core) {
        auto const c = static_cast<std::size_t>(core);
        set_word(c / 64, word(c / 64) & ~(std::uint64_t{1} << (c % 64)));
    }
    [[nodiscard]] std::int32_t count() const {
        std::int32_t const low = ones(low_[0]) + ones(low_[1]) + ones(low_[2]) + ones(low_[3]);
        return high_ ? low + count_high() : low;
    }
    [[nodiscard]] bool empty() const {
        return (low_[0] | low_[1] | low_[2] | low_[3]) == 0 && (!high_ || count_high() == 0);
    }
    /// Number of the cores [first, first + length) that are in the mask.
    [[nodiscard]] std::int32_t count(std::int32_t first, std::int32_t length) const {
        std::int32_t total = 0;
        for (auto at = first, end = first + length; at < end;) {
            auto const bit = at % 64;
            auto const here = end - at < 64 - bit ? end - at : 64 - bit;
            auto const bits = word(static_cast<std::size_t>(at / 64)) >> bit;
            total += ones(here == 64 ? bits : bits & ((std::uint64_t{1} << here) - 1));
            at += here;
        }
        return total;
    }
    [[nodiscard]] std::uint64_t word(std::size_t at) const {
        return at < low_.size() ? low_[at] : high_word(at);
    }
    void set_word(std::size_t at, std::uint64_t bits) {
        if (at < low_.size())
            low_[at] = bits;
        else
            set_high_word(at, bits);
    }
    /// The cores 0 to cores - 1.
    static CoreMask first(std::int32_t cores) {
        CoreMask mask;
        for (std::size_t at = 0; cores > 0; ++at, cores -= 64)
            mask.set_word(at, cores >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << cores) - 1);
        return mask;
    }
    CoreMask& operator|=(CoreMask const& other) {
        for (std::size_t i = 0; i < low_.size(); ++i) low_[i] |= other.low_[i];
        if (other.high_) [[unlikely]]
            add_high(other);
        return *this;
    }
    CoreMask& operator-=(CoreMask const& other) {
        for (std::size_t i = 0; i < low_.size(); ++i) low_[i] &= ~other.low_[i];
        if (high_ && other.high_) [[unlikely]]
            remove_high(other);
        return *this;
    }
    friend bool operator==(CoreMask const& a, CoreMask const& b) {
        return a.low_ == b.low_ && ((!a.high_ && !b.high_) || a.same_high(b));
    }

  private:
    using Words = std::vector<std::uint64_t>;

    [[nodiscard]] std::int32_t count_high() const;
    [[nodiscard]] std::uint64_t high_word(std::size_t at) const;
    void set_high_word(std::size_t at, std::uint64_t bits);
    void add_high(CoreMask const& other);
    void remove_high(CoreMask const& other);
    [[nodiscard]] bool same_high(CoreMask const& other) const;

    std::array<std::uint64_t, 4> low_{};
    std::unique_ptr<Words> high_;  ///< from core 256 on; null, or shorter: no cores there
};

}  // namespace clustersim::slurm
