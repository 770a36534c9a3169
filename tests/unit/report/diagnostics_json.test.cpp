// SPDX-License-Identifier: Apache-2.0
#include "sim/report/diagnostics_json.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("diagnostics are a versioned JSON document with code and place", "[report][unit]") {
    Diagnostics all;
    Diagnostic& d = all.add(problem(Code::unknown_key, "unknown key \"x\"", "remove it"));
    d.where = {"a.yaml", 3, 5, 1};
    std::string const text = diagnostics_json(all);
    CHECK(text.find("\"schema\": \"clustersim/diagnostics/1\"") != std::string::npos);
    CHECK(text.find("\"code\": \"CS0103\"") != std::string::npos);
    CHECK(text.find("\"line\": 3") != std::string::npos);
    CHECK(text.find("unknown key \\\"x\\\"") != std::string::npos);
}

TEST_CASE("bytes that are not UTF-8 do not stop the report", "[report][unit]") {
    Diagnostics all;
    all.add(problem(Code::cannot_read, "file \xff\xfe"));
    CHECK_FALSE(diagnostics_json(all).empty());
}
