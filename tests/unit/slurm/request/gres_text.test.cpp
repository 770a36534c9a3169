// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/gres_text.hpp"

#include "sim/slurm/request/license_text.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim::slurm;

namespace {

std::string listed(tl::expected<std::vector<GresRequest>, std::string> const& got) {
    if (!got) return got.error();
    std::string out;
    for (GresRequest const& one : *got) out += (out.empty() ? "" : " ") + gres_text(one);
    return out;
}

std::string licenses(char const* text) {
    std::vector<License> const known = {{"matlab", 10}, {"ansys", 2}};
    auto const got = parse_licenses(text, known);
    if (!got) return got.error();
    std::string out;
    for (LicenseRequest const& one : *got)
        out += std::to_string(one.license) + "x" + std::to_string(one.count) + " ";
    return out;
}

}  // namespace

TEST_CASE("a GRES text gives names, types and counts (spec 1.6.2)", "[slurm_request][unit]") {
    CHECK(listed(parse_gres("gpu")) == "gres:gpu:1");
    CHECK(listed(parse_gres("gpu:2")) == "gres:gpu:2");
    CHECK(listed(parse_gres("gpu:a100")) == "gres:gpu:a100:1");
    CHECK(listed(parse_gres("gpu:a100:2,nvme:1")) == "gres:gpu:a100:2 gres:nvme:1");
    CHECK(listed(parse_gres("gpu:1g.5gb:3")) == "gres:gpu:1g.5gb:3");
    CHECK(listed(parse_gres("gpu:1g.5gb")) == "gres:gpu:1g.5gb:1");
    CHECK(listed(parse_gres("bandwidth:2K")) == "gres:bandwidth:2048");
    CHECK(listed(parse_gres("gres:gpu:2")) == "gres:gpu:2");
    CHECK(listed(parse_gres("none")).empty());
    CHECK(listed(parse_gres("")).empty());
    CHECK(listed(parse_gres("gpu:0")).empty());
    for (char const* text : {"gpu:",
                             ":2",
                             "gpu::2",
                             "gpu:a100:x",
                             "gpu:a:b:2",
                             "2",
                             "gpu,,x",
                             "gpu:-1",
                             "gpu:a100:99999999999",
                             "gpu=2"}) {
        INFO(text);
        CHECK(listed(parse_gres(text)) == "Invalid generic resource (gres) specification");
    }
}

TEST_CASE("a GPU option gives a count and optionally a type", "[slurm_request][unit]") {
    CHECK(listed(parse_gpus("4", GresScope::per_job)) == "gres:gpu:4");
    CHECK(listed(parse_gpus("a100:2", GresScope::per_node)) == "gres:gpu:a100:2");
    CHECK(listed(parse_gpus("a100:2,v100:1", GresScope::per_node)) ==
          "gres:gpu:a100:2 gres:gpu:v100:1");
    CHECK(parse_gpus("2", GresScope::per_task)->front().scope == GresScope::per_task);
    CHECK_FALSE(parse_gpus("", GresScope::per_job));
    CHECK_FALSE(parse_gpus("a:b:2", GresScope::per_job));
}

TEST_CASE("licences are resolved and added up (spec 1.6.4)", "[slurm_request][unit]") {
    CHECK(licenses("").empty());
    CHECK(licenses("matlab") == "0x1 ");
    CHECK(licenses("matlab:3,ansys:2") == "0x3 1x2 ");
    CHECK(licenses("matlab:3;matlab:7") == "0x10 ");
}

TEST_CASE("licences that the cluster does not have are refused (TV-46)", "[slurm_request][unit]") {
    for (char const* text : {"nosuch",
                             "ansys:3",
                             "ansys:1,ansys:2",
                             "matlab:",
                             "matlab:x",
                             ",",
                             "matlab:-1",
                             "matlab:999999999999999999",
                             "Matlab"}) {
        INFO(text);
        CHECK(licenses(text) == "Invalid license specification");
    }
}
