// SPDX-License-Identifier: Apache-2.0
// Speed and memory of the Slurm emulator with synthetic queues: jobs and cycles per second, jobs
// tested per cycle, longest queue, peak memory; and a check that skipping idle work changes no
// start. `cores` has 1,000 nodes of one core, `shared` nodes of eight GPUs that jobs share. `fork` is the
// time of one copy of a controller with 5,000 jobs on 5,000 nodes.
//
//   slurm_queue_bench [thousand|year|cores|shared|fork] [--reference-cycles] [--jobs N] [--load L] [--both]
#include "sim/slurm/controller/controller.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// A partition and the workload that fills it.
struct Workload {
    char const* name;
    std::int32_t nodes;
    std::int64_t jobs;
    double load;
    std::int64_t max_job_test;
    std::int32_t users;
    double batch;  ///< mean number of jobs per submission
    double mean_run_s;
    std::int32_t largest;  ///< units of the largest job, a power of two
    std::int32_t cores;    ///< of a node
    std::int32_t gpus;     ///< of a node

    /// A unit is a node, or of nodes that jobs share a core or a GPU with its part of the cores.
    [[nodiscard]] bool shared() const { return cores == 1 || gpus > 0; }
    [[nodiscard]] std::int32_t units() const { return gpus > 0 ? nodes * gpus : nodes; }
};

