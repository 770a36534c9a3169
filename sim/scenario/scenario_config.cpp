// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/scenario_config.hpp"

#include "models/machine/optional_values.hpp"
#include "models/machine/read_partition.hpp"
#include "sim/config/reader.hpp"
#include "sim/core/ensure.hpp"
#include "sim/scenario/energy_config.hpp"
#include "sim/scenario/long_run_config.hpp"
#include "sim/scenario/plan_keys.hpp"
#include "sim/scenario/resource_form_config.hpp"
#include "sim/scenario/submission_form_config.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

constexpr double most_nodes = 1e6;

/// After weeks a queue no longer depends on its initial state. A longer time is a typing error.
Seconds time_of_queue(Reader& reader, std::string_view key) {
    constexpr double sixty_days = 60.0 * 86400.0;
    return round_up(reader.quantity<Duration>(key, Range::at_least(0.0, sixty_days)));
}

/// The largest offered load. Above 1 the queue grows without end. A value far above is a percentage or a typing error;
/// its answer would only depend on the length of the warm-up.
double read_load(Reader& reader) {
    constexpr double most = 2.0;
    double const load = reader.number("load", Range::at_least(0.0));
    if (load > most) {
        Diagnostic& d = reader.complain(
            "load",
            Code::out_of_range,
            fmt::format(
                "a load of {} offers {} times the work that the partition can do", load, load));
        d.expected = fmt::format("at least 0 and at most {}", most);
        d.help = "0.9 is a busy machine; above 1 the queue grows during the whole simulation";
    }
    return load;
}

/// With either a `load` or a `backlog`.
OtherBackground read_other_background(std::string const& partition, Reader& reader) {
    OtherBackground other{partition, reader.text("mix"), 0.0, std::nullopt};
    other.backlog = optional_backlog(reader, "backlog");
    if (!reader.has("backlog")) {
        other.load = read_load(reader);
    } else if (reader.has("load")) {
        reader
            .complain("load",
                      Code::inconsistent,
                      "both `load` and `backlog` say how much work the partition gets")
            .help = "keep one of the two";
        reader.raw("load");
    }
    return other;
}

BackgroundSpec read_background(Reader& reader) {
    BackgroundSpec spec;
    spec.mix = reader.text("mix");
    spec.load = read_load(reader);
    spec.backlog = optional_backlog(reader, "backlog");
    spec.evidence = reader.optional_text("evidence");
    ConfigNode const* warm_up = reader.raw("warm-up");
    if (warm_up == nullptr || warm_up->scalar != "auto")
        spec.warm_up = time_of_queue(reader, "warm-up");
    spec.window = time_of_queue(reader, "window");
    std::vector<std::string> const begins{"steady", "empty"};
    spec.begins_empty = reader.choice("begin", begins) == 1U;
    for (auto& [name, other] : reader.named_children("others")) {
        spec.others.push_back(read_other_background(name, other));
        other.finish();
    }
    reader.finish();
    return spec;
}

/// How much the user has used, as a quantile of those who compete. `light` and `heavy` are their first and last tenth.
struct NamedUsage {
    std::string_view name;
    std::optional<double> quantile;
};
constexpr std::array<NamedUsage, 4> usages{
    {{"new", std::nullopt}, {"light", 0.1}, {"typical", 0.5}, {"heavy", 0.9}}};

UserSpec read_user(Reader reader) {
    UserSpec spec;
    std::vector<std::string> names;
    for (NamedUsage const& one : usages) names.emplace_back(one.name);
    auto const chosen = reader.choice("usage", names);
    if (chosen && usages.at(*chosen).quantile)
        spec.standing = slurm::UsageQuantile{*usages.at(*chosen).quantile};
    spec.by_default = chosen && usages.at(*chosen).name == "typical" && !reader.has("fairshare");
    if (auto const factor = reader.optional_number("fairshare", Range::share())) {
        if (chosen && usages.at(*chosen).name != "typical") {
            reader
                .complain("fairshare",
                          Code::inconsistent,
                          "both `usage` and `fairshare` say how much the user has used")
                .help = "keep one of the two";
        }
        spec.standing = slurm::FairshareFactor{*factor};
    }
    if (auto const used = reader.optional_number("quota-used", Range::at_least(0.0, 1e3))) {
        spec.quota_used = *used;
        spec.by_default = false;
    }
    reader.finish();
    return spec;
}

