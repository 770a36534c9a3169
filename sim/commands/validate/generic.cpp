// SPDX-License-Identifier: Apache-2.0
//
// Times of applications that are not trained, at node counts and on machines that their files do not use: GROMACS and
// CP2K on LUMI between the measured node counts or by Amdahl's law, and CP2K on Mahti and Puhti by the ratio of the
// nodes' peaks. The second quantity says whether the measured time lies in the stated range.
#include "models/application/generic_step.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

Result<GenericPlatform> nodes_of_row(std::string const& system,
                                     std::string const& partition,
                                     std::optional<int> gpus,
                                     References const& references) {
    System const* const machine = references.machine_named(system);
    Partition const* const found =
        machine != nullptr ? machine->find_partition(partition) : nullptr;
    if (found == nullptr) {
        return failure(problem(Code::unknown_name,
                               fmt::format("no machine file describes {} {}", system, partition)));
    }
    return generic_platform(*machine, *found, gpus);
}

Result<GenericStep> step_of_row(MeasuredRow const& row, References const& references) {
    auto const application = references.any_application(row.text("application"));
    if (!application) return failure(application.error());
    auto const* generic = std::get_if<GenericApplication>(&*application);
    if (generic == nullptr) {
        return failure(
            problem(Code::inconsistent, fmt::format("{} is trained", row.text("application"))));
    }
    auto const here =
        nodes_of_row(row.text("system"), row.text("partition"), std::nullopt, references);
    if (!here) return failure(here.error());
    MeasuredOn const* on = generic->measured_on();
    if (on == nullptr) return generic_step(*generic, nullptr, *here, row.whole_or("nodes", 1));
    auto const there = nodes_of_row(on->system, on->partition, on->gpus, references);
    if (!there) return failure(there.error());
    return generic_step(*generic, &*there, *here, row.whole_or("nodes", 1));
}

std::vector<ValidationPoint> score_generic(MeasuredRow const& row, References const& references) {
    auto const measured = row.number("time_s");
    if (!measured || *measured <= 0.0) return {};
    auto const step = step_of_row(row, references);
    bool const scaled = step && step->scaled;
    ValidationPoint time =
        point_of(row, scaled ? "step time, other machine" : "step time", "s", *measured);
    if (!step) {
        time.remark = reason_of(step.error());
        return {time};
    }
    time.remark = fmt::format("{}, {} {}, {} nodes",
                              row.text("application"),
                              row.text("system"),
                              row.text("partition"),
                              row.text("nodes"));
    time.predicted = step->total.si();
    ValidationPoint range = point_of(row, "within the range", "", 1.0);
    range.remark = time.remark;
    range.comparison = Comparison::agreement;
    bool const inside = *measured >= step->low.si() && *measured <= step->high.si();
    range.predicted = inside ? 1.0 : 0.0;
    return {time, range};
}

}  // namespace

ValidationSet generic_set() {
    return {"generic",
            "GROMACS and CP2K at other node counts and on other machines",
            "generic_scaling.csv",
            {"application", "system", "partition", "nodes", "time_s"},
            {},
            each_row<score_generic>};
}

}  // namespace clustersim
