// SPDX-License-Identifier: Apache-2.0
// Searches of backfill that are not made again: when they repeat, and when they must not.
#include "sim/slurm/controller/search_log.hpp"

#include "sim/slurm/controller/backfill_terms.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

SearchTerms terms_of(std::uint32_t slot) {
    SearchTerms terms;
    terms.record.slot = JobSlot{slot};
    terms.length = Minutes{60};
    terms.start_limit = Minutes{60};
    return terms;
}

SearchFinding promise_at(std::int64_t second) {
    SearchFinding finding;
    finding.kind = SearchFinding::Kind::promise;
    finding.start = WillRun{Instant{second}, {}};
    return finding;
}

/// The log of a cycle at 100 s: jobs 0 to 2 were promised nodes at 1000, 2000 and 3000 s; the first
/// two searches repeat until 500 s, the third until 400 s.
SearchLog three_searches() {
    SearchLog log;
    log.begin({});
    for (std::uint32_t slot = 0; slot < 3; ++slot) {
        REQUIRE(log.next(terms_of(slot), Instant{100}) == nullptr);
        log.add(terms_of(slot),
                promise_at(1000 * (slot + 1)),
                Instant{100},
                Instant{slot < 2 ? 500 : 400});
    }
    return log;
}

/// The start that the log knows of for the next search; nothing if it must be made again.
std::optional<std::int64_t> known_start(SearchLog& log, SearchTerms const& terms, Instant now) {
    auto const* known = log.next(terms, now);
    return known == nullptr ? std::nullopt : std::optional(known->start->start.since_origin);
}

/// A cluster whose jobs differ in everything that a search asks for.
struct Flavour {
    std::string name;
    std::string conf;
    std::vector<std::string> partitions;
    std::function<void(Site&)> change = [](Site&) {};
    std::vector<std::string> sizes = {"-N1 --exclusive",
                                      "-N2 --exclusive",
                                      "-N3 --exclusive",
                                      "-N4 --exclusive",
                                      "-n3 --mem=500",
                                      "-n9 --mem-per-cpu=100",
                                      "-N1-2 -n2 --mem=900",
                                      "-N1 -w n2"};
    std::size_t most_jobs = 16;  ///< above that no more are submitted
};

std::string random_words(Flavour const& flavour, std::mt19937& draw) {
    auto const one_of = [&](std::vector<std::string> const& words) {
        return words[std::uniform_int_distribution<std::size_t>(0, words.size() - 1)(draw)];
    };
    auto words =
        "-p " + one_of(flavour.partitions) + " -t " + one_of({"5", "17", "60", "90", "400"});
    words += one_of({" -N1 --exclusive",
                     " -N2 --exclusive",
                     " -N3 --exclusive",
                     " -N4 --exclusive",
                     " -n3 --mem=500",
                     " -n9 --mem-per-cpu=100",
                     " -N1-2 -n2 --mem=900"});
    words += one_of({"",
                     "",
                     "",
                     "",
                     " --array=0-3",
                     " --array=0-5%2",
                     " --time-min=4",
                     " --nice=30",
                     " --begin=now+600",
                     " -w n2"});
    return words;
}

/// All that a cycle leaves behind.
void require_same(Controller const& fast, Controller const& whole) {
    auto const& mine = fast.state().counters;
    auto const& reference = whole.state().counters;
    REQUIRE(mine.backfill_cycles == reference.backfill_cycles);
    REQUIRE(mine.backfill_depth_sum == reference.backfill_depth_sum);
    REQUIRE(mine.backfill_depth_tried_sum == reference.backfill_depth_tried_sum);
    REQUIRE(mine.backfill_queue_sum == reference.backfill_queue_sum);
    REQUIRE(mine.backfill_table_sum == reference.backfill_table_sum);
    REQUIRE(mine.backfilled_total == reference.backfilled_total);
    REQUIRE(fast.state().triggers.changed == whole.state().triggers.changed);
    REQUIRE(fast.state().nodes.planned == whole.state().nodes.planned);
    whole.state().jobs.table.for_each([&](JobSlot slot, Job const& job) {
        auto const& same = fast.state().jobs.at(slot);
        INFO("job " << job.id << " at " << whole.now().since_origin << " s");
        REQUIRE(same.id == job.id);
        REQUIRE(same.state == job.state);
        REQUIRE(same.start == job.start);
        REQUIRE(same.reason == job.reason);
        REQUIRE(same.priority == job.priority);
        // The priority alone reads them.
        if (backfill::estimates_weigh(whole.state()))
            REQUIRE(same.estimated_cpus == job.estimated_cpus);
        REQUIRE(same.expected_start == job.expected_start);
        REQUIRE(same.planned_nodes == job.planned_nodes);
        REQUIRE(same.allocation.nodes.size() == job.allocation.nodes.size());
    });
}

