// SPDX-License-Identifier: Apache-2.0
#include "sim/report/collective_table.hpp"

#include "sim/config/document.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

CalibrationGroup fitted_group() {
    CalibrationGroup group;
    group.name = "two\nlines";
    group.link_class = "h100-pairs";
    group.fit.figures = {{.path = "link.latency",
                          .unit = "us",
                          .before = 1.0,
                          .value = 0.8,
                          .low = 0.4,
                          .high = 1.6},
                         {.path = "link.achievable",
                          .unit = {},
                          .before = 0.7,
                          .value = 0.85,
                          .low = 0.6,
                          .high = 1.0},
                         {.path = "nic.latency",
                          .unit = "us",
                          .before = 1.0,
                          .value = 0.0,
                          .low = 0.0,
                          .high = 0.0}};
    group.fit.errors_after = {0.1, -0.3};
    return group;
}

std::string text_at(ConfigNode const& root, std::vector<char const*> const& path) {
    ConfigNode const* node = &root;
    for (char const* key : path) {
        node = node->find(key);
        REQUIRE(node != nullptr);
    }
    return node->scalar;
}

}  // namespace

TEST_CASE("a fit is read back from its YAML, whatever the file of measurements is called",
          "[report][unit]") {
    std::vector const groups{fitted_group()};
    for (std::string const name : {"plain.csv", "o'brien's.csv", "a: \"b\" #c.csv", "x\ny.csv"}) {
        INFO(name);
        auto const read = parse_yaml(calibration_yaml(groups, name), "fit.yaml");
        REQUIRE(read);
        CHECK(text_at(*read, {"sources", "M"}) == name);
        CHECK(text_at(*read, {"residuals", "data"}) == name);
        CHECK(text_at(*read, {"residuals", "rows"}) == "2");
        CHECK(text_at(*read, {"link", "latency", "value"}) == "0.8 us");
        CHECK(text_at(*read, {"link", "latency", "note"}) == "95 % from 0.4 us to 1.6 us");
        CHECK(text_at(*read, {"link", "achievable", "source"}) == "M");
        // Nothing is written of a time that vanishes.
        CHECK(read->find("nic") == nullptr);
    }
}
