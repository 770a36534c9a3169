// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/asked_target.hpp"
#include "sim/commands/forecast/forecast_answer.hpp"
#include "sim/core/input_file.hpp"
#include "sim/scenario/library.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"
#include "sim/study/answered.hpp"
#include "sim/study/work.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace clustersim {

/// When does a job start on the cluster whose queue an archive holds?
struct ArchiveQuestion {
    GivenFile archive;  ///< of collect.sh
    AskedTarget target;
    std::string by;  ///< also the chance to have started by then: "now+4hours"; may be empty
    std::int64_t samples = 100;
    std::int64_t seed = 1;
    bool exact = false;
    bool later_jobs = true;
    bool alternatives = true;
    std::int64_t horizon_days = 7;
    std::string mix;                         ///< empty: gpu-centre or archer2
    std::string release;                     ///< of Slurm; empty: the archive's
    std::filesystem::path history;           ///< past jobs, as sacct prints them; empty: none
    std::optional<std::string> history_key;  ///< with which the archive's names are hashed
    std::filesystem::path waits_model;       ///< empty: learned from the history
    bool learn = true;
    bool friction = true;
};

struct ArchiveAnswer {
    slurm::QueueSnapshot snapshot;  ///< the archive
    ForecastQuestion question;      ///< with its files read
    ForecastAnswer forecast;
};

/// Reads the files of the question and forecasts the start.
Answered<ArchiveAnswer>
forecast_from_archive(ArchiveQuestion const& asked, Library const& library, Work const& work);

}  // namespace clustersim