/// Plays the same random jobs and commands with all cycles executed and with repetitions left out.
std::uint64_t compare_with_reference(Flavour const& flavour, std::uint32_t seed) {
    auto site = std::make_shared<Site>(*cluster4x8(flavour.conf));
    flavour.change(*site);
    Controller fast(site, cycles_from_30(), CycleMode::fast);
    Controller whole(site, cycles_from_30(), CycleMode::reference);
    std::mt19937 draw(seed);
    auto const below = [&](int bound) { return std::uniform_int_distribution(0, bound - 1)(draw); };
    for (std::int64_t second = 5; second < 6 * 3600; second += 15 + below(120)) {
        for (auto* controller : {&fast, &whole}) controller->run_until(Instant{second});
        INFO(flavour.name << ", seed " << seed);
        require_same(fast, whole);
        if (fast.unfinished() < flavour.most_jobs && below(3) != 0) {
            auto const words = random_words(flavour, draw);
            auto const request = request_of(words, 60 * (1 + below(100)));
            auto const outcome = fast.submit(request);
            REQUIRE(whole.submit(request).job_id == outcome.job_id);
        }
    }
    return fast.spared().repeated_searches;
}

}  // namespace

TEST_CASE("searches repeat one after another in a cycle that begins like the last one",
          "[slurm_controller][unit]") {
    auto log = three_searches();
    for (auto const now : {130, 160}) {
        log.begin({});
        CHECK(known_start(log, terms_of(0), Instant{now}) == 1000);
        CHECK(log.steady_until() == Instant{500});
        CHECK(known_start(log, terms_of(1), Instant{now}) == 2000);
        CHECK(known_start(log, terms_of(2), Instant{now}) == 3000);
        CHECK(log.steady_until() == Instant{400});
        CHECK_FALSE(known_start(log, terms_of(3), Instant{now}));
    }
    CHECK(log.repeated() == 6);
}

TEST_CASE(
    "a search does not repeat when time may have changed its result, and the next do not either",
    "[slurm_controller][unit]") {
    auto log = three_searches();
    log.begin({});
    CHECK(known_start(log, terms_of(0), Instant{400}) == 1000);
    CHECK(known_start(log, terms_of(1), Instant{400}) == 2000);
    CHECK_FALSE(known_start(log, terms_of(2), Instant{400}));
    log.begin({});
    CHECK_FALSE(known_start(log, terms_of(0), Instant{500}));
    CHECK_FALSE(known_start(log, terms_of(1), Instant{130}));
}

TEST_CASE("after a search that tried to start a job none is recorded", "[slurm_controller][unit]") {
    SearchLog log;
    log.begin({});
    log.add(terms_of(0), promise_at(1000), Instant{100}, Instant{500});
    log.add(terms_of(1), promise_at(2000), Instant{100}, Instant{100});
    log.add(terms_of(2), promise_at(3000), Instant{100}, Instant{100});
    log.begin({});
    CHECK(known_start(log, terms_of(0), Instant{130}) == 1000);
    CHECK_FALSE(known_start(log, terms_of(1), Instant{130}));
    CHECK_FALSE(known_start(log, terms_of(2), Instant{130}));
}

