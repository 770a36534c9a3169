// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// Numbers for names, from 0 in the order in which they are first requested.
class PastNames {
  public:
    /// The number of a name, which is added if it is new.
    std::uint32_t number(std::string_view name);
    /// The name of a number; empty for one that was not given, as for jobs without names.
    std::string const& operator[](std::uint32_t number) const;
    [[nodiscard]] std::size_t size() const { return names_.size(); }
    [[nodiscard]] std::vector<std::string> const& names() const { return names_; }

  private:
    std::vector<std::string> names_;
    std::map<std::string, std::uint32_t, std::less<>> numbers_;
};

}  // namespace clustersim
