// SPDX-License-Identifier: Apache-2.0
#include "sim/study/forecast/collect_script.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <string>

namespace clustersim {

TEST_CASE("the program has the script byte for byte", "[forecast]") {
    std::ifstream file(std::string(PROJECT_DIR) + "/sim/study/forecast/collect.sh");
    std::string const text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    CHECK(text.starts_with("#!/bin/sh\n"));
    CHECK(collect_script() == text);
}

}  // namespace clustersim