TEST_CASE("behind a job that is new in the queue, or missing, no search repeats",
          "[slurm_controller][unit]") {
    auto log = three_searches();
    log.begin({});
    REQUIRE(known_start(log, terms_of(0), Instant{130}) == 1000);
    CHECK_FALSE(known_start(log, terms_of(7), Instant{130}));
    log.add(terms_of(7), promise_at(1500), Instant{130}, Instant{500});
    CHECK_FALSE(known_start(log, terms_of(1), Instant{130}));
    log.add(terms_of(1), promise_at(2500), Instant{130}, Instant{500});
    log.begin({});
    CHECK(known_start(log, terms_of(0), Instant{160}) == 1000);
    CHECK(known_start(log, terms_of(7), Instant{160}) == 1500);
    CHECK(known_start(log, terms_of(1), Instant{160}) == 2500);
    CHECK_FALSE(known_start(log, terms_of(2), Instant{160}));

    log = three_searches();
    log.begin({});
    CHECK_FALSE(known_start(log, terms_of(1), Instant{130}));
}

TEST_CASE("a search with other terms does not repeat", "[slurm_controller][unit]") {
    using Change = std::function<void(SearchTerms&)>;
    std::vector<Change> const changes = {
        [](SearchTerms& terms) { terms.record.generation = 2; },
        [](SearchTerms& terms) { terms.record.choice = 1; },
        [](SearchTerms& terms) { terms.record.prefer = true; },
        [](SearchTerms& terms) { terms.record.plain = false; },
        [](SearchTerms& terms) { terms.record.nodes = 2; },
        [](SearchTerms& terms) { terms.record.minutes = Minutes{1}; },
        [](SearchTerms& terms) { terms.record.reservation = ReservationId{1}; },
        [](SearchTerms& terms) { terms.spec = std::make_shared<JobSpec const>(); },
        [](SearchTerms& terms) { terms.length = Minutes{30}; },
        [](SearchTerms& terms) { terms.start_limit = Minutes{30}; },
        [](SearchTerms& terms) { terms.no_reserve = true; },
        [](SearchTerms& terms) { terms.request.max_nodes = 2; },
        [](SearchTerms& terms) {
            terms.preemptable = std::make_shared<std::vector<JobSlot> const>(1);
        },
    };
    for (auto const& change : changes) {
        auto log = three_searches();
        log.begin({});
        auto terms = terms_of(0);
        change(terms);
        CHECK_FALSE(known_start(log, terms, Instant{130}));
    }
    // Equal lists of jobs that may be preempted are found anew in each cycle.
    auto const preempting = [] {
        auto terms = terms_of(0);
        terms.preemptable = std::make_shared<std::vector<JobSlot> const>(1, JobSlot{9});
        return terms;
    };
    SearchLog log;
    log.begin({});
    log.add(preempting(), promise_at(1000), Instant{100}, Instant{500});
    log.begin({});
    CHECK(known_start(log, preempting(), Instant{130}) == 1000);
}

TEST_CASE("no search repeats on other nodes, with other running jobs or after a close",
          "[slurm_controller][unit]") {
    using Change = std::function<void(SearchLog::Basis&)>;
    std::vector<Change> const changes = {
        [](SearchLog::Basis& basis) { basis.use = 1; },
        [](SearchLog::Basis& basis) { basis.departures = 1; },
        [](SearchLog::Basis& basis) { basis.running = 1; },
        [](SearchLog::Basis& basis) { basis.sharing_jobs = 1; },
        [](SearchLog::Basis& basis) { basis.site = std::make_shared<Site>(); },
        [](SearchLog::Basis& basis) { basis.available = NodeSet(4, true); },
        [](SearchLog::Basis& basis) { basis.dearer = NodeSet(4, true); },
    };
    for (auto const& change : changes) {
        auto log = three_searches();
        SearchLog::Basis basis;
        change(basis);
        CHECK_FALSE(log.has_basis(basis));
        log.begin(basis);
        CHECK_FALSE(known_start(log, terms_of(0), Instant{130}));
    }
    auto log = three_searches();
    log.close();
    log.add(terms_of(0), promise_at(1000), Instant{130}, Instant{500});
    log.begin({});
    CHECK_FALSE(known_start(log, terms_of(0), Instant{160}));
}

