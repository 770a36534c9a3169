// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/input_costs.hpp"

#include "models/application/sample_input.hpp"
#include "models/failure/straggler.hpp"
#include "sim/core/human.hpp"
#include "sim/scenario/job_share.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

int cores_per_node(JobSpec const& job, NodeType const& type) {
    return job.resources.cores.value_or(type.usable_cores);
}

int loading_devices(JobSpec const& job, NodeType const& type) {
    return std::max(1, devices_per_node(job, type));
}

Dataset dataset_of(DatasetSpec const& spec) {
    Dataset dataset{
        spec.size, spec.files, spec.shards, spec.stripes.value_or(1.0), {}, spec.format};
    if (spec.random) dataset.read_size = spec.read_size.value_or(spec.size);
    return dataset;
}

Diagnostic too_large(JobSpec const& job, Bytes size, Store const& store) {
    Diagnostic d = problem_at(
        place_in(job, "dataset", "size"),
        Code::never_fits,
        fmt::format("the dataset of job \"{}\" does not fit: it has {}, but \"{}\" holds only {}",
                    job.name,
                    human(size),
                    store.name,
                    human(store.capacity)));
    d.help = store.kind == StoreKind::shared
                 ? "choose a larger file system with `on`"
                 : "read it where it is, or stage it with `split: true`";
    return d;
}

/// A number of the file system that this layout of the dataset needs and the machine's file lacks.
std::optional<Diagnostic> unknown_layout(JobSpec const& job, Store const& from) {
    DatasetSpec const& dataset = *job.dataset;
    auto const lacks = [&](char const* key, char const* what, char const* system_key) {
        Diagnostic d = problem_at(
            place_in(job, "dataset", key),
            Code::missing_key,
            fmt::format("the machine's description does not give {} of \"{}\"", what, from.name));
        d.help = fmt::format("add `{}` to the file system", system_key);
        return d;
    };
    if (dataset.random && !from.random_reads)
        return lacks("access", "the rate of reads at random places", "random_reads_per_s");
    if (dataset.stripes && !from.targets)
        return lacks("stripes", "the number of storage targets", "targets");
    if (dataset.stripes && *dataset.stripes > *from.targets) {
        Diagnostic d = problem_at(place_in(job, "dataset", "stripes"),
                                  Code::never_fits,
                                  fmt::format("an archive cannot have {:.0f} stripes on \"{}\"",
                                              *dataset.stripes,
                                              from.name));
        d.expected = fmt::format("at most {}, one on each storage target", *from.targets);
        return d;
    }
    return std::nullopt;
}

/// The time until the job's software runs.
Result<SoftwareStart> software_of(JobSpec const& job, InputPlace place) {
    SoftwareSpec const& spec = *job.software;
    auto const from = store_of(job, place, "software", spec.on);
    if (!from) return failure(from.error());
    Store near = *from;
    if (spec.broadcast) {
        auto const to = store_of(job, place, "software", spec.broadcast);
        if (!to) return failure(to.error());
        near = *to;
    }
    Bytes const image = spec.image.value_or(Bytes{});
    if (spec.broadcast && image > near.capacity) {
        Diagnostic d =
            problem_at(place_in(job, "software", "image"),
                       Code::never_fits,
                       fmt::format("the image of job \"{}\" has {}, but \"{}\" holds only {}",
                                   job.name,
                                   human(image),
                                   near.name,
                                   human(near.capacity)));
        d.help = "start it from the file system: remove `broadcast`";
        return failure(std::move(d));
    }
    return software_start({image,
                           spec.read.value_or(usual_read(image)),
                           spec.files.value_or(0.0),
                           spec.stripes,
                           spec.broadcast.has_value()},
                          *from,
                          near,
                          job.nodes,
                          job.resilience.storage_share);
}

/// The time of staging; nothing if the dataset is not staged.
Result<std::optional<StagingTime>>
staging_of(JobSpec const& job, InputPlace place, Store const& from, Store const& to) {
    DatasetSpec const& dataset = *job.dataset;
    if (!dataset.stage) return std::nullopt;
    StagingPlan const plan{
        job.nodes, dataset.workers, dataset.unpack, dataset.split, job.resilience.storage_share};
    StagingTime const time = staging_time(dataset_of(dataset), from, to, plan);
    if (time.per_node > to.capacity) return failure(too_large(job, time.per_node, to));
    int const cores = cores_per_node(job, *place.type);
    if (dataset.workers > cores) {
        Diagnostic d = problem_at(place_in(job, "dataset", "workers"),
                                  Code::inconsistent,
                                  fmt::format("{} workers on {} cores", dataset.workers, cores));
        d.expected = fmt::format("at most {}", cores);
        return failure(std::move(d));
    }
    return time;
}

Result<StepInput> input_of_step(JobSpec const& job,
                                InputPlace place,
                                Application const& application,
                                Plan const& plan) {
    DatasetSpec const& dataset = *job.dataset;
    int const devices = loading_devices(job, *place.type);
    int const cores = cores_per_node(job, *place.type);
    int const usual =
        job.resources.cores ? std::max(1, cores / devices - 1) : loader_cores(*place.type);
    int const per_device = dataset.loader_cores.value_or(usual);
    if (per_device * devices > cores) {
        Diagnostic d =
            problem_at(place_in(job, "dataset", "loader-cores"),
                       Code::inconsistent,
                       fmt::format("{} loader cores for each of {} devices", per_device, devices));
        d.expected = fmt::format("at most the node's {} cores together", cores);
        return failure(std::move(d));
    }
    TrainingSet const set{dataset_of(dataset), dataset.samples, dataset.decode, dataset.stage};
    bool const unpacked = dataset.stage && dataset.unpack;
    StepInput input =
        step_input(sample_input(application, set, unpacked), plan, job.nodes, per_device * devices);
    input.mounts = devices;
    return input;
}

