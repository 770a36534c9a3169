// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/background.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

using namespace clustersim;

namespace {

Mix const& shipped(std::string const& name) {
    static std::map<std::string, Mix> mixes;
    if (!mixes.contains(name))
        mixes.emplace(name, load_mix(name, PROJECT_DIR "/workloads/mixes").value());
    return mixes.at(name);
}

rc::Gen<std::string> mix_name() {
    return rc::gen::element<std::string>(
        "itp-trace", "gpu-centre", "curie", "blue-waters-gpu", "lublin-cpu");
}

rc::Gen<PartitionShape> partition() {
    return rc::gen::map(
        rc::gen::tuple(rc::gen::inRange(1, 300),
                       rc::gen::inRange(1, 9),
                       rc::gen::inRange(1, 300),
                       rc::gen::inRange(600, 200000),
                       rc::gen::arbitrary<bool>()),
        [](auto const& sampled) {
            auto const [nodes, units, most, limit, whole] = sampled;
            return PartitionShape{.nodes = nodes,
                                  .units_per_node = units,
                                  .max_job_nodes = std::min(nodes, most),
                                  .max_walltime = Seconds{limit},
                                  .whole_nodes = whole};
        });
}

auto fields(Job const& job) {
    return std::tuple(job.submit, job.run, job.requested, job.nodes, job.units);
}

bool same(std::vector<Job> const& a, std::vector<Job> const& b) {
    return std::ranges::equal(
        a, b, [](Job const& x, Job const& y) { return x.id == y.id && fields(x) == fields(y); });
}

}  // namespace

TEST_CASE("every background job is within the partition's limits and in order",
          "[workload][property]") {
    CHECK(rc::check([] {
        PartitionShape const p = *partition();
        std::string const name = *mix_name();
        Seconds const span{3 * 86400};
        auto const load = 0.01 * *rc::gen::inRange(0, 150);
        auto const background =
            make_background(shipped(name),
                            p,
                            load,
                            span,
                            RandomStream(*rc::gen::inRange<std::uint64_t>(0, 1000), "background"));
        double work = 0.0;
        for (std::size_t i = 0; i < background.jobs.size(); ++i) {
            Job const& job = background.jobs[i];
            RC_ASSERT(job.id == static_cast<std::int64_t>(i) + 1);
            // In parentheses, because RC_ASSERT would split the expression and evaluate both sides.
            RC_ASSERT((i == 0 || background.jobs[i - 1].submit <= job.submit));
            RC_ASSERT(job.submit >= Instant{0});
            RC_ASSERT(job.submit < Instant{span.count});
            RC_ASSERT(job.run >= Seconds{1});
            RC_ASSERT(job.run <= job.requested);
            RC_ASSERT(job.requested <= p.max_walltime);
            RC_ASSERT(job.nodes >= 1);
            RC_ASSERT(job.nodes <= p.max_job_nodes);
            RC_ASSERT(job.units >= 1);
            RC_ASSERT(job.units <= p.units_per_node);
            RC_ASSERT(job.nodes == 1 || job.units == p.units_per_node);
            RC_ASSERT(!p.whole_nodes || job.units == p.units_per_node);
            work += static_cast<double>(job.total_units() * job.run.count);
        }
        RC_ASSERT(std::abs(work - background.offered * p.units() *
                                      static_cast<double>(span.count)) <= 1e-6 * work);
    }));
}

TEST_CASE("the same stream gives the same background, another replicate another one",
          "[workload][property]") {
    CHECK(rc::check([] {
        PartitionShape const p{
            .nodes = 100, .units_per_node = 4, .max_job_nodes = 32, .max_walltime = Seconds{86400}};
        std::string const name = *mix_name();
        Mix const& mix = shipped(name);
        auto const seed = *rc::gen::arbitrary<std::uint64_t>();
        auto const sample = [&](std::uint64_t replicate) {
            return make_background(
                       mix, p, 0.9, Seconds{4 * 86400}, RandomStream(seed, "background", replicate))
                .jobs;
        };
        RC_ASSERT(same(sample(0), sample(0)));
        RC_ASSERT(!same(sample(0), sample(1)));
    }));
}

TEST_CASE("a higher load keeps the jobs of a replayed trace and adds others",
          "[workload][property]") {
    CHECK(rc::check([] {
        PartitionShape const p{
            .nodes = 200, .units_per_node = 4, .max_job_nodes = 32, .max_walltime = Seconds{86400}};
        auto const seed = *rc::gen::arbitrary<std::uint64_t>();
        auto const low = *rc::gen::inRange(1, 200);
        auto const more = *rc::gen::inRange(0, 200);
        auto const sample = [&](int percent) {
            auto jobs = make_background(shipped("itp-trace"),
                                        p,
                                        0.01 * percent,
                                        Seconds{2 * 86400},
                                        RandomStream(seed, "background"))
                            .jobs;
            std::ranges::sort(jobs, {}, fields);
            return jobs;
        };
        auto const fewer = sample(low);
        auto const all = sample(low + more);
        RC_ASSERT(std::ranges::includes(all, fewer, {}, fields, fields));
    }));
}

TEST_CASE("the offered load over a year is the requested one", "[workload][property]") {
    PartitionShape const p{
        .nodes = 600, .units_per_node = 4, .max_job_nodes = 128, .max_walltime = Seconds{86400}};
    // The gaps of the Lublin model deviate by seven times their mean: 3 % over 45000 jobs.
    auto const [name, tolerance] = GENERATE(std::pair{"itp-trace", 0.02},
                                            std::pair{"gpu-centre", 0.05},
                                            std::pair{"lublin-cpu", 0.08},
                                            std::pair{"curie", 0.05},
                                            std::pair{"blue-waters-cpu", 0.05});
    for (double const load : {0.2, 0.85}) {
        auto const background = make_background(
            shipped(name), p, load, Seconds{364 * 86400}, RandomStream(1, "background"));
        INFO(name << " at " << load);
        CHECK(background.offered == Approx(load).epsilon(tolerance));
        CHECK(static_cast<double>(background.jobs.size()) / 364.0 ==
              Approx(background.expected_jobs_per_day).epsilon(tolerance));
    }
}
