// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/report/format.hpp"
#include "sim/workload/swf.hpp"

#include <cstdint>
#include <filesystem>

namespace clustersim {

/// What a trace's file holds; `by_name` goes by its name: .swf, .events, .csv.
enum class TraceKind { by_name, swf, events, jobs };

/// A replay under the emulated Slurm.
struct SlurmReplayOptions {
    std::filesystem::path trace;
    TraceKind kind = TraceKind::by_name;
    SwfOptions swf;                  ///< of a trace in the Standard Workload Format
    std::filesystem::path site;      ///< a site file; empty: a plain site of
    std::int32_t nodes = 0;          ///< so many nodes
    std::int32_t cores = 1;          ///< of so many cores
    bool reference_cycles = false;   ///< no short cuts in the scheduler's cycles
    std::filesystem::path starts;    ///< written where not empty
    std::filesystem::path outcomes;  ///< written where not empty
    Format format = Format::table;
};

void replay_slurm(SlurmReplayOptions options, CommandContext& context);

}  // namespace clustersim
