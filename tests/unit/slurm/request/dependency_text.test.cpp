// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/dependency_text.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim::slurm;
using Type = DependencyType;

namespace {

Dependency on(Type type,
              std::int64_t job,
              std::optional<std::int64_t> task = std::nullopt,
              std::int64_t minutes = 0) {
    return {type, job, task, minutes};
}

}  // namespace

TEST_CASE("a dependency text gives the conditions of a job (spec 1.10)", "[slurm_request][unit]") {
    auto const expect = [](char const* text, std::vector<Dependency> const& all, bool any = false) {
        INFO(text);
        auto const got = parse_dependency(text);
        REQUIRE(got);
        CHECK(got->all == all);
        CHECK(got->any_is_enough == any);
    };
    expect("", {});
    expect("0", {});
    expect("12", {on(Type::afterany, 12)});
    expect("12,13_4", {on(Type::afterany, 12), on(Type::afterany, 13, 4)});
    expect("afterok:12:13_4,afterany:9",
           {on(Type::afterok, 12), on(Type::afterok, 13, 4), on(Type::afterany, 9)});
    expect("afternotok:1?aftercorr:2", {on(Type::afternotok, 1), on(Type::aftercorr, 2)}, true);
    expect("after:5+10:6", {on(Type::after, 5, {}, 10), on(Type::after, 6)});
    expect("after:5_2+10", {on(Type::after, 5, 2, 10)});
    expect("singleton", {on(Type::singleton, 0)});
    expect("afterok:3,singleton", {on(Type::afterok, 3), on(Type::singleton, 0)});
    expect("AfterOK:3_*", {on(Type::afterok, 3)});
    expect("afterburstbuffer:4", {on(Type::afterburstbuffer, 4)});
}

TEST_CASE("a dependency on an unknown job is valid text (TV-47)", "[slurm_request][unit]") {
    CHECK(parse_dependency("afterok:999").has_value());
}

TEST_CASE("an invalid dependency text is refused as by sbatch", "[slurm_request][unit]") {
    for (char const* text : {"afterok",
                             "afterok:",
                             "afterok:x",
                             "afterok:0",
                             "foo:1",
                             "singleton:1",
                             "afterok:1,",
                             "afterok:1,afterok:2?afterok:3",
                             "afterok:1_",
                             "afterok:1+5",
                             "after:1+",
                             "1:2",
                             ":1",
                             "afterok:1 2",
                             "afterok:-1",
                             "afterok:1x",
                             "?",
                             "afterok:1__2"}) {
        INFO(text);
        auto const got = parse_dependency(text);
        REQUIRE_FALSE(got);
        CHECK(got.error() == "Job dependency problem");
    }
}

TEST_CASE("a dependency list that is written and read again is unchanged",
          "[slurm_request][unit]") {
    for (char const* text : {"afterok:12,afterok:13_4,afterany:9",
                             "afternotok:1?aftercorr:2",
                             "after:5_2+10",
                             "singleton",
                             "afterok:3,singleton"}) {
        auto const list = parse_dependency(text).value();
        CHECK(dependency_text(list) == text);
        CHECK(parse_dependency(dependency_text(list)).value() == list);
    }
    CHECK(dependency_text(parse_dependency("afterok:1:2").value()) == "afterok:1,afterok:2");
}

TEST_CASE("a malformed request for dependencies is kept, to be refused at its submission",
          "[slurm_request][unit]") {
    DependencyRequest const good = read_dependency("afterok:1:2");
    CHECK(good.text == "afterok:1:2");
    CHECK(good.list.all.size() == 2);
    CHECK_FALSE(good.malformed);
    DependencyRequest const bad = read_dependency("afterok:x");
    CHECK(bad.malformed);
    CHECK_FALSE(bad.empty());
    CHECK(read_dependency("0").empty());
}
