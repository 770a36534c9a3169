// SPDX-License-Identifier: Apache-2.0
#include "models/application/application_catalogue.hpp"
#include "models/application/plan_text.hpp"
#include "models/application/read_cnn.hpp"
#include "models/application/read_framework.hpp"
#include "models/application/read_generic.hpp"
#include "models/application/read_pilot.hpp"
#include "models/application/read_transformer.hpp"
#include "models/application/read_unet.hpp"
#include "models/application/stages.hpp"
#include "models/application/whole_numbers.hpp"
#include "models/machine/accelerator_config.hpp"
#include "models/machine/provenance.hpp"
#include "models/storage/store.hpp"
#include "sim/config/file_kind.hpp"
#include "sim/config/reader.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

std::vector<MicroBatch> read_micro_batches(Reader& training) {
    std::vector<MicroBatch> steps;
    for (Reader& reader : training.list("micro_batch_by_memory")) {
        MicroBatch step;
        step.device_memory = reader.quantity<Bytes>("device_memory");
        step.samples = whole(reader, "samples");
        if (!steps.empty() && step.device_memory <= steps.back().device_memory) {
            reader.complain(
                "device_memory", Code::inconsistent, "the list must rise in device memory");
        }
        reader.finish();
        steps.push_back(step);
    }
    return steps;
}

EpochCosts read_epoch(Reader reader) {
    EpochCosts costs;
    costs.fixed = reader.quantity<Duration>("fixed", Range::at_least(0.0));
    costs.per_batch =
        reader.optional_quantity<Duration>("per_batch", Range::at_least(0.0)).value_or(Duration{});
    costs.validation_speed = reader.number("validation_speed", Range{0.0, 1e3, true});
    reader.finish();
    return costs;
}

/// Without its source, which facts_of() gives.
std::optional<PublishedBatch> read_batch(Reader& training) {
    auto const batch = training.optional_integer("global_batch", whole_range);
    auto const bound = [&](std::string_view key) {
        if (training.has(key) && !batch)
            training
                .complain(key, Code::inconsistent, "a range for a global batch that is not given")
                .help = "give `global_batch`";
        return static_cast<int>(
            training.optional_integer(key, whole_range).value_or(batch.value_or(1)));
    };
    int const least = bound("global_batch_least");
    int const most = bound("global_batch_most");
    if (!batch) return std::nullopt;
    PublishedBatch const published{static_cast<int>(*batch), least, most, {}, {}};
    if (least > published.samples || most < published.samples) {
        training
            .complain("global_batch",
                      Code::inconsistent,
                      fmt::format("global_batch {} is not between its limits {} and {}",
                                  published.samples,
                                  least,
                                  most))
            .help = "correct `global_batch_least` or `global_batch_most`";
    }
    return published;
}

void cite_batch(ConfigNode const& document, std::optional<PublishedBatch>& batch) {
    if (!batch) return;
    if (auto const fact = fact_at(document, "training.global_batch")) {
        batch->citation = fact->citation;
        batch->confidence = fact->confidence;
    }
}

/// A stage of ZeRO, or whether the states of the optimizer alone are divided.
Sharding read_sharding(Reader& reader) {
    bool const optimizer = reader.flag("distributed_optimizer", false);
    auto const stage = reader.optional_integer("zero", Range::at_least(0, 3));
    if (!stage) return optimizer ? Sharding::optimizer : Sharding::none;
    return static_cast<Sharding>(*stage);
}

TrainingDefaults read_training(Reader reader) {
    TrainingDefaults training;
    training.precision = reader.one_of<Precision>("precision");
    training.micro_batch = whole(reader, "micro_batch");
    training.micro_batch_by_memory = read_micro_batches(reader);
    training.global_batch = read_batch(reader);
    if (training.global_batch) training.strong_batch = training.global_batch->samples;
    if (auto const batch = reader.optional_integer("strong_batch", whole_range))
        training.strong_batch = static_cast<int>(*batch);
    if (auto const steps = reader.optional_integer("weak_accumulation", whole_range))
        training.weak_accumulation = static_cast<int>(*steps);
    training.tensor = whole_or(reader, "tensor", 1);
    training.model_devices = whole_or(reader, "model_devices", 1);
    training.context = whole_or(reader, "context", 1);
    training.expert = whole_or(reader, "expert", 1);
    training.recompute = reader.optional_one_of<Recompute>("recompute").value_or(Recompute::none);
    training.sequence_parallel = reader.flag("sequence_parallel", true);
    training.sharding = read_sharding(reader);
    if (auto epoch = reader.optional_child("epoch")) training.epoch = read_epoch(*epoch);
    if (training.model_devices % training.tensor != 0) {
        reader.complain(
            "model_devices",
            Code::inconsistent,
            fmt::format("tensor parallelism {} does not divide the {} devices of one copy",
                        training.tensor,
                        training.model_devices));
    }
    reader.finish();
    return training;
}

TrainingSet read_dataset(Reader reader) {
    Range const files = Range::at_least(1.0, 1e12);
    TrainingSet set;
    set.files.size = reader.quantity<Bytes>("size");
    set.files.files = reader.number("files", files);
    set.files.shards = reader.optional_number("shards", files).value_or(0.0);
    if (set.files.shards > set.files.files) {
        reader.complain("shards",
                        Code::inconsistent,
                        fmt::format("{:.0f} archives for {:.0f} files leave some of them empty",
                                    set.files.shards,
                                    set.files.files));
    }
    set.samples = reader.optional_number("samples", Range::at_least(1.0, 1e15));
    set.decode =
        reader.optional_quantity<Duration>("decode", Range::positive(3600.0)).value_or(Duration{});
    std::array<std::string, 2> const stores{std::string(disk_name), std::string(memory_name)};
    if (auto const stage = reader.choice("stage", stores)) set.stage = stores[*stage];
    reader.finish();
    return set;
}

