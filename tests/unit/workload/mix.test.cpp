// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/mix.hpp"

#include "sim/config/yaml_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <fstream>
#include <iterator>

using namespace clustersim;

namespace {

std::string const folder = PROJECT_DIR "/workloads/mixes";

constexpr auto small_mix = R"(schema: clustersim/mix/1
name: small
title: Two jobs
size-unit: gpu
sources: {s: somewhere}
source: s
confidence: docs
trace: {file: two.csv, period: 2 d, cycle: 1 d, jitter: 1 h}
request:
  menu: [{walltime: 1 h, weight: 2}]
  limit-weight: 1
)";

std::string replaced(std::string text, std::string const& from, std::string const& to) {
    return text.replace(text.find(from), from.size(), to);
}

std::vector<Code> codes(Result<Mix> const& mix) {
    REQUIRE_FALSE(mix.has_value());
    std::vector<Code> all;
    for (Diagnostic const& d : mix.error().items()) all.push_back(d.code);
    return all;
}

}  // namespace

TEST_CASE("a mix is read with the trace in the same folder", "[workload][unit]") {
    ScratchFolder const scratch;
    scratch.write("two.csv", "submit,duration,gpus\n5,10,1\n100000,20,2\n200000,30,3\nx,1,1\n");
    auto const mix =
        load_mix("small.yaml", "", scratch.write("small.yaml", small_mix).parent_path());
    REQUIRE(mix.has_value());
    CHECK(mix->name == "small");
    CHECK(mix->size_factor == 1);
    auto const& trace = std::get<TraceReplay>(mix->source);
    CHECK(trace.jobs.size() == 2);  // the third is after the period
    CHECK(trace.period == Seconds{2 * 86400});
    CHECK(trace.jitter == Seconds{3600});
    REQUIRE(mix->request.menu.size() == 1);
    CHECK(mix->request.menu[0].walltime == Seconds{3600});
    CHECK_FALSE(mix->notes.empty());
}

TEST_CASE("every problem of a mix is reported at once", "[workload][unit]") {
    ScratchFolder const scratch;
    scratch.write("two.csv", "submit,duration,gpus\n5,10,1\n");
    auto const load = [&](std::string const& text) {
        scratch.write("small.yaml", text);
        return load_mix("small.yaml", "", scratch.path());
    };
    CHECK(codes(load(replaced(small_mix, "period: 2 d", "period: 36 h"))) ==
          std::vector{Code::inconsistent});
    CHECK(codes(load(replaced(small_mix, "jitter: 1 h", "jitter: 13 h"))) ==
          std::vector{Code::inconsistent});
    CHECK(codes(load(replaced(small_mix, "two.csv", "three.csv"))) ==
          std::vector{Code::cannot_read});
    CHECK(codes(load(replaced(small_mix, "size-unit: gpu", "size-unit: core"))).front() ==
          Code::unknown_name);
    CHECK(codes(load(replaced(small_mix, "confidence: docs\n", ""))).front() ==
          Code::no_provenance);
    CHECK(codes(load(replaced(replaced(small_mix, "weight: 2", "weight: -2"),
                              "limit-weight: 1",
                              "limit-weight: 0"))) ==
          std::vector{Code::out_of_range, Code::out_of_range});
    CHECK(codes(load(replaced(small_mix, "limit-weight: 1", "limit: 12 h\n  limit-weight: 1"))) ==
          std::vector{Code::inconsistent});
    CHECK(codes(load(replaced(small_mix, "title:", "titel:"))) ==
          std::vector{Code::missing_key, Code::unknown_key});
}

TEST_CASE("an unknown mix gives an error with the nearest name", "[workload][unit]") {
    auto const mix = load_mix("itp-trac", folder);
    REQUIRE_FALSE(mix.has_value());
    CHECK(mix.error().items().front().code == Code::unknown_name);
    CHECK(mix.error().items().front().help.find("itp-trace") != std::string::npos);
    CHECK(codes(load_mix("./none.yaml", folder)).front() == Code::cannot_read);
}

TEST_CASE("every shipped mix can be read and has its file's name", "[workload][unit]") {
    auto const names = YamlFolder(folder, "mix").names();
    CHECK(names.size() >= 1);
    for (std::string const& name : names) {
        auto const mix = load_mix(name, folder);
        INFO(name << (mix ? "" : to_text(mix.error())));
        REQUIRE(mix.has_value());
        CHECK(mix->name == name);
    }
}

