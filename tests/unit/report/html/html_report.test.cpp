// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/html_report.hpp"

#include "tests/support/catch.hpp"

#include <string>

namespace clustersim {

TEST_CASE("a report is the page with its data in one place", "[report][unit]") {
    std::string const html = html_report("{\"title\":\"x\"}");
    CHECK(html.starts_with("<!DOCTYPE html>"));
    CHECK(html.find("id=\"data\">{\"title\":\"x\"}</script>") != std::string::npos);
    CHECK(html.find("<!--data-->") == std::string::npos);
}

TEST_CASE("no text of an input can end the data or start a comment", "[report][unit]") {
    std::string const html =
        html_report("[\"</script><script>alert(1)</script><!--\xE2\x80\xA8\xE2\x80\xA9\xC3\xA9\"]");
    CHECK(html.find("alert(1)\\u003c/script>\\u003c!--\\u2028\\u2029\xC3\xA9\"]</script>") !=
          std::string::npos);
    CHECK(html.find("</script><script>alert") == std::string::npos);
}

TEST_CASE("the page is at most 900 kB", "[report][unit]") {
    CHECK(html_report("").size() <= 900'000);
}

}  // namespace clustersim
