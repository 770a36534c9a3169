// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/multifactor.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

Partition partition(std::string const& name, std::vector<std::int32_t> nodes, int factor) {
    Partition made;
    made.name = name;
    made.nodes = std::move(nodes);
    made.priority_job_factor = factor;
    return made;
}
Qos qos(std::string const& name, std::int64_t priority) {
    Qos made;
    made.name = name;
    made.priority = priority;
    return made;
}

/// 4 nodes of 8 CPUs and 8000 MB; partitions with job factors 1 and 4; QOS with 10 and 40.
Site four_nodes() {
    Site site;
    NodeGres gpus;
    gpus.type = "a100";
    gpus.count = 2;
    site.records.resize(1);
    site.records[0].cpus = 8;
    site.records[0].real_memory_mb = 8000;
    site.records[0].gres = {gpus};
    site.tres.add("gres/gpu");
    site.nodes.resize(4);
    site.partitions = {partition("low", {0, 1, 2, 3}, 1), partition("high", {0, 1}, 4)};
    site.qos = {qos("normal", 10), qos("urgent", 40)};
    site.settings.accounting_storage = true;
    site.settings.priority.weight_job_size = 1000;
    site.settings.priority.weight_partition = 1000;
    return site;
}
double size_factor(PrioritySettings const& settings, JobSize const& job) {
    return job_size_factor(job, {.nodes = 4, .cpus = 32}, settings);
}
WeightedFactors
weighted(Site const& site, JobSize const& job, std::int32_t partition, std::int64_t nice = 0) {
    Multifactor const multifactor(site);
    return multifactor.weigh({.job_size = multifactor.job_size_factor(job),
                              .partition = multifactor.partition_factor(partition),
                              .nice = nice});
}

}  // namespace

TEST_CASE("age is the time in the queue over its maximum (TV-1, TV-2)", "[slurm_priority][unit]") {
    CHECK(age_factor(Instant{0}, Instant{3600}, Seconds{604800}) == Approx(0.005952380952));
    CHECK(combine({.age = 1000 * age_factor(Instant{0}, Instant{3600}, Seconds{604800})}) == 5);
    CHECK(10000 * age_factor(Instant{0}, Instant{1800}, Seconds{3600}) == 5000);
    CHECK(10000 * age_factor(Instant{0}, Instant{7200}, Seconds{3600}) == 10000);
    CHECK(age_factor(Instant{7200}, Instant{0}, Seconds{3600}) == 0);
    CHECK(age_factor(std::nullopt, Instant{7200}, Seconds{3600}) == 0);
}

TEST_CASE("job size favours large jobs (TV-3)", "[slurm_priority][unit]") {
    PrioritySettings const settings;
    CHECK(size_factor(settings, {.min_nodes = 2, .cpus = 2}) == 0.28125);
    CHECK(size_factor(settings, {.min_nodes = 1, .cpus = 1}) == 0.140625);
    CHECK(size_factor(settings, {.min_nodes = 3, .cpus = 3}) == 0.421875);
    CHECK(size_factor(settings, {.min_nodes = 1, .cpus = 4}) == 0.1875);
    CHECK(size_factor(settings, {.min_nodes = 4, .cpus = 32}) == 1.0);
    CHECK(size_factor(settings, {.min_nodes = 1}) == 0.25);
    CHECK(size_factor(settings, {.min_nodes = 40}) == 1.0);
}

TEST_CASE("job size favours small jobs with PriorityFavorSmall (TV-4)", "[slurm_priority][unit]") {
    PrioritySettings settings;
    settings.favor_small = true;
    CHECK(size_factor(settings, {.min_nodes = 2, .cpus = 2}) == 0.71875);
    CHECK(size_factor(settings, {.min_nodes = 1, .cpus = 1}) == 0.859375);
    CHECK(size_factor(settings, {.min_nodes = 3, .cpus = 3}) == 0.578125);
    CHECK(size_factor(settings, {.min_nodes = 1, .cpus = 4}) == 0.8125);
    CHECK(size_factor(settings, {.min_nodes = 4, .cpus = 32}) == 0.0);
}

TEST_CASE("job size is relative to the limit with SMALL_RELATIVE_TO_TIME (TV-5)",
          "[slurm_priority][unit]") {
    PrioritySettings settings;
    settings.small_relative_to_time = true;
    JobSize const whole{.min_nodes = 4, .cpus = 32, .limit_minutes = 1};
    JobSize const small{.min_nodes = 1, .cpus = 1, .limit_minutes = 60};
    JobSize const middle{.min_nodes = 2, .cpus = 2, .limit_minutes = 10};
    CHECK(size_factor(settings, whole) == 1.0);
    CHECK(size_factor(settings, small) == Approx(0.0041666667));
    CHECK(size_factor(settings, middle) == 0.05);
    CHECK(size_factor(settings, {.min_nodes = 1, .cpus = 16}) == 0.5);  // no limit: 1
    settings.favor_small = true;
    CHECK(size_factor(settings, whole) == 0.0);
    CHECK(size_factor(settings, small) == Approx(0.9958333333));
    CHECK(size_factor(settings, middle) == 0.95);
}

