// SPDX-License-Identifier: Apache-2.0
#include "models/application/application_catalogue.hpp"

#include "models/machine/provenance.hpp"
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

TEST_CASE(
    "an own model needs five lines: what it changes without a source is its author's estimate",
    "[application][unit]") {
    auto const own =
        load_application((fixtures / "good/own-five-lines.yaml").string(), applications);
    if (!own) FAIL(to_text(own.error()));
    CHECK(std::get<Transformer>(own->model).layers == 32);
    auto const document =
        application_document((fixtures / "good/own-five-lines.yaml").string(), applications);
    REQUIRE(document);
    auto const layers = fact_at(*document, "transformer.layers");
    REQUIRE(layers);
    CHECK(layers->source == "yours");
    CHECK(layers->confidence == "estimate");
    auto const hidden = fact_at(*document, "transformer.hidden");
    REQUIRE(hidden);
    CHECK(hidden->source == "S");
    CHECK(hidden->confidence == "paper");
    CHECK(hidden->citation.find("Brown") != std::string::npos);
}

TEST_CASE("numbers of a parent keep their source if the file that extends it gives another",
          "[application][unit]") {
    std::string const path = (fixtures / "good/own-with-source.yaml").string();
    auto const own = load_application(path, applications);
    if (!own) FAIL(to_text(own.error()));
    auto const document = application_document(path, applications);
    REQUIRE(document);
    CHECK(fact_at(*document, "transformer.layers")->citation == "my own paper");
    auto const hidden = fact_at(*document, "transformer.hidden");
    REQUIRE(hidden);
    CHECK(hidden->confidence == "paper");
    CHECK(hidden->citation.find("Brown") != std::string::npos);
}
