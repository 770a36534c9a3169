// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/plan_answer.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/application/plan_notes.hpp"
#include "models/application/unoffered.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

namespace clustersim {
namespace {

/// Whether any plan uses exactly `devices` devices and fits in their memory.
bool possible(Application const& application, Platform const& platform, PlanSpace space, int gpus) {
    space.devices = gpus;
    space.keep = 1;
    return search_plans(application, platform, space).has_value();
}

/// The nearest usable counts of whole nodes around an unusable one, within a maximum distance.
std::string nearest_counts(Application const& application,
                           Platform const& platform,
                           PlanSpace const& space,
                           int gpus) {
    constexpr int farthest = 64;
    int const per_node = std::max(1, platform.node.gpus);
    int const nodes = gpus / per_node;
    std::string below;
    std::string above;
    for (int away = 0; away <= farthest && (below.empty() || above.empty()); ++away) {
        int const less = (nodes - away) * per_node;
        int const more = (nodes + 1 + away) * per_node;
        if (below.empty() && less > 0 && possible(application, platform, space, less))
            below = fmt::format("{}", less);
        if (above.empty() && possible(application, platform, space, more))
            above = fmt::format("{}", more);
    }
    return below + (below.empty() || above.empty() ? "" : " or ") + above;
}

/// The smallest sufficient count of nodes: a power of two times the count that is too small.
std::string
enough(Application const& application, Platform const& platform, PlanSpace const& space, int gpus) {
    int const per_node = std::max(1, platform.node.gpus);
    for (std::int64_t nodes = gpus / per_node + 1; nodes <= 65536; nodes *= 2) {
        int const count = static_cast<int>(nodes) * per_node;
        if (possible(application, platform, space, count)) return fmt::format("{}", count);
    }
    return {};
}

/// The search; if it finds nothing, the problem names a count that works.
Result<PlanSearch>
searched(Application const& application, Platform const& platform, PlanSpace const& space) {
    auto search = search_plans(application, platform, space);
    if (search || space.devices < 1 || !std::holds_alternative<Transformer>(application.model))
        return search;
    Diagnostics problems;
    for (Diagnostic d : search.error().items()) {
        bool const memory = entry_of(d.code).fault == Fault::impossible;
        std::string const counts =
            memory ? enough(application, platform, space, space.devices)
                   : nearest_counts(application, platform, space, space.devices);
        if (!counts.empty())
            d.help = fmt::format(
                "{} GPUs {}; {}", counts, memory ? "are enough" : "can be used", d.help);
        problems.add(std::move(d));
    }
    return failure(std::move(problems));
}

/// The plan that an application uses by default.
Plan own_plan(TrainingDefaults const& training) {
    Plan own;
    own.recompute = training.recompute;
    own.sequence_parallel = training.sequence_parallel;
    own.sharding = training.sharding;
    return own;
}

}  // namespace

Answered<PlanSetup> plan_setup(PlanQuestion const& question, Library const& library) {
    Answered<PlanSetup> out;
    auto chosen = gpu_partition(machine_catalogue(library.systems, library.kept_machines()),
                                question.system,
                                question.partition);
    auto application = load_application(question.application,
                                        library.applications,
                                        {},
                                        question.framework,
                                        library.kept_applications(),
                                        chosen ? chosen->accelerator() : nullptr);
    auto held = read_plan(question.held);
    PlanChanges* const fixed = out.value_of(held);
    Application* const loaded = out.value_of(application);
    ChosenPartition* const where = out.value_of(chosen);
    if (loaded == nullptr || where == nullptr || fixed == nullptr) return out;
    auto platform = platform_of(where->loaded.system, where->partition());
    Platform* const machine = out.value_of(platform);
    Diagnostics missing = check_offers(*fixed, *loaded);
    bool const offered = missing.empty();
    out.problems.append(std::move(missing));
    if (machine == nullptr || !offered) return out;

    constexpr int usual_batch = 1024;
    PlanSpace space;
    space.global_batch =
        question.global_batch.value_or(loaded->training.strong_batch.value_or(usual_batch));
    space.keep = static_cast<std::size_t>(question.top);
    space.margin = loaded->training.framework.memory_margin;
    space.held = std::move(*fixed);
    std::vector<int> counts;
    for (int const gpus : question.gpus)
        if (std::ranges::find(counts, gpus) == counts.end()) counts.push_back(gpus);
    int const per_node = std::max(1, machine->node.gpus);
    out.remark(closed_remark(where->loaded.system));
    out.remark(beyond_partition(where->partition(), (std::ranges::max(counts) - 1) / per_node + 1));
    out.answer =
        PlanSetup{std::move(*loaded), std::move(*where), std::move(*machine), space, counts};
    return out;
}

Answered<PlanAnswer> find_plans(PlanSetup const& setup) {
    Answered<PlanAnswer> out;
    PlanAnswer answer{setup.application.name,
                      setup.place.loaded.system.name,
                      setup.place.partition().name,
                      setup.platform.accelerator.model,
                      setup.application.software,
                      setup.space.global_batch,
                      setup.space.margin,
                      own_plan(setup.application.training),
                      {},
                      0,
                      {}};
    PlanSpace space = setup.space;
    for (int const gpus : setup.gpus) {
        space.devices = gpus;
        auto search = searched(setup.application, setup.platform, space);
        PlanSearch* const found = out.value_of(search);
        if (found == nullptr) continue;
        answer.looked_at += found->looked_at;
        // Of the fastest plan only: the others differ in widths, and their notes in numbers.
        for (std::string& note : plan_notes(setup.application, found->best.front().plan))
            if (std::ranges::find(answer.notes, note) == answer.notes.end())
                answer.notes.push_back(std::move(note));
        answer.searches.push_back(std::move(*found));
    }
    if (!answer.searches.empty()) out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