/// Memory of the job on one node.
Bytes job_memory(JobSpec const& job, NodeType const& type) {
    if (job.resources.memory) return *job.resources.memory;
    Bytes const all = type.usable_memory.value_or(type.memory);
    if (type.gpus == 0 || !job.gpus) return all;
    return all * (static_cast<double>(*job.gpus) / type.gpus);
}

/// Adds the waits of all steps. If the format of the set is stated, the node's memory holds pages of it after a while.
void add_waits(InputCosts& costs,
               StepInput const& input,
               Store const& near,
               JobSpec const& job,
               InputPlace place,
               TrainingPrediction const& prediction) {
    double const share = job.resilience.storage_share;
    Duration const compute = prediction.step.total + costs.straggling;
    costs.load = load_time(input, near, job.nodes, share);
    ExposedLoad const waits = exposed_load(*costs.load, compute);
    costs.exposed = waits.per_step;
    costs.first_batch = waits.first_batch;
    if (!input.format || near.kind == StoreKind::memory) return;

    Bytes const cache = cache_of(job_memory(job, *place.type));
    double const samples = job.dataset->size / input.sample_size;
    PageCache const cached =
        page_cache(sample_reads(*input.format, input.sample_size, near.kind),
                   {job.dataset->size, input.sample_size, samples, job.nodes, cache});
    double const read = prediction.steps * input.samples;
    double const cold = std::min(1.0, cached.cold_samples / read);
    if (cold >= 1.0) return;
    StepInput warm = input;
    warm.miss = cached.miss;
    LoadTime const later = load_time(warm, near, job.nodes, share);
    costs.exposed = costs.exposed * cold + exposed_load(later, compute).per_step * (1.0 - cold);
    costs.remarks.push_back(fmt::format(
        "After {:.2g} % of the steps, {} of memory for pages of files hold {} of the set on each "
        "node: "
        "loading then takes {} a step.",
        cold * 100.0,
        human(cache),
        cached.miss == 0.0 ? "all" : fmt::format("{:.0f} %", (1.0 - cached.miss) * 100.0),
        human(later.total())));
}

}  // namespace

Result<Store> store_of(JobSpec const& job,
                       InputPlace place,
                       std::string_view block,
                       std::optional<std::string> const& name) {
    auto store =
        find_store(*place.system, *place.type, name.value_or(default_store(*place.system)));
    if (store) return store;
    std::string_view const key = job.place.find(block) != nullptr ? "on" : block;
    Diagnostics placed;
    for (Diagnostic const& d : store.error().items()) {
        bool const staged = d.code == Code::never_fits;
        std::string_view const copied = block == "software" ? "broadcast" : "stage";
        Diagnostic at = problem_at(place_in(job, block, staged ? copied : key), d.code, d.message);
        at.help = d.help;
        placed.add(std::move(at));
    }
    return failure(std::move(placed));
}

Result<InputCosts> input_costs(JobSpec const& job,
                               InputPlace place,
                               Application const* application,
                               TrainingPrediction const* prediction) {
    InputCosts costs;
    if (prediction != nullptr) {
        double const slower =
            slowest_of(prediction->plan.devices(), job.resilience.device_spread) - 1.0;
        costs.straggling = prediction->step.total * slower;
    }
    if (job.software) {
        auto const software = software_of(job, place);
        if (!software) return failure(software.error());
        costs.software = *software;
    }
    if (!job.dataset) return costs;
    auto const from = store_of(job, place, "dataset", job.dataset->on);
    if (!from) return failure(from.error());
    if (from->kind != StoreKind::shared) {
        Diagnostic d = problem_at(
            place_in(job, "dataset", "on"),
            Code::inconsistent,
            fmt::format("a dataset cannot be on \"{}\" before the job starts", from->name));
        d.help = "give a file system in `on`, and the nodes' store in `stage`";
        return failure(std::move(d));
    }
    if (job.dataset->size > from->capacity)
        return failure(too_large(job, job.dataset->size, *from));
    if (auto const problem = unknown_layout(job, *from)) return failure(*problem);
    Store near = *from;
    if (job.dataset->stage) {
        auto const to = store_of(job, place, "dataset", job.dataset->stage);
        if (!to) return failure(to.error());
        near = *to;
    }
    auto staging = staging_of(job, place, *from, near);
    if (!staging) return failure(staging.error());
    costs.staging = *staging;
    if (prediction == nullptr) return costs;
    auto const input = input_of_step(job, place, *application, prediction->plan);
    if (!input) return failure(input.error());
    add_waits(costs, *input, near, job, place, *prediction);
    costs.whole = costs.exposed * prediction->steps + costs.first_batch +
                  (costs.staging ? costs.staging->total : Duration{});
    return costs;
}

}  // namespace clustersim
