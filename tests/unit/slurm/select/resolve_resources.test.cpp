// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/resolve_resources.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/select/small_site.hpp"

namespace clustersim::slurm {

namespace {

Site a100_site() {
    auto site = small_site();
    NodeGres gres;
    gres.type = "a100";
    gres.count = 4;
    site.records[0].gres.push_back(gres);
    return site;
}

JobRequest with_gpus(std::int64_t count, GresScope scope) {
    JobRequest job;
    job.gres.push_back({"gpu", "", count, scope});
    return job;
}

constexpr auto bad_gres = "Invalid generic resource (gres) specification";

}  // namespace

TEST_CASE("it completes tasks, nodes and CPUs as sbatch does", "[slurm_select][unit]") {
    auto const site = small_site();
    JobRequest job;
    job.min_nodes = job.max_nodes = 2;
    job.ntasks_per_node = 1;
    job.cpus_per_task = 8;
    auto const two = resolve_resources(site, job, 0).value();
    CHECK(two.ntasks == 2);
    CHECK(two.min_cpus == 16);
    CHECK(two.min_cpus_per_node == 8);
    CHECK(two.requested_nodes == 2);

    auto const plain = resolve_resources(site, tasks(64), 0).value();
    CHECK(plain.min_nodes == 1);
    CHECK(plain.min_cpus == 64);
    CHECK(plain.max_nodes == max_nodes_unlimited);

    auto few = tasks(2);
    few.min_nodes = few.max_nodes = 4;
    CHECK(resolve_resources(site, few, 0)->min_nodes == 2);
}

TEST_CASE("a QOS may override the node counts of the partition (spec 1.4.3)",
          "[slurm_select][unit]") {
    auto site = small_site();
    site.partitions[0].max_nodes = 2;
    site.partitions[0].min_nodes = 2;
    Qos campaign;
    campaign.name = "campaign";
    campaign.flags.partition_max_nodes = campaign.flags.partition_min_nodes = true;
    site.qos.push_back(campaign);
    auto job = tasks(4);
    job.min_nodes = job.max_nodes = 4;
    CHECK(resolve_resources(site, job, 0)->max_nodes == 2);
    job.qos = "campaign";
    CHECK(resolve_resources(site, job, 0)->max_nodes == 4);
    job.min_nodes = job.max_nodes = 1;
    CHECK(resolve_resources(site, job, 0)->min_nodes == 1);
}

TEST_CASE("it aims at the maximum of a node range unless requested otherwise (spec 6.1.3)",
          "[slurm_select][unit]") {
    auto job = tasks(4);
    job.min_nodes = 2;
    job.max_nodes = 4;
    CHECK(resolve_resources(small_site(), job, 0)->requested_nodes == 4);
    job.use_min_nodes = true;
    CHECK(resolve_resources(small_site(), job, 0)->requested_nodes == 2);
}

TEST_CASE("it finds the GPUs that match a request by name and type", "[slurm_select][unit]") {
    auto site = a100_site();
    NodeGres other;
    other.type = "v100";
    other.count = 2;
    site.records[0].gres.push_back(other);
    JobRequest job;
    job.gres.push_back({"gpu", "v100", 1, GresScope::per_node});
    CHECK(resolve_resources(site, job, 0)->gres[0].devices_of_record[0] == 0b110000U);
    CHECK(resolve_resources(site, with_gpus(1, GresScope::per_node), 0)
              ->gres[0]
              .devices_of_record[0] == 0b111111U);
    JobRequest unknown;
    unknown.gres.push_back({"fpga", "", 1, GresScope::per_node});
    CHECK(resolve_resources(site, unknown, 0).error() == bad_gres);
}

TEST_CASE("it completes GPU counts from each other (spec 6.10)", "[slurm_select][unit]") {
    auto const site = a100_site();
    auto per_task = with_gpus(1, GresScope::per_task);
    CHECK(resolve_resources(site, per_task, 0).error() == bad_gres);
    per_task.ntasks = 6;
    auto const six = resolve_resources(site, per_task, 0).value();
    CHECK(six.gres[0].per_job == 6);
    CHECK(six.max_nodes == 6);

    auto both = with_gpus(8, GresScope::per_job);
    both.gres.push_back({"gpu", "", 4, GresScope::per_node});
    CHECK(resolve_resources(site, both, 0)->min_nodes == 2);
    both.gres[1].count = 3;
    CHECK(resolve_resources(site, both, 0).error() == bad_gres);

    auto few = with_gpus(2, GresScope::per_job);
    few.min_nodes = few.max_nodes = 3;
    CHECK(resolve_resources(site, few, 0).error() == bad_gres);
    CHECK(resolve_resources(site, with_gpus(1, GresScope::per_socket), 0).error() == bad_gres);

    auto tasks_of_gpus = with_gpus(2, GresScope::per_job);
    tasks_of_gpus.ntasks_per_gpu = 3;
    CHECK(resolve_resources(site, tasks_of_gpus, 0)->ntasks == 6);

    auto cpus_of_gpus = with_gpus(2, GresScope::per_node);
    cpus_of_gpus.cpus_per_gpu = 3;
    CHECK(resolve_resources(site, cpus_of_gpus, 0)->min_cpus_per_node == 6);
    cpus_of_gpus.cpus_per_task = 2;
    CHECK(resolve_resources(site, cpus_of_gpus, 0).error() == bad_gres);
}

TEST_CASE("it uses the memory default of the partition, then of the cluster (spec 6.12)",
          "[slurm_select][unit]") {
    auto site = a100_site();
    auto const memory = [&](JobRequest const& job) {
        return resolve_resources(site, job, 0)->memory;
    };
    CHECK(memory({}).basis == MemoryBasis::whole_node);
    site.settings.def_mem_per_node_mb = 500;
    CHECK(memory({}).mb == 500);
    site.partitions[0].def_mem_per_cpu_mb = 100;
    CHECK(memory({}).basis == MemoryBasis::per_cpu);
    CHECK(memory({}).mb == 100);
    site.settings.def_mem_per_gpu_mb = 900;
    CHECK(memory({}).basis == MemoryBasis::per_cpu);
    CHECK(memory(with_gpus(1, GresScope::per_node)).basis == MemoryBasis::per_gpu);
    CHECK(memory(tasks(1, 0)).basis == MemoryBasis::whole_node);

    site.partitions[0].max_mem_per_cpu_mb = 1000;
    JobRequest large;
    large.mem_per_cpu_mb = 2500;
    auto const split = resolve_resources(site, large, 0).value();
    CHECK(split.cpus_per_task == 3);
    CHECK(split.memory.mb == 834);
}

TEST_CASE("it extends required nodes to a block for contiguous jobs", "[slurm_select][unit]") {
    JobRequest job;
    job.node_list = "n1,n4";
    CHECK(resolve_resources(small_site(), job, 0)->min_nodes == 2);
    job.contiguous = true;
    CHECK(resolve_resources(small_site(), job, 0)->required.count() == 4);
    job.node_list = "n9";
    CHECK(resolve_resources(small_site(), job, 0).error() == "Invalid node name specified");
}

TEST_CASE("more kinds of GRES than can be placed are refused", "[slurm_select][unit]") {
    auto site = small_site();
    for (char name = 'a'; name <= 'i'; ++name)
        site.records[0].gres.push_back({std::string(1, name), "", 4, {}, {}});
    auto const ask = [&](char last, GresScope scope) {
        JobRequest job;
        for (char name = 'a'; name <= last; ++name)
            job.gres.push_back({std::string(1, name), "", 1, scope});
        return resolve_resources(site, job, 0);
    };
    CHECK(ask('h', GresScope::per_node));
    CHECK(ask('d', GresScope::per_job));
    auto const limit = "Invalid generic resource (gres) specification: at most 8 kinds, 4 of them "
                       "counted per job";
    for (auto const& refused : {ask('i', GresScope::per_node), ask('e', GresScope::per_job)}) {
        REQUIRE_FALSE(refused);
        CHECK(refused.error() == limit);
    }
}

}  // namespace clustersim::slurm
