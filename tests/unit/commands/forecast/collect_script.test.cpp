// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/collect_script.hpp"

#include "tests/support/catch.hpp"

#include <fstream>
#include <iterator>
#include <string>

namespace clustersim {

namespace {

std::string text_of(std::string const& name) {
    std::ifstream file(std::string(PROJECT_DIR) + "/sim/commands/forecast/" + name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("the program has the script with its filter byte for byte", "[forecast]") {
    auto text = text_of("collect.sh");
    CHECK(text.starts_with("#!/bin/sh\n"));
    std::string const place = "@collect_filter@\n";
    text.replace(text.find(place), place.size(), text_of("collect_filter.awk"));
    CHECK(collect_script() == text);
}

}  // namespace clustersim
