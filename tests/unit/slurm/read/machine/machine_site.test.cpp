// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/machine_site.hpp"

#include "sim/slurm/read/machine/machine_qos.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/read/machine/our_machines.hpp"

#include <algorithm>
#include <string_view>

using namespace clustersim;

namespace {

slurm::Site site_of(std::string const& name) {
    return machine_site(ours.load(name)->system, make_population(RandomStream(1, "people")));
}

slurm::Partition const& partition(slurm::Site const& site, std::string_view name) {
    auto const at = site.find_partition(name);
    REQUIRE(at);
    return site.partitions[static_cast<std::size_t>(*at)];
}

slurm::Qos const& qos(slurm::Site const& site, std::string_view name) {
    auto const at = site.find_qos(name);
    REQUIRE(at);
    return site.qos[static_cast<std::size_t>(*at)];
}

double weight(slurm::Site const& site, slurm::Partition const& part, std::string const& tres) {
    for (auto const& [position, value] : part.billing_weights)
        if (site.tres.name(position) == tres) return value;
    return 0.0;
}

}  // namespace

TEST_CASE("partitions over the same nodes overlap and compete", "[scenario][unit]") {
    slurm::Site const karolina = site_of("karolina");
    CHECK(partition(karolina, "qgpu").nodes == partition(karolina, "qgpu_big").nodes);
    CHECK(partition(karolina, "qgpu").nodes.size() == 72);
    CHECK(partition(karolina, "qcpu_long").nodes.size() == 200);
    CHECK(karolina.settings.preempt_type == slurm::PreemptType::partition_prio);
    CHECK(partition(karolina, "qgpu_preempt").preempt_mode == slurm::PreemptMode::requeue);
    CHECK(partition(karolina, "qgpu").preempt_mode == slurm::PreemptMode::off);
    CHECK(partition(karolina, "qgpu_preempt").priority_tier == 0);
}

TEST_CASE("the largest node of all has its 768 CPUs", "[scenario][unit]") {
    slurm::Site const karolina = site_of("karolina");
    auto const& nodes = partition(karolina, "qfat").nodes;
    REQUIRE(nodes.size() == 1);
    CHECK(karolina.record_of(nodes[0]).cpus == 768);
}

TEST_CASE("LUMI's standard, small and development nodes are separate, campaigns span them",
          "[scenario][unit]") {
    slurm::Site const lumi = site_of("lumi");
    auto const& standard = partition(lumi, "standard-g");
    auto const& small = partition(lumi, "small-g");
    auto const& dev = partition(lumi, "dev-g");
    CHECK(standard.nodes.size() == 2728);
    // Small jobs have a part of the first and of the last group, beside those under development.
    CHECK(std::ranges::binary_search(small.nodes, standard.nodes.front() - 1));
    CHECK(std::ranges::binary_search(small.nodes, standard.nodes.back() + 1));
    CHECK(std::ranges::none_of(small.nodes, [&](std::int32_t node) {
        return std::ranges::binary_search(standard.nodes, node) ||
               std::ranges::binary_search(dev.nodes, node);
    }));
    CHECK(std::ranges::includes(partition(lumi, "bench").nodes, dev.nodes));
    CHECK(standard.oversubscribe == slurm::OverSubscribe::exclusive);
    CHECK(small.oversubscribe == slurm::OverSubscribe::no);
    CHECK(small.def_cpu_per_gpu == 7);
    CHECK(dev.max_minutes == 180);
    CHECK(dev.max_nodes == 32);
    CHECK(qos(lumi, dev.qos).max_submit_per_user == 2);
    CHECK(qos(lumi, dev.qos).max_jobs_per_user == 1);
    CHECK(lumi.record_of(dev.nodes.front()).cores() == 56);
    CHECK(lumi.record_of(dev.nodes.front()).gres.front().type == "mi250");
    CHECK(partition(lumi, "small").nodes.size() == 146 + 127 + 32);
}

TEST_CASE("gpusmall of Mahti takes one or two GPUs or a slice, gpumedium the GPUs of whole nodes",
          "[scenario][unit]") {
    slurm::Site const mahti = site_of("mahti");
    auto const gpu = *mahti.tres.find("gres/gpu");
    auto const& medium = partition(mahti, "gpumedium");
    auto const& small = partition(mahti, "gpusmall");
    CHECK(medium.max_nodes == 6);
    CHECK(small.max_nodes == 1);
    CHECK(qos(mahti, small.qos).job.tres.at(gpu) == 2);
    CHECK(qos(mahti, medium.qos).job.tres.at(gpu) == 24);
    // One of the 24 nodes is divided into slices, which only gpusmall allocates.
    CHECK(medium.nodes.size() == 23);
    CHECK(small.nodes.size() == 24);
    CHECK(mahti.record_of(small.nodes.back()).gres.front().type == "a100_1g.5gb");
    CHECK(mahti.record_of(small.nodes.back()).gres.front().count == 28);
    // A slice costs 15 units per hour, a GPU 100.
    CHECK(weight(mahti, small, "gres/gpu:a100") / weight(mahti, small, "gres/gpu:a100_1g.5gb") ==
          Approx(100.0 / 15.0));
}