TEST_CASE("a generator's impossible numbers are reported with their places", "[workload][unit]") {
    ScratchFolder const scratch;
    auto const broken =
        [&](std::string const& name, std::string const& from, std::string const& to) {
            std::ifstream file(folder + "/" + name);
            std::string const text{std::istreambuf_iterator<char>(file),
                                   std::istreambuf_iterator<char>()};
            scratch.write("broken.yaml", replaced(text, from, to));
            auto const all = codes(load_mix("broken.yaml", "", scratch.path()));
            REQUIRE(all.size() == 1);
            return all.front();
        };
    CHECK(broken("gpu-centre.yaml", "alike: 0.53", "alike: 1.53") == Code::out_of_range);
    CHECK(broken("gpu-centre.yaml", "gap: 36.3 s", "gap: 36.3") == Code::wrong_unit);
    CHECK(broken("gpu-centre.yaml", "hours: [1.21, ", "hours: [") == Code::wrong_type);
    CHECK(broken("gpu-centre.yaml", "size-unit: gpu", "size-unit: gpu\nlublin2: {}") ==
          Code::unknown_key);
    CHECK(broken("lublin-cpu.yaml", "power-of-two: 0.576", "power-of-two: 0.8") ==
          Code::inconsistent);
    CHECK(broken("lublin-cpu.yaml", "slope: -0.0054", "slope: 0.0054") == Code::out_of_range);
}

TEST_CASE("the users and the machine of a mix of batches are read and checked",
          "[workload][unit]") {
    ScratchFolder const scratch;
    std::ifstream file(folder + "/gpu-centre.yaml");
    std::string const text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    auto const load = [&](std::string const& keys) {
        scratch.write("users.yaml",
                      replaced(text, "  shortest-run:", "  " + keys + "\n  shortest-run:"));
        return load_mix("users.yaml", "", scratch.path());
    };
    auto const mix = load("machine-size: 512\n  users: {count: 40, activity: 1.5, size: 0.6, run: "
                          "0.3, request: 0.7, overlap: 0.4, think: {mu: 7, sigma: 2}}");
    REQUIRE(mix);
    auto const& model = std::get<BatchModel>(mix->source);
    CHECK(model.machine_size == 512);
    REQUIRE(model.users);
    CHECK(model.users->count == 40);
    CHECK(model.users->activity == 1.5);
    CHECK(model.users->size == 0.6);
    CHECK(model.users->run == 0.3);
    CHECK(model.users->request == 0.7);
    CHECK(model.users->overlap == 0.4);
    CHECK(model.users->think.mu == 7.0);
    CHECK(model.users->think.sigma == 2.0);
    CHECK(codes(load("machine-size: 0")) == std::vector{Code::out_of_range});
    CHECK(codes(load("users: {count: 0, activity: -1, size: 1.1, run: 2, request: -1, overlap: 3, "
                     "think: {mu: 50, sigma: -1}}")) == std::vector(8, Code::out_of_range));
    CHECK(codes(load("users: {count: 3}")) == std::vector(6, Code::missing_key));
}

TEST_CASE("a mix whose jobs could never be sampled is refused", "[workload][unit]") {
    ScratchFolder const scratch;
    auto const problem_of = [&](std::string const& from, std::string const& to) {
        std::ifstream file(folder + "/lublin-cpu.yaml");
        std::string const text{std::istreambuf_iterator<char>(file),
                               std::istreambuf_iterator<char>()};
        REQUIRE(text.find(from) != std::string::npos);
        scratch.write("broken.yaml", replaced(text, from, to));
        auto const mix = load_mix("broken.yaml", "", scratch.path());
        REQUIRE_FALSE(mix);
        return mix.error().items()[0].message + "; " + mix.error().items()[0].expected;
    };
    CHECK(problem_of("longest-log: 12", "longest-log: 6") ==
          "the mean of \"long-runs\", shape times scale, is 9.36; at most 6");
    CHECK(problem_of("scale: 3.9631", "scale: 3963.1") ==
          "the mean of \"day\", shape times scale, is 3.239e+04; at most 48");
}