TEST_CASE("cycles of which parts repeat leave the same as whole ones", "[slurm_controller][unit]") {
    auto const weigh_size = [](Site& site) {
        site.settings.accounting_storage = true;
        site.settings.priority.type = PriorityType::multifactor;
        site.settings.priority.weight_job_size = 5000;
        site.settings.priority.weight_age = 1000;
        site.settings.priority.max_age = 7200;
    };
    std::string const forty =
        "NodeName=m[1-40] CPUs=8 Sockets=2 CoresPerSocket=4 RealMemory=8000 Feature=f\n"
        "NodeName=m[41-48] CPUs=8 Sockets=2 CoresPerSocket=4 RealMemory=8000 Feature=g\n"
        "PartitionName=whole Nodes=m[1-48] OverSubscribe=EXCLUSIVE MaxTime=2-0\n"
        "PartitionName=some Nodes=m[30-48] OverSubscribe=EXCLUSIVE MaxTime=2-0\n";
    std::vector<std::string> const up_to_forty = {
        "-N1",      "-N1",      "-N2",          "-N3",          "-N5",
        "-N8",      "-N11",     "-N16",         "-N9-12",       "-N2-20",
        "-N7 -C f", "-N3 -C g", "-N4 -C 'f|g'", "-N13",         "-N17",
        "-N12",     "-n40",     "-N2 -w m[7]",  "-N19 -x m[3]", "-N1 --exclusive"};
    std::vector<Flavour> const flavours = {
        {"basic priority", "", {"batch"}},
        {"sizes have weight", "PriorityType=priority/multifactor\n", {"batch"}, weigh_size},
        {"a fine plan for a short time",
         "SchedulerParameters=bf_window=60,bf_resolution=30,bf_interval=20\n",
         {"batch"}},
        {"a coarse plan", "SchedulerParameters=bf_resolution=600,bf_interval=45\n", {"batch"}},
        {"partitions preempt",
         "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\nPreemptExemptTime=0:20:00\n"
         "PartitionName=low Nodes=ALL PriorityTier=1 MaxTime=2-0\n"
         "PartitionName=high Nodes=n[1-3] PriorityTier=9 PreemptMode=OFF MaxTime=2-0\n",
         {"low", "low", "high", "low,high"}},
        {"partitions could preempt, but nobody is in the lower one",
         "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n"
         "PartitionName=low Nodes=ALL PriorityTier=1 MaxTime=2-0\n"
         "PartitionName=high Nodes=ALL PriorityTier=9 MaxTime=2-0\n",
         {"high"}},
        {"partitions preempt now and then",
         "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n"
         "PartitionName=low Nodes=n[1-2] PriorityTier=1 MaxTime=2-0\n"
         "PartitionName=high Nodes=ALL PriorityTier=9 MaxTime=2-0\n",
         {"high", "high", "high", "high", "high", "high", "high", "low"}},
        {"few tests, few promises",
         "SchedulerParameters=bf_max_job_test=9,bf_node_space_size=7,bf_max_job_array_resv=2\n",
         {"batch"}},
        {"no promise for young jobs", "SchedulerParameters=bf_min_age_reserve=900\n", {"batch"}},
        {"nodes to themselves",
         "PartitionName=whole Nodes=ALL OverSubscribe=EXCLUSIVE MaxTime=2-0\n",
         {"whole"}},
        {"many nodes", forty, {"whole", "whole", "some"}, [](Site&) {}, up_to_forty, 40},
        {"many nodes, and sizes have weight",
         "PriorityType=priority/multifactor\n" + forty,
         {"whole", "whole", "some"},
         weigh_size,
         up_to_forty,
         60},
    };
    for (auto const& flavour : flavours) {
        std::uint64_t repeated = 0;
        for (std::uint32_t seed = 1; seed <= 3; ++seed)
            repeated += compare_with_reference(flavour, seed);
        INFO(flavour.name);
        bool const changes_with_age = flavour.name == "no promise for young jobs";
        CHECK((repeated == 0) == changes_with_age);
    }
}