TEST_CASE("the partitions of Puhti on the same nodes are ranked by tier", "[scenario][unit]") {
    slurm::Site const puhti = site_of("puhti");
    CHECK(partition(puhti, "gputest").priority_tier > partition(puhti, "gpu").priority_tier);
    CHECK(partition(puhti, "longrun").priority_tier < partition(puhti, "small").priority_tier);
    CHECK(partition(puhti, "gpu").nodes == partition(puhti, "gputest").nodes);
    CHECK(partition(puhti, "gpu").def_cpu_per_gpu == 10);
    CHECK(puhti.settings.scheduler.backfill.window_minutes == 14 * 1440);
    CHECK_FALSE(puhti.settings.priority.max_tres);
}

TEST_CASE("Alex allocates GPUs by type for at most a day, several nodes only with a QOS",
          "[scenario][unit]") {
    slurm::Site const alex = site_of("alex");
    auto const& a100 = partition(alex, "a100");
    CHECK(a100.nodes.size() == 38);
    CHECK(a100.max_minutes == 1440);
    CHECK(partition(alex, "a40").max_minutes == 1440);
    CHECK(alex.record_of(a100.nodes.front()).gres.front().type == "a100");
    CHECK(a100.allow_qos == std::vector<std::string>{"normal", "a100multi", campaign_qos});
    CHECK(qos(alex, "normal").job.tres.at(slurm::tres::node) == 1);
    CHECK(qos(alex, "a100multi").job.tres.at(slurm::tres::node) == 20);
}

TEST_CASE("Berzelius bills by device and has its slices in a reservation", "[scenario][unit]") {
    slurm::Site const site = site_of("berzelius");
    auto const& all = partition(site, "berzelius");
    CHECK(all.nodes.size() == 94);
    CHECK(all.default_minutes == 120);
    CHECK(all.max_minutes == 72 * 60);
    CHECK(all.def_cpu_per_gpu == 16);
    // The internal costs of the guide.
    CHECK(weight(site, all, "gres/gpu:3g.20gb") == Approx(8.0));
    CHECK(weight(site, all, "gres/gpu:a100-sxm4-40") == Approx(16.0));
    CHECK(weight(site, all, "gres/gpu:a100-sxm4-80") == Approx(32.0));
    REQUIRE(site.reservations.size() == 1);
    slurm::Reservation const& slices = site.reservations.front();
    CHECK(slices.name == "3g.20gb");
    REQUIRE(slices.nodes.size() == 1);
    CHECK(site.record_of(slices.nodes.front()).gres.front().count == 16);
    CHECK(std::ranges::count(slices.accounts, study_account) == 1);
    CHECK(site.settings.priority.decay_half_life == 21 * 86400);
}

TEST_CASE("urgent jobs of MeluXina preempt jobs that accept preemption", "[scenario][unit]") {
    slurm::Site const site = site_of("meluxina");
    CHECK(site.settings.preempt_type == slurm::PreemptType::qos);
    CHECK(qos(site, "urgent").preempt == std::vector<std::string>{"short-preempt"});
    CHECK(qos(site, "short-preempt").preempt_mode == slurm::PreemptMode::requeue);
}

TEST_CASE("a machine without priority weights is first come first served", "[scenario][unit]") {
    slurm::Site const site = site_of("deucalion");
    CHECK(site.settings.release.number == 2311);
    CHECK(site.settings.scheduler.backfill.max_job_start == 200);
    CHECK(site.settings.priority.weight_fairshare == 0.0);
    CHECK(site.settings.priority.type == slurm::PriorityType::multifactor);
}

TEST_CASE("every machine has a consistent site", "[scenario][unit]") {
    for (std::string const& name : ours.names()) {
        INFO(name);
        System const system = ours.load(name)->system;
        slurm::Site const site = machine_site(system, make_population(RandomStream(1, "people")));
        CHECK(site.nodes.size() == static_cast<std::size_t>(system.node_count()));
        CHECK(site.default_partition());
        CHECK(site.qos.front().name == "normal");
        for (Partition const& own : system.partitions) {
            slurm::Partition const& part = partition(site, own.slurm_name);
            CHECK_FALSE(part.nodes.empty());
            CHECK(std::ranges::is_sorted(part.nodes));
            CHECK((part.qos.empty() || site.find_qos(part.qos)));
            for (std::string const& allowed : part.allow_qos) CHECK(site.find_qos(allowed));
        }
        for (std::size_t i = 1; i < site.associations.size(); ++i)
            CHECK(site.associations[i].parent < static_cast<std::int32_t>(i));
        for (slurm::NodeRecord const& record : site.records) CHECK(record.cores() == record.cpus);
    }
}

TEST_CASE("a QOS with different limits by partition has a name for each", "[scenario][unit]") {
    slurm::Site const leonardo = site_of("leonardo");
    CHECK(qos(leonardo, "normal").job.tres.at(slurm::tres::node) == 64);
    CHECK(qos(leonardo, "normal-dcgp_usr_prod").job.tres.at(slurm::tres::node) == 16);
    CHECK(qos(leonardo, "boost_qos_bprod").min_tres_per_job.at(slurm::tres::node) == 65);
    CHECK(qos(leonardo, "boost_qos_dbg").priority == 80);
    // A partition without a list of QOS is not limited by the QOS of others.
    CHECK_FALSE(qos(leonardo, "normal-lrd_all_serial").job.tres.at(slurm::tres::node));
}