void check_together(Reader& reader, Application const& application) {
    auto const* model = std::get_if<Transformer>(&application.model);
    if (model == nullptr) {
        if (application.training.model_devices == 1) return;
        reader
            .complain(
                "training", Code::inconsistent, "a convolutional network is held by one device")
            .help = "remove `tensor` and `model_devices`";
        return;
    }
    if (model->heads % application.training.tensor != 0) {
        reader.complain("training",
                        Code::inconsistent,
                        fmt::format("tensor parallelism {} does not divide {} heads",
                                    application.training.tensor,
                                    model->heads));
    }
    int const expert = application.training.expert;
    int const experts = model->experts.count;
    if (expert > 1 && (experts == 0 || experts % expert != 0)) {
        reader
            .complain("training",
                      Code::inconsistent,
                      experts == 0
                          ? fmt::format("expert parallelism {} of a model without experts", expert)
                          : fmt::format("expert parallelism {} does not divide {} experts",
                                        expert,
                                        experts))
            .help =
            experts == 0 ? "remove `expert`" : fmt::format("choose a divisor of {}", experts);
    }
    Plan plan;
    plan.pipeline = application.training.model_devices / application.training.tensor;
    if (plan.pipeline >= 1 && !fill_stages(*model, plan)) {
        reader.complain(
            "training",
            Code::inconsistent,
            fmt::format("{} pipeline stages (model_devices / tensor) do not divide {} layers",
                        plan.pipeline,
                        model->depth()));
    }
}

}  // namespace

namespace {

Result<AnyApplication> result_of(AnyApplication application, Diagnostics& problems) {
    if (!problems.has_errors()) return application;
    problems.sort_by_place();
    return failure(std::move(problems));
}

/// The keys of training runs, refused for an application that is none.
Result<AnyApplication> read_generic_file(ConfigNode const& node) {
    Diagnostics diagnostics;
    Reader reader(node, diagnostics, Reader::Style::annotated);
    check_schema_name(reader, "clustersim/application/1");
    reader.raw("sources");
    GenericApplication application;
    application.name = reader.text("name");
    application.title = reader.text("title");
    read_generic(reader.child("generic"), application);
    reader.elsewhere(
        {"transformer", "cnn", "unet", "training", "framework", "pilot", "dataset", "known_as"},
        "an application that is trained");
    reader.finish();
    check_provenance(node, diagnostics);
    return result_of(std::move(application), diagnostics);
}

/// One of `transformer:`, `cnn:` and `unet:`.
void read_model(Reader& reader, Application& application) {
    constexpr std::array<std::string_view, 3> kinds{"transformer", "cnn", "unet"};
    std::string_view found;
    for (std::string_view const kind : kinds) {
        if (reader.has(kind) && !found.empty()) {
            reader.complain(kind,
                            Code::inconsistent,
                            fmt::format("an application is a {} or a {}, not both", found, kind));
        }
        if (reader.has(kind) && found.empty()) found = kind;
    }
    for (std::string_view const kind : kinds)
        if (kind != found) reader.raw(kind);
    if (found == "transformer")
        application.model = read_transformer(reader.child("transformer"));
    else if (found == "cnn")
        application.model = read_cnn(reader.child("cnn"));
    else if (found == "unet")
        application.model = read_unet(reader.child("unet"));
    else
        reader.complain("", Code::missing_key, "the application has no model").expected =
            "`transformer:`, `cnn:`, `unet:` or `generic:`";
}

std::string software_of(ConfigNode const& node) {
    ConfigNode const* framework = node.find("framework");
    ConfigNode const* software = framework != nullptr ? framework->find("software") : nullptr;
    return software != nullptr ? software->scalar : "";
}

Result<AnyApplication> read_trained_file(ConfigNode const& node) {
    if (auto other = other_kind(node, "clustersim/application/1"))
        return failure(std::move(*other));
    Diagnostics diagnostics;
    Reader reader(node, diagnostics, Reader::Style::annotated);
    check_schema_name(reader, "clustersim/application/1");
    reader.raw("sources");
    Application application;
    application.name = reader.text("name");
    application.title = reader.text("title");
    application.known_as = reader.text_list("known_as");
    read_model(reader, application);
    application.training = read_training(reader.child("training"));
    cite_batch(node, application.training.global_batch);
    application.training.framework = read_framework(reader.child("framework"));
    application.software = software_of(node);
    auto* const transformer = std::get_if<Transformer>(&application.model);
    if (transformer != nullptr && application.training.framework.plain_attention)
        transformer->fused_attention = false;
    if (auto pilot = reader.optional_child("pilot")) read_pilot(*pilot, application);
    if (auto set = reader.optional_child("dataset")) application.dataset = read_dataset(*set);
    if (!diagnostics.has_errors()) check_together(reader, application);
    reader.elsewhere({"generic"}, "an application that is not trained");
    reader.finish();
    check_provenance(node, diagnostics);
    return result_of(std::move(application), diagnostics);
}

}  // namespace

Result<AnyApplication> read_any_application(ConfigNode const& node) {
    return node.find("generic") != nullptr ? read_generic_file(node) : read_trained_file(node);
}

Result<Application> read_application(ConfigNode const& node) {
    auto read = read_any_application(node);
    if (!read) return failure(std::move(read.error()));
    if (auto* trained = std::get_if<Application>(&*read)) return std::move(*trained);
    return failure(problem_at(*node.find("generic"),
                              Code::inconsistent,
                              fmt::format("{} is not trained: only `run` and `compare` predict it",
                                          std::get<GenericApplication>(*read).name)));
}

}  // namespace clustersim
