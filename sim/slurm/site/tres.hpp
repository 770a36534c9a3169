// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// Positions of the trackable resources that every cluster has (spec 1.6). If several limits are
/// violated, the first in this order is named.
namespace tres {
inline constexpr std::size_t cpu = 0;
inline constexpr std::size_t mem = 1;  ///< MB
inline constexpr std::size_t energy = 2;
inline constexpr std::size_t node = 3;
inline constexpr std::size_t billing = 4;
inline constexpr std::size_t fs_disk = 5;
inline constexpr std::size_t vmem = 6;
inline constexpr std::size_t pages = 7;
inline constexpr std::size_t first_configured = 8;
}  // namespace tres

/// Amounts by TRES position. Positions past the end are zero.
using TresCounts = std::vector<std::int64_t>;

/// Limits by TRES position; an unset position is unlimited.
class TresLimits {
  public:
    void set(std::size_t position, std::int64_t limit) {
        if (limits_.size() <= position) limits_.resize(position + 1, unset);
        limits_[position] = limit;
    }
    [[nodiscard]] std::optional<std::int64_t> at(std::size_t position) const {
        if (position >= limits_.size() || limits_[position] == unset) return std::nullopt;
        return limits_[position];
    }
    [[nodiscard]] bool empty() const { return limits_.empty(); }
    [[nodiscard]] std::size_t size() const { return limits_.size(); }
    friend bool operator==(TresLimits const&, TresLimits const&) = default;

  private:
    static constexpr std::int64_t unset = -1;
    std::vector<std::int64_t> limits_;
};

/// The names of a cluster's trackable resources: the fixed ones, then those of
/// AccountingStorageTRES, such as "gres/gpu", "gres/gpu:a100" and "license/matlab".
class TresTable {
  public:
    TresTable();
    /// Adds a name if it is new; names are compared without case. Returns its position.
    std::size_t add(std::string_view name);
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    [[nodiscard]] std::string const& name(std::size_t position) const { return names_[position]; }
    [[nodiscard]] std::size_t size() const { return names_.size(); }
    friend bool operator==(TresTable const&, TresTable const&) = default;

  private:
    std::vector<std::string> names_;
};

}  // namespace clustersim::slurm