constexpr Workload workloads[] = {
    {"thousand", 1000, 100'000, 0.90, 500, 200, 2.0, 3600.0, 64, 64, 0},
    {"year", 2978, 1'000'000, 0.93, 1000, 600, 40.0, 13'500.0, 512, 64, 0},
    {"cores", 1000, 100'000, 0.90, 500, 200, 2.0, 3600.0, 256, 1, 0},
    {"shared", 100, 1'000, 0.70, 500, 200, 2.0, 3600.0, 64, 128, 8},
};

/// A machine of the size of LUMI with a queue of several days.
constexpr Workload large = {"fork", 5000, 5'000, 0.0, 1000, 600, 1.0, 360'000.0, 64, 64, 0};

std::shared_ptr<Site const> site_of(Workload const& workload) {
    auto site = std::make_shared<Site>();
    auto& settings = site->settings;
    settings.accounting_storage = true;
    settings.enforce.associations = true;
    settings.scheduler.backfill.max_job_test = workload.max_job_test;
    settings.scheduler.backfill.window_minutes = 2 * 2880;
    settings.max_job_count = 1'000'000;
    settings.priority.type = PriorityType::multifactor;
    settings.priority.weight_age = 10'000;
    settings.priority.weight_fairshare = 100'000;
    settings.priority.max_age = 14 * 86400;
    NodeRecord record;
    record.cpus = workload.cores;
    record.sockets = 1;
    record.cores_per_socket = workload.cores;
    record.real_memory_mb = 512'000;
    if (workload.gpus > 0) record.gres.push_back({.count = workload.gpus});
    site->records.push_back(record);
    Partition partition;
    partition.name = "standard";
    partition.is_default = true;
    if (!workload.shared()) partition.oversubscribe = OverSubscribe::exclusive;
    partition.max_minutes = 2880;
    for (std::int32_t i = 0; i < workload.nodes; ++i) {
        Node node;
        node.name = "n" + std::to_string(i);
        site->nodes.push_back(node);
        partition.nodes.push_back(i);
    }
    site->partitions.push_back(partition);
    Association root;
    root.account = "root";
    site->associations.push_back(root);
    for (std::int32_t account = 0; account < workload.users / 10; ++account) {
        Association one;
        one.account = "a" + std::to_string(account);
        one.parent = 0;
        one.shares = 1 + account % 7;
        auto const parent = static_cast<std::int32_t>(site->associations.size());
        site->associations.push_back(one);
        for (int user = 0; user < 10; ++user) {
            Association member = one;
            member.user = one.account + "u" + std::to_string(user);
            member.parent = parent;
            member.shares = 1;
            site->associations.push_back(member);
        }
    }
    return site;
}

/// Jobs are submitted in batches of one user: with equal sizes and limits, but different run times.
class Arrivals {
  public:
    explicit Arrivals(Workload const& workload) : workload_(workload) {
        double nodes = 0;
        double weight = 0;
        for (std::int32_t n = 1; n <= workload.largest; n *= 2) {
            nodes += n * share(n);
            weight += share(n);
        }
        auto const work = nodes / weight * workload.mean_run_s;
        if (workload.load > 0) gap_ = work / (workload.units() * workload.load) * workload.batch;
    }

    bool next(JobRequest& request) {
        if (made_ == workload_.jobs) return false;
        if (left_ == 0) new_batch();
        --left_;
        ++made_;
        request = batch_;
        request.number = made_;
        std::lognormal_distribution<double> run(std::log(workload_.mean_run_s) - 0.5 * 0.8 * 0.8,
                                                0.8);
        auto const limit = *batch_.time_minutes * 60;
        request.run_times = {Seconds{
            std::clamp<std::int64_t>(static_cast<std::int64_t>(run(engine_) * scale_), 30, limit)}};
        return true;
    }

  private:
    static double share(std::int32_t nodes) { return 1.0 / std::pow(nodes, 0.9); }

    void new_batch() {
        std::exponential_distribution<double> gap(1.0 / gap_);
        if (gap_ > 0) clock_ += gap(engine_);
        std::geometric_distribution<int> size(1.0 / workload_.batch);
        left_ = 1 + size(engine_);
        std::uniform_int_distribution<std::int32_t> account(0, workload_.users / 10 - 1);
        std::uniform_int_distribution<std::int32_t> user(0, 9);
        batch_ = JobRequest{};
        batch_.submit = Instant{static_cast<std::int64_t>(clock_)};
        batch_.account = "a" + std::to_string(account(engine_));
        batch_.user = batch_.account + "u" + std::to_string(user(engine_));
        std::vector<double> shares;
        for (std::int32_t n = 1; n <= workload_.largest; n *= 2) shares.push_back(share(n));
        std::discrete_distribution<int> exponent(shares.begin(), shares.end());
        ask_for(1 << exponent(engine_));
        std::uniform_real_distribution<double> spread(0.3, 1.7);
        scale_ = spread(engine_);
        std::uniform_real_distribution<double> over(1.5, 6.0);
        auto const minutes = workload_.mean_run_s * scale_ * over(engine_) / 60;
        batch_.time_minutes =
            std::clamp<std::int64_t>((static_cast<std::int64_t>(minutes) / 30 + 1) * 30, 30, 2880);
    }

    void ask_for(std::int32_t units) {
        if (workload_.cores == 1) {
            batch_.ntasks = units;
            return;
        }
        auto const gpus = std::min(units, workload_.gpus);
        batch_.min_nodes = gpus > 0 ? units / gpus : units;
        batch_.max_nodes = batch_.min_nodes;
        batch_.ntasks_per_node = 1;
        if (gpus == 0) return;
        batch_.cpus_per_task = workload_.cores / workload_.gpus * gpus;
        batch_.gres.push_back({.count = gpus});
    }

    Workload workload_;
    std::mt19937_64 engine_{42};
    JobRequest batch_;
    double gap_ = 0;
    double clock_ = 0;
    double scale_ = 1;
    std::int64_t made_ = 0;
    std::int64_t left_ = 0;
};

class Tally : public JobObserver {
  public:
    void finished(Job const& job, Instant /*now*/) override {
        ++jobs;
        waits += static_cast<double>((job.start - job.submit).count);
        // Any other order or time of a start gives another number.
        digest = digest * 1099511628211ULL ^
                 static_cast<std::uint64_t>(job.start.since_origin * 7919 + job.id);
    }
    std::int64_t jobs = 0;
    double waits = 0;
    std::uint64_t digest = 14695981039346656037ULL;
};

std::uint64_t run(Workload const& workload, CycleMode mode) {
    Controller controller(site_of(workload), Phases{}, mode);
    Tally tally;
    controller.observe(&tally);
    Arrivals arrivals(workload);
    JobRequest request;
    std::size_t longest = 0;
    auto const begin = std::clock();
    while (arrivals.next(request)) {
        controller.run_until(request.submit);
        auto const outcome = controller.submit(request);
        if (!outcome.accepted()) {
            std::fprintf(stderr, "%s\n", outcome.message.c_str());
            std::exit(1);
        }
        auto const& state = controller.state();
        longest = std::max(longest, controller.unfinished() - state.jobs.running.size());
    }
    controller.run_to_end();
    // Processor time is independent of other work on the machine.
    auto const took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    auto const& counters = controller.state().counters;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%-9s %-9s %9lld %8.1f %9.0f %9.0f %8.1f %8.1f %7zu %9.0f %7ld %5.1f %016llx\n",
                workload.name,
                mode == CycleMode::fast ? "fast" : "reference",
                static_cast<long long>(tally.jobs),
                took,
                static_cast<double>(tally.jobs) / took,
                static_cast<double>(counters.backfill_cycles + counters.main_cycles) / took,
                static_cast<double>(counters.backfill_depth_tried_sum) /
                    static_cast<double>(std::max<std::int64_t>(1, counters.backfill_cycles)),
                static_cast<double>(counters.main_depth_sum) /
                    static_cast<double>(std::max<std::int64_t>(1, counters.main_cycles)),
                longest,
                tally.waits / static_cast<double>(tally.jobs),
                usage.ru_maxrss / 1024,
                static_cast<double>(controller.now().since_origin) / 86400.0,
                static_cast<unsigned long long>(tally.digest));
    std::fflush(stdout);
    return tally.digest;
}

/// Submits all jobs at once and copies the controller when the first ones run.
void time_forks() {
    Controller controller(site_of(large), Phases{}, CycleMode::fast);
    Arrivals arrivals(large);
    JobRequest request;
    while (arrivals.next(request)) controller.submit(request);
    controller.run_until(Instant{600});
    auto const& jobs = controller.state().jobs;
    constexpr int copies = 100;
    std::size_t unfinished = 0;
    auto const begin = std::clock();
    for (int i = 0; i < copies; ++i) unfinished += Controller(controller).unfinished();
    auto const took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("fork of %zu jobs, %zu of them running: %.2f ms\n",
                unfinished / copies,
                jobs.running.size(),
                took / copies * 1000);
}

}  // namespace

int main(int count, char** words) {
    std::string chosen;
    std::int64_t jobs = 0;
    double load = 0;
    bool reference = false;
    bool both = false;
    for (int i = 1; i < count; ++i)
        if (std::strcmp(words[i], "--reference-cycles") == 0)
            reference = true;
        else if (std::strcmp(words[i], "--both") == 0)
            both = true;
        else if (std::strcmp(words[i], "--jobs") == 0 && i + 1 < count)
            jobs = std::atoll(words[++i]);
        else if (std::strcmp(words[i], "--load") == 0 && i + 1 < count)
            load = std::atof(words[++i]);
        else
            chosen = words[i];
    if (chosen == large.name) {
        time_forks();
        return 0;
    }
    std::printf("queue     cycles         jobs    cpu s    jobs/s  cycles/s tested/c depth/p  queue"
                "    wait s      MB  days starts\n");
    for (auto workload : workloads) {
        if (!chosen.empty() && chosen != workload.name) continue;
        if (jobs > 0) workload.jobs = jobs;
        if (load > 0) workload.load = load;
        auto const digest = run(workload, reference ? CycleMode::reference : CycleMode::fast);
        if (both && run(workload, CycleMode::reference) != digest) {
            std::printf("the starts differ\n");
            return 1;
        }
    }
    return 0;
}
