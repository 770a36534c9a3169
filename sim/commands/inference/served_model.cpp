// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/served_model.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/application/served_format.hpp"
#include "models/energy/energy.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/chosen_partition.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// The devices of one replica, or why they do not divide.
Result<int> tensor_width(ServingSite const& site, Transformer const& model, int per_node) {
    int const gpus = site.gpus / site.data;
    int width = site.tensor.value_or(std::min(gpus, per_node));
    if (!site.tensor)  // the widest group that divides the heads and the devices
        while (width > 1 && (model.heads % width != 0 || gpus % width != 0)) --width;
    if (width > 0 && site.gpus % (width * site.data) == 0) return width;
    if (site.data > 1)
        return failure(
            problem(Code::inconsistent,
                    fmt::format("{} groups of tensor parallelism {} do not divide {} GPUs",
                                site.data,
                                std::max(1, width),
                                site.gpus),
                    "choose --tensor times --data as a divisor of the GPUs"));
    return failure(
        problem(Code::inconsistent,
                fmt::format("tensor parallelism {} does not divide {} GPUs", width, site.gpus),
                "choose a divisor of the GPUs"));
}

/// How the weights are stored and multiplied, with what a user should know of it.
Result<ServedFormat> format_of(ServingSite const& site,
                               Transformer const& model,
                               Accelerator const& device,
                               std::string& remark) {
    if (site.weights.empty())
        return ServedFormat{.precision = site.precision.value_or(Precision::bf16)};
    auto format = served_format(site.weights, device);
    if (!format) return format;
    if (site.precision && format->weights == WeightFormat::plain &&
        *site.precision != format->precision)
        return failure(problem(Code::inconsistent,
                               fmt::format("weights in {} cannot be multiplied in {}",
                                           site.weights,
                                           name_of(*site.precision)),
                               fmt::format("leave --weights out, or choose --precision {}",
                                           name_of(format->precision))));
    if (site.precision) {
        format->converted = !multiplies_as_stored(format->weights, *site.precision);
        format->precision = *site.precision;
    }
    if (format->converted && device.peak_of(format->precision, Unit::matrix))
        remark = fmt::format(
            "{} does not multiply {}: the weights are converted to {} within each product\n",
            device.model,
            site.weights,
            name_of(format->precision));
    if (model.experts.count > 0 && format->weights != WeightFormat::plain &&
        bits_of(format->weights).number < 8.0)
        remark += fmt::format("{} holds the experts; other weights have 16 bits\n", site.weights);
    return format;
}

Result<Transformer> decoder_of(Application const& application) {
    if (auto const* model = std::get_if<Transformer>(&application.model)) return *model;
    return failure(problem(Code::inconsistent,
                           fmt::format("{} generates no tokens", application.name),
                           "choose a language model of `clustersim applications list`"));
}

/// Engines keep no keys and values in four bits unless asked.
Precision usual_cache(Precision weights) {
    return weights == Precision::fp4 ? Precision::fp8 : weights;
}

}  // namespace

Answered<ServedModel> served_model(ServingSite const& site, Library const& library) {
    Answered<ServedModel> out;
    auto application = load_application(site.application, library.applications);
    auto chosen = gpu_partition(
        machine_catalogue(library.systems, library.kept_machines()), site.system, site.partition);
    Application* const loaded = out.value_of(application);
    ChosenPartition* const where = out.value_of(chosen);
    if (loaded == nullptr || where == nullptr) return out;
    auto platform = platform_of(where->loaded.system, where->partition());
    auto decoder = decoder_of(*loaded);
    Platform* const machine = out.value_of(platform);
    Transformer* const model = out.value_of(decoder);
    if (machine == nullptr || model == nullptr) return out;
    auto width = tensor_width(site, *model, machine->node.gpus);
    std::string remark;
    auto format = format_of(site, *model, machine->accelerator, remark);
    auto engine = load_engine(site.engine, library.applications.parent_path() / "engines");
    int const* const known_width = out.value_of(width);
    ServedFormat const* const known_format = out.value_of(format);
    ServingSoftware* const software = out.value_of(engine);
    if (known_width == nullptr || known_format == nullptr || software == nullptr) return out;
    out.remark(remark);
    int const nodes = (site.gpus + machine->node.gpus - 1) / machine->node.gpus;
    out.remark(closed_remark(where->loaded.system));
    out.remark(beyond_partition(where->partition(), nodes));
    InferencePlan const plan{.tensor = *width,
                             .batch = 1,
                             .prompt = site.prompt,
                             .output = site.output,
                             .precision = format->precision,
                             .cache = site.cache.value_or(site.weights.empty()
                                                              ? usual_cache(format->precision)
                                                              : Precision::bf16),
                             .data = site.data,
                             .expert = site.expert,
                             .weights = format->weights,
                             .weights_asked = format->asked,
                             .speculation = site.speculation};
    System const& system = where->loaded.system;
    NodeType const& type = system.node_type_of(where->partition());
    constexpr double full_load = 1.0;
    out.answer = ServedModel{loaded->name,
                             system.name,
                             where->partition().name,
                             std::move(*model),
                             std::move(*machine),
                             site.gpus,
                             site.gpus / plan.devices(),
                             plan,
                             std::move(*software),
                             draw_per_device(node_power(system, type), full_load)};
    return out;
}

}  // namespace clustersim