ComputeNoise read_noise(Reader& training) {
    ComputeNoise noise;
    auto const share = [&](std::string_view key, Range const& range, double& value) {
        value = training.optional_number(key, range).value_or(value);
    };
    share("jitter", Range::at_least(0.0, 1.0), noise.jitter);
    share("straggler-chance", Range::at_least(0.0, 1.0), noise.straggler_chance);
    share("straggler-delay", Range::at_least(0.0, 100.0), noise.straggler_delay);
    if (training.has("straggler-delay") && noise.straggler_chance == 0.0) {
        training
            .complain("straggler-delay",
                      Code::inconsistent,
                      "no batch has a straggler, so its delay has no effect")
            .help = "add `straggler-chance`";
    }
    return noise;
}

constexpr std::array<std::pair<std::string_view, PlanChoice>, 2> plan_choices{
    {{"own", PlanChoice::own}, {"auto", PlanChoice::fastest}}};

TrainingWork read_training(Reader& job) {
    TrainingWork work;
    // Written in place, its keys are read as those of an application file.
    ConfigNode const* given = job.raw("application");
    if (given == nullptr || given->kind != ConfigNode::Kind::mapping)
        work.application = job.text("application");
    work.steps = job.optional_integer("steps", Range::at_least(1, 1e12));
    work.epochs = job.optional_number("epochs", Range::positive(1e6));
    work.tokens = job.optional_number("tokens", Range::positive(1e18));
    std::vector<std::string_view> lengths;
    for (std::string_view const key : {"steps", "epochs", "tokens"})
        if (job.has(key)) lengths.push_back(key);
    if (lengths.size() > 1) {
        job.complain(lengths.back(),
                     Code::inconsistent,
                     fmt::format("both `{}` and `{}` set the length of the training",
                                 lengths[0],
                                 lengths[1]))
            .help = "keep one of the two";
    }
    if (auto training = job.optional_child("training")) {
        work.plan = read_plan_keys(*training);
        // If the scenario gives a part of the plan, the rest is the application's own.
        work.choice = training->optional_one_of<PlanChoice>("plan", plan_choices)
                          .value_or(work.plan.lays_out() ? PlanChoice::own : PlanChoice::usual);
        work.framework = training->optional_text("framework");
        work.global_batch = optional_count(*training, "global-batch", Range::at_least(1, 1e9));
        work.noise = read_noise(*training);
        if (work.global_batch && work.plan.has("acc")) {
            training
                ->complain("accumulation",
                           Code::inconsistent,
                           "`global-batch` (strong scaling) and `accumulation` (weak scaling) "
                           "exclude each other")
                .help = "keep one of the two";
        }
        training->finish();
    }
    return work;
}

JobSpec read_job(std::string name, Reader& reader) {
    JobSpec job;
    job.name = std::move(name);
    job.place = reader.node();
    job.partition = reader.optional_text("partition");
    job.qos = reader.optional_text("qos");
    job.nodes = static_cast<int>(
        reader.optional_integer("nodes", Range::at_least(1, most_nodes)).value_or(1));
    job.gpus = optional_count(reader, "gpus", Range::at_least(1, 1e4));
    ConfigNode const* walltime = reader.raw("walltime");
    job.default_walltime = walltime != nullptr && walltime->scalar == "default";
    auto const time = [&](std::string_view key) {
        auto const value = reader.optional_quantity<Duration>(key, Range::positive(most_seconds));
        return value ? std::optional(round_up(*value)) : std::nullopt;
    };
    if (!job.default_walltime) job.walltime = time("walltime");
    job.extended_time = time("extended-time");
    job.switches = optional_count(reader, "switches", Range::at_least(1, most_nodes));
    job.switches_wait = time("switches-wait");
    if (job.switches_wait && !job.switches) {
        reader
            .complain(
                "switches-wait",
                Code::inconsistent,
                "the job states how long to wait for a placement, but not for how many switches")
            .help = "add `switches`";
    }
    job.interactive = reader.flag("interactive", false);
    bool const fixed = reader.has("runtime");
    bool const trained = reader.has("application");
    if (fixed == trained) {
        reader
            .complain(fixed ? "application" : "",
                      Code::inconsistent,
                      fixed ? "a job has either a `runtime` or an `application`, not both"
                            : "the job has neither a `runtime` nor an `application`")
            .help = "the run time of an application is predicted; a `runtime` is used as given";
    }
    if (fixed) {
        job.work = FixedWork{reader.quantity<Duration>("runtime", Range::positive(most_seconds)),
                             reader.optional_quantity<Watts>("gpu-power", Range::positive(1e5))};
    }
    if (trained) job.work = read_training(reader);
    if (!fixed) reader.elsewhere({"runtime", "gpu-power"}, "a job with a `runtime`");
    if (!trained)
        reader.elsewhere({"application", "steps", "epochs", "tokens", "training"},
                         "a job with an `application`");
    read_long_run(reader, job);
    read_submission_form(reader, job);
    read_resource_form(reader, job);
    auto const* trains = std::get_if<TrainingWork>(&job.work);
    if (trains != nullptr && trains->noise.jitter > 0.0 && job.resilience.device_spread > 0.0) {
        reader
            .complain("resilience",
                      Code::inconsistent,
                      "`device-spread` and `jitter` both describe how unevenly the devices compute")
            .help = "keep one of the two";
    }
    reader.finish();
    return job;
}

