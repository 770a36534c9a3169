// SPDX-License-Identifier: Apache-2.0
#include "sim/core/enum_names.hpp"

#include "tests/support/catch.hpp"

#include <string_view>
#include <utility>

using namespace clustersim;

namespace {

enum class Tide : unsigned char { low, rising_fast, high };

}  // namespace

TEST_CASE("an enumeration's words are its enumerators, in their order", "[core][unit]") {
    REQUIRE(enum_names<Tide>.size() == 3);
    CHECK(enum_names<Tide>[0] == std::pair<std::string_view, Tide>{"low", Tide::low});
    CHECK(enum_names<Tide>[1] ==
          std::pair<std::string_view, Tide>{"rising_fast", Tide::rising_fast});
    CHECK(enum_name(Tide::high) == "high");
}
