// SPDX-License-Identifier: Apache-2.0
#include "models/application/catalogue.hpp"

#include "tests/support/catch.hpp"

#include <filesystem>
#include <string>

using namespace clustersim;

namespace {

std::filesystem::path const applications = std::string(PROJECT_DIR) + "/workloads/applications";
std::filesystem::path const fixtures = std::string(PROJECT_DIR) + "/tests/fixtures/application";

}  // namespace

TEST_CASE("every shipped application can be read by its name", "[application][unit]") {
    auto const names = application_names(applications);
    CHECK(names.size() >= 6);
    for (std::string const& name : names) {
        INFO(name);
        auto const application = load_any_application(name, applications);
        if (!application) FAIL_CHECK(to_text(application.error()));
        if (!application) continue;
        CHECK(std::visit([](auto const& any) { return any.name; }, *application) == name);
    }
}

TEST_CASE("an unknown application gives an error with the nearest name", "[application][unit]") {
    auto const refused = load_application("resnet5", applications);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().front().code == Code::unknown_name);
    CHECK(refused.error().items().front().help.find("did you mean \"resnet50\"?") !=
          std::string::npos);
    CHECK(load_application("resnet50", fixtures / "nowhere").error().items().front().code ==
          Code::cannot_read);
}

TEST_CASE("a user's own application is given by its path, and may extend another",
          "[application][unit]") {
    auto const extended =
        load_application((fixtures / "good/extends-by-path.yaml").string(), applications);
    REQUIRE(extended);
    CHECK(std::get<Transformer>(extended->model).layers == 4);
    CHECK(std::get<Transformer>(extended->model).hidden == 64);
    CHECK(load_application("good/minimal.yaml", applications, fixtures));
    auto const missing = load_application("bad/extends-nowhere.yaml", applications, fixtures);
    REQUIRE_FALSE(missing);
    CHECK(missing.error().items().front().code == Code::cannot_read);
    CHECK_FALSE(load_application("./no-such.yaml", applications, fixtures));
}
