// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/fairshare.hpp"
#include "sim/slurm/priority/multifactor.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/priority/test_tree.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

// Priorities recorded from Slurm 22.05.8 (tests/data/slurm_priority/README.md), at each job's
// submission and at its start.

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

constexpr Seconds period{300};
constexpr Instant first_period{1};

std::vector<std::vector<std::string>> rows(std::string const& name) {
    std::ifstream file(TEST_DATA_DIR "/slurm_priority/" + name);
    std::vector<std::vector<std::string>> all;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        all.emplace_back();
        for (std::string field; std::getline(fields, field, ',');) all.back().push_back(field);
    }
    return all;
}

/// The last calculation before a job starts, or its submission. A calculation in the same second as
/// the start may come before or after it, because Slurm's threads race.
Instant last_calculation(Instant eligible, Instant start, bool that_of_the_same_second) {
    auto const seconds = (start - first_period).count - (that_of_the_same_second ? 0 : 1);
    auto const last = first_period + Seconds{seconds / period.count * period.count};
    return std::max(eligible, last);
}

void fill_nodes(Site& site) {
    site.records.resize(1);
    site.records[0].cpus = 64;
    site.nodes.resize(64);
}

struct FairshareJob {
    std::int32_t association;
    Instant submit, start, end;
    double cpus;
    std::uint32_t priority_at_submit, priority_at_start;
};

TestTree recorded_tree() {
    TestTree tree;
    tree.user("root user", "root", 1);
    tree.account("ai", "root", 20).account("chem", "root", 30).account("phys", "root", 50);
    tree.user("p1", "phys", 3).user("p2", "phys", 1).user("p3", "phys", 1);
    tree.user("c1", "chem", 1).user("c2", "chem", 1);
    tree.user("a1", "ai", 2).user("a2", "ai", 1).user("a3", "ai", 1);
    fill_nodes(tree.site);
    auto& priority = tree.site.settings.priority;
    priority.weight_fairshare = 10000;
    priority.weight_age = 1000;
    priority.max_age = 86400;
    priority.decay_half_life = 7200;
    return tree;
}

std::vector<FairshareJob> recorded_jobs(TestTree const& tree) {
    std::vector<FairshareJob> jobs;
    for (auto const& row : rows("fairshare.csv")) {
        jobs.push_back({tree.index(row[0]),
                        Instant{std::stoll(row[1])},
                        Instant{std::stoll(row[3])},
                        Instant{std::stoll(row[4])},
                        std::stod(row[5]),
                        static_cast<std::uint32_t>(std::stoul(row[6])),
                        static_cast<std::uint32_t>(std::stoul(row[7]))});
    }
    return jobs;
}

/// Charges the usage of jobs between two calculations; jobs that end in between are charged at
/// their end.
void charge(AssociationUsage& usage,
            std::vector<FairshareJob> const& jobs,
            Instant from,
            Instant to,
            bool ended) {
    for (auto const& job : jobs) {
        auto const begin = std::max(from, job.start);
        auto const over = job.end < to;
        if (begin < to && job.end > from && over == ended) {
            usage.charge(job.association,
                         {},
                         {.elapsed = std::min(job.end, to) - begin, .billing = job.cpus});
        }
    }
}

}  // namespace

TEST_CASE("priorities of the fair tree equal those recorded from Slurm", "[slurm_priority][unit]") {
    auto const tree = recorded_tree();
    auto const jobs = recorded_jobs(tree);
    REQUIRE(jobs.size() == 350);
    Multifactor const multifactor(tree.site);
    AssociationUsage usage(tree.site);
    Fairshare fairshare(tree.site);
    auto const priority = [&](FairshareJob const& job, Instant now) {
        return combine(multifactor.weigh({.age = multifactor.age_factor(job.submit, now),
                                          .fairshare = fairshare.factor(job.association)}));
    };
    int compared = 0;
    for (auto now = first_period; compared < 2 * 350; now = now + period) {
        REQUIRE(now < Instant{100000});
        fairshare.update(usage);
        for (auto const& job : jobs) {
            if (job.submit >= now && job.submit < now + period) {
                CHECK(priority(job, job.submit) == job.priority_at_submit);
                ++compared;
            }
            auto const last = last_calculation(job.submit, job.start, true);
            if (last >= now && last < now + period) {
                CHECK(priority(job, last) == job.priority_at_start);
                ++compared;
            }
        }
        charge(usage, jobs, now, now + period, true);
        usage.decay(period);
        charge(usage, jobs, now, now + period, false);
    }
}

TEST_CASE("priorities of weighted factors equal those recorded from Slurm",
          "[slurm_priority][unit]") {
    Site site;
    fill_nodes(site);
    site.partitions.resize(3);
    site.qos.resize(3);
    std::vector<std::string> const partitions = {"batch", "prod", "debug"};
    std::vector<std::string> const qos = {"normal", "low", "high"};
    std::vector<std::int32_t> const job_factors = {10, 50, 100};
    std::vector<std::int64_t> const qos_priorities = {10, 0, 100};
    for (std::size_t i = 0; i < 3; ++i) {
        site.partitions[i].priority_job_factor = job_factors[i];
        site.qos[i].priority = qos_priorities[i];
    }
    site.settings.accounting_storage = true;
    auto& settings = site.settings.priority;
    settings.weight_age = 5000;
    settings.max_age = 10800;
    settings.weight_job_size = 3000;
    settings.weight_partition = 2000;
    settings.weight_qos = 4000;
    Multifactor const multifactor(site);
    auto const index = [](std::vector<std::string> const& names, std::string const& name) {
        return static_cast<std::int32_t>(std::find(names.begin(), names.end(), name) -
                                         names.begin());
    };
    auto const jobs = rows("multifactor.csv");
    REQUIRE(jobs.size() == 350);
    for (auto const& row : jobs) {
        Instant const eligible{std::stoll(row[5])};
        Instant const start{std::stoll(row[6])};
        auto weighted =
            multifactor.weigh({.job_size = multifactor.job_size_factor(
                                   {.min_nodes = std::stoi(row[3]), .cpus = std::stoll(row[4])}),
                               .partition = multifactor.partition_factor(index(partitions, row[0])),
                               .qos = multifactor.qos_factor(index(qos, row[1])),
                               .nice = std::stoll(row[2])});
        CHECK(std::to_string(combine(weighted)) == row[7]);
        auto const at_start = [&](bool that_of_the_same_second) {
            auto const last = last_calculation(eligible, start, that_of_the_same_second);
            multifactor.reweigh(weighted, multifactor.age_factor(eligible, last), 0);
            return std::to_string(combine(weighted));
        };
        CHECK((at_start(true) == row[8] || at_start(false) == row[8]));
    }
}