TEST_CASE("priority is the truncated sum of partition and size (TV-6)", "[slurm_priority][unit]") {
    auto const site = four_nodes();
    CHECK(weighted(site, {}, 0).partition == 250);
    CHECK(weighted(site, {}, 1).partition == 1000);
    CHECK(combine(weighted(site, {.min_nodes = 2, .cpus = 2}, 0)) == 531);
    CHECK(combine(weighted(site, {.min_nodes = 1, .cpus = 1}, 1)) == 1140);
    CHECK(combine(weighted(site, {.min_nodes = 3, .cpus = 3}, 0)) == 671);
}

TEST_CASE("priority subtracts nice and keeps halves (TV-7)", "[slurm_priority][unit]") {
    auto const nice = weighted(four_nodes(), {.min_nodes = 1, .cpus = 4}, 0, 100);
    CHECK(std::nearbyint(nice.job_size) == 188);  // shown rounded
    CHECK(nice.nice == 100);
    CHECK(combine(nice) == 337);
}

TEST_CASE("priority stays between 1 and 2^32 - 1 (TV-8)", "[slurm_priority][unit]") {
    CHECK(combine({.age = 0.4}) == 1);
    CHECK(combine({.nice = 50}) == 1);
    CHECK(combine({.fairshare = 5e9}) == 4294967295U);
    CHECK(combine({.age = 10, .tres = {0.5, 0.5}, .site = 7, .nice = -2}) == 20);
}

TEST_CASE("factors are relative to the largest unless the site disables it (spec 5.7)",
          "[slurm_priority][unit]") {
    auto site = four_nodes();
    site.associations.resize(2);
    site.associations[1].parent = 0;
    site.associations[1].priority = 5;
    CHECK(Multifactor(site).qos_factor(0) == 0.25);
    CHECK(Multifactor(site).qos_factor(-1) == 0);
    CHECK(Multifactor(site).association_factor(1) == 1);
    CHECK(Multifactor(site).association_factor(0) == 0);
    auto& priority = site.settings.priority;
    priority.no_normal_qos = priority.no_normal_part = priority.no_normal_assoc = true;
    CHECK(Multifactor(site).qos_factor(0) == 10);
    CHECK(Multifactor(site).partition_factor(1) == 4);
    CHECK(Multifactor(site).association_factor(1) == 5);
}

TEST_CASE("factors of TRES are fractions of the partition's totals (spec 5.9)",
          "[slurm_priority][unit]") {
    auto site = four_nodes();
    auto const gpu = *site.tres.find("gres/gpu");
    auto const license = site.tres.add("license/x");
    site.settings.priority.weight_tres = {{tres::mem, 2000}, {gpu, 3000}, {license, 1}};
    TresCounts requested(site.tres.size(), 0);
    requested[tres::mem] = 4000;
    requested[gpu] = 2;
    requested[license] = 1;
    Multifactor const multifactor(site);
    CHECK(multifactor.tres_factors(0, requested) == std::vector<double>{0.125, 0.25, 0});
    auto const points = multifactor.weigh({.tres = multifactor.tres_factors(1, requested)});
    CHECK(points.tres == std::vector<double>{500, 1500, 0});
    site.settings.priority.no_normal_tres = true;
    CHECK(Multifactor(site).tres_factors(0, requested) == std::vector<double>{4000, 2, 1});
}

TEST_CASE("age and fair share have no weight without accounting storage (spec 5.2.6)",
          "[slurm_priority][unit]") {
    auto site = four_nodes();
    site.settings.priority.weight_age = 100;
    site.settings.priority.weight_fairshare = 1000;
    CHECK(combine(Multifactor(site).weigh({.age = 0.5, .fairshare = 0.5})) == 550);
    site.settings.accounting_storage = false;
    CHECK(combine(Multifactor(site).weigh({.age = 0.5, .fairshare = 0.5})) == 1);
}

TEST_CASE("priority changes with age and fair share from period to period",
          "[slurm_priority][unit]") {
    auto site = four_nodes();
    site.settings.priority.weight_age = 100;
    site.settings.priority.weight_fairshare = 1000;
    Multifactor const multifactor(site);
    auto job = multifactor.weigh({.fairshare = 1, .job_size = 0.5});
    CHECK(combine(job) == 1500);
    multifactor.reweigh(job, 0.25, 0.5);
    CHECK(combine(job) == 1025);
}
