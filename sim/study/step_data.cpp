// SPDX-License-Identifier: Apache-2.0
#include "sim/study/step_data.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

std::optional<Diagnostic> too_large(Application const& application, Store const& store) {
    if (!application.dataset || application.dataset->files.size <= store.capacity)
        return std::nullopt;
    return problem(Code::never_fits,
                   fmt::format("the dataset of {} does not fit: {} on \"{}\", which holds {}",
                               application.name,
                               human(application.dataset->files.size),
                               store.name,
                               human(store.capacity)),
                   "read it from a file system of the machine");
}

StepData data_from(Application const& application, DataPlace place, Store store) {
    StepData data;
    data.sample = *sample_input(application, store.kind != StoreKind::shared);
    data.loader_cores = loader_cores(place.type) * std::max(1, place.type.gpus);
    data.store = std::move(store);
    return data;
}

Result<StepData> named(Application const& application, DataPlace place, std::string const& name) {
    auto store = find_store(place.system, place.type, name);
    if (!store) {
        Diagnostics problems;
        for (Diagnostic d : store.error().items()) {
            if (d.code == Code::unknown_name)
                d.help += fmt::format("; or {}: nothing is loaded", synthetic_data);
            problems.add(std::move(d));
        }
        return failure(std::move(problems));
    }
    if (!sample_input(application, false)) {
        return failure(
            problem(Code::missing_key,
                    fmt::format("the file of {} does not describe its dataset", application.name),
                    "add a `dataset:` with `size` and `files` to it, or use --data synthetic"));
    }
    if (auto const refused = too_large(application, *store)) return failure(*refused);
    return data_from(application, place, std::move(*store));
}

/// The application's own store or, if that is missing or too small, the machine's file system.
StepData own(Application const& application, DataPlace place) {
    StepData synthetic;
    if (!sample_input(application, false)) return synthetic;
    std::string remark;
    auto const staged = application.dataset ? application.dataset->stage : std::nullopt;
    if (staged) {
        auto data = named(application, place, *staged);
        if (data) return *data;
        remark = data.error().items().front().message;
    }
    auto data = named(application, place, default_store(place.system));
    if (data) {
        if (!remark.empty())
            data->remark = fmt::format("{}: samples are read from {}\n", remark, data->name());
        return *data;
    }
    synthetic.remark = fmt::format("{}: loading of samples is ignored\n",
                                   place.system.file_systems.empty()
                                       ? place.system.name + " describes no file system"
                                       : data.error().items().front().message);
    return synthetic;
}

}  // namespace

Result<StepData>
step_data(Application const& application, DataPlace place, std::string const& name) {
    if (name == synthetic_data) return StepData{};
    return name.empty() ? own(application, place) : named(application, place, name);
}

}  // namespace clustersim
