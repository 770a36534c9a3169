// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/stored_page.hpp"

#include "sim/scenario/resolved_document.hpp"
#include "sim/scenario/sealed_json.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <fmt/format.h>

#include <string>

namespace clustersim {
namespace {

std::string mark(std::string const& schema, std::string const& hash) {
    return sealed_json(fmt::format(
        "{{\"schema\": \"{}\", \"files\": {{\"report.json\": \"{}\"}}\n}}\n", schema, hash));
}

std::string message_of(std::filesystem::path const& folder) {
    auto const page = stored_page(folder);
    return page ? "" : page.error().items().front().message;
}

}  // namespace

TEST_CASE("the page of a result is found, and must be unchanged", "[report][unit]") {
    ScratchFolder const scratch;
    std::filesystem::path const folder = scratch.path();
    std::string const page = R"({"schema":"clustersim/report/1","kind":"run"})";
    CHECK(message_of(folder).starts_with("there is no result"));
    scratch.write("run.json", mark("clustersim/run/9", "0"));
    CHECK(message_of(folder).starts_with("another version of the program made this result"));
    scratch.write("run.json", "{\"schema\": \"clustersim/run/2\", \"files\": {}}\n");
    CHECK(message_of(folder).starts_with("this file has no hash of itself"));
    scratch.write("run.json", sealed_json("{\"schema\": \"clustersim/run/2\", \"files\": {}\n}\n"));
    CHECK(message_of(folder).starts_with("this result holds no report"));
    scratch.write("run.json", mark("clustersim/run/2", content_hash({page})));
    CHECK(message_of(folder).find("missing") != std::string::npos);
    scratch.write("report.json", page.substr(0, 20));
    CHECK(message_of(folder).find("changed or cut") != std::string::npos);
    scratch.write("report.json", page);
    REQUIRE(stored_page(folder));
    CHECK(*stored_page(folder) == page);
    std::string const later = R"({"schema":"clustersim/report/2"})";
    scratch.write("report.json", later);
    scratch.write("run.json", mark("clustersim/run/2", content_hash({later})));
    CHECK(message_of(folder).starts_with("another version of the program made this report"));
}

}  // namespace clustersim