std::vector<JobSpec> read_jobs(Reader& scenario) {
    std::vector<JobSpec> jobs;
    for (auto& [name, job] : scenario.named_children("jobs")) jobs.push_back(read_job(name, job));
    scenario.require("jobs");
    if (scenario.has("jobs") && jobs.empty()) {
        scenario.complain("jobs", Code::wrong_type, "no job is described").expected =
            "a mapping from job names to jobs";
    }
    return jobs;
}

}  // namespace

Result<Scenario> read_scenario(ConfigNode const& document, std::vector<JobSpec> jobs) {
    Diagnostics problems;
    Reader reader(document, problems);
    Scenario scenario;
    reader.schema("clustersim/scenario/1");
    scenario.title = reader.text("title");
    scenario.system = reader.text("system");
    scenario.partition = reader.optional_text("partition");
    scenario.qos = reader.optional_text("qos");
    scenario.scheduler = reader.text("scheduler");
    std::array<std::string, 2> const limits{"enforced", "waived"};
    scenario.site_limits = reader.choice("site-limits", limits) != std::size_t{1};
    std::array<std::string, 4> const networks{"closed", "flow", "flow+background", "flow+reacting"};
    if (auto const network = reader.choice("network", networks))
        scenario.network = static_cast<NetworkDetail>(*network);
    std::array<std::string, 4> const topologies{"none", "tree", "dragonfly", "on-request"};
    if (auto const topology = reader.choice("topology", topologies))
        scenario.topology = static_cast<SlurmTopology>(*topology);
    if (ConfigNode const* policy = reader.raw("policy")) scenario.policy = *policy;
    Reader background = reader.child("background");
    scenario.background = read_background(background);
    if (scenario.background.evidence && scenario.background.backlog) {
        background
            .complain("evidence",
                      Code::inconsistent,
                      "both `backlog` and `evidence` say how much work waits")
            .help = "keep one of the two";
    }
    if (auto user = reader.optional_child("user")) scenario.user = read_user(std::move(*user));
    scenario.jobs = jobs.empty() ? read_jobs(reader) : std::move(jobs);
    check_conditions(scenario.jobs, problems);
    scenario.replicates = reader.integer("replicates", Range::at_least(1, most_replicates));
    scenario.precision = reader.optional_number("precision", Range::positive(1.0));
    scenario.seed = static_cast<std::uint64_t>(reader.integer("seed", Range::at_least(0, 9e15)));
    if (auto energy = reader.optional_child("energy")) read_energy(std::move(*energy), scenario);
    if (auto show = reader.optional_child("show")) {
        scenario.whole_queue = show->flag("whole-queue", false);
        scenario.differences = show->flag("differences", false);
        show->finish();
    }
    reader.raw("expect");    // read in sim/study, which has the metrics
    reader.raw("exercise");  // likewise
    reader.elsewhere({"sweep"}, "a scenario file");
    reader.finish();
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    return scenario;
}

BackgroundSpec read_background(ConfigNode const& document) {
    Diagnostics problems;
    Reader reader = Reader(document, problems).child("background");
    BackgroundSpec spec = read_background(reader);
    CS_ENSURE(!problems.has_errors(), "what is settled of a background load can be read again");
    return spec;
}

}  // namespace clustersim
