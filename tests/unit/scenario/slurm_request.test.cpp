// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/slurm_request.hpp"

#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

SlurmPlace place_of(std::string const& machine, std::string const& partition) {
    System const system = Catalogue{std::string(PROJECT_DIR) + "/systems"}.load(machine)->system;
    return slurm_place(system, *system.find_partition(partition));
}

Job job_of(std::int32_t nodes, std::int32_t units, std::int64_t hours) {
    return {.id = 7,
            .submit = {},
            .run = Seconds{hours * 1800},
            .requested = Seconds{hours * 3600},
            .nodes = nodes,
            .units = units};
}

}  // namespace

TEST_CASE("a request for whole nodes includes all their resources", "[scenario][unit]") {
    auto const request = slurm_request(job_of(4, 4, 10), place_of("leonardo", "boost_usr_prod"));
    CHECK(request.number == 7);
    CHECK(request.partition == "boost_usr_prod");
    CHECK(request.constraint.empty());
    CHECK(request.min_nodes == 4);
    CHECK(request.max_nodes == 4);
    CHECK(request.exclusive == slurm::Exclusive::whole_nodes);
    REQUIRE(request.gres.size() == 1);
    CHECK(request.gres.front().count == 4);
    CHECK(request.time_minutes == 600);
    CHECK(request.run_times == std::vector{Seconds{18000}});
}

TEST_CASE("a part of a node is its GPUs with their share of cores and memory", "[scenario][unit]") {
    auto const small = slurm_request(job_of(1, 2, 1), place_of("mahti", "gpusmall"));
    CHECK(small.exclusive == slurm::Exclusive::no);
    CHECK(small.gres.front().type == "a100");
    CHECK(small.gres.front().count == 2);
    CHECK(small.cpus_per_task == 64);
    CHECK(small.mem_per_node_mb == 2 * 125440);  // 122.5 GiB a GPU
    CHECK(small.constraint == "gpu");
    auto const dev = slurm_request(job_of(1, 1, 1), place_of("lumi", "dev-g"));
    CHECK(dev.cpus_per_task == 7);
    CHECK(dev.gres.front().type == "mi250");
}

TEST_CASE("a slice of Berzelius always has eight cores", "[scenario][unit]") {
    auto const request = slurm_request(job_of(1, 6, 2), place_of("berzelius", "mig"));
    CHECK(request.partition == "berzelius");
    CHECK(request.reservation == "3g.20gb");
    CHECK(request.constraint.empty());
    CHECK(request.gres.front().count == 1);
    CHECK(request.gres.front().type == "3g.20gb");
    CHECK(request.cpus_per_task == 8);
    CHECK(slurm_request(job_of(1, 1, 2), place_of("berzelius", "fat")).constraint == "fat");
}

TEST_CASE("background jobs use the first QOS that admits them", "[scenario][unit]") {
    SlurmPlace const booster = place_of("leonardo", "boost_usr_prod");
    Job small = job_of(10, 4, 20);
    CHECK(fit_to_site(booster, small).name == "normal");
    Job large = job_of(100, 4, 20);
    CHECK(fit_to_site(booster, large).name == "boost_qos_bprod");
    Job longer = job_of(2, 4, 90);
    CHECK(fit_to_site(booster, longer).name == "boost_qos_lprod");
    CHECK(longer.requested == Seconds{90 * 3600});
    // No QOS admits a hundred nodes for four days: its time is reduced to one day.
    Job both = job_of(100, 4, 90);
    CHECK(fit_to_site(booster, both).name == "boost_qos_bprod");
    CHECK(both.requested == Seconds{86400});
    CHECK(both.run == Seconds{86400});
}

TEST_CASE("the size of a background job is changed to one that the partition accepts",
          "[scenario][unit]") {
    Job most = job_of(1, 4, 10);
    fit_to_site(place_of("mahti", "gpusmall"), most);
    CHECK(most.units == 2);
    Job tiny = job_of(2, 1, 10);
    fit_to_site(place_of("mahti", "large"), tiny);
    CHECK(tiny.nodes == 20);
    CHECK(tiny.run == Seconds{1800});  // a tenth of the time on ten times the nodes
    Job wide = job_of(5, 8, 1);
    fit_to_site(place_of("karolina", "qgpu_exp"), wide);
    CHECK(wide.nodes == 1);
    Job fits = job_of(3, 1, 1);
    fit_to_site(place_of("lumi", "standard-g"), fits);
    CHECK(fits.nodes == 3);
    CHECK(fits.run == Seconds{1800});
}
