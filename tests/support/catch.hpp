// SPDX-License-Identifier: Apache-2.0
#pragma once

// Debian 12 has Catch2 2.13, with one header and a global Approx; version 3 split the header and
// moved Approx. Tests use only the common part: TEST_CASE, SECTION, GENERATE, REQUIRE, CHECK,
// Approx.
#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
using Catch::Approx;
#endif
