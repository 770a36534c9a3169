// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace clustersim {

/// Numbers for names of users and queues, as columns of numbers need them. A name that is a number up to a million
/// keeps it, because such numbers often follow an order of the site. The others count upwards from there by their first
/// appearance, so a number does not depend on what comes later in the input.
class NumberOfName {
  public:
    static constexpr std::uint32_t first_of_names = 1'000'001;
    using Numbers = std::map<std::string, std::uint32_t, std::less<>>;

    NumberOfName() = default;
    /// Numbers that were given before.
    explicit NumberOfName(Numbers numbers);

    std::uint32_t operator()(std::string_view name);
    /// Those given so far.
    [[nodiscard]] Numbers const& numbers() const { return numbers_; }

  private:
    Numbers numbers_;
    std::uint32_t next_ = first_of_names;
};

/// The numbers of names, which trees learn from.
struct WaitNames {
    NumberOfName user, queue;
};

}  // namespace clustersim
