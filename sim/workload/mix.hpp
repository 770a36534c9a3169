// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/core/lazy_text.hpp"
#include "sim/core/result.hpp"
#include "sim/workload/batch_model.hpp"
#include "sim/workload/job_shape.hpp"
#include "sim/workload/lublin.hpp"
#include "sim/workload/request_model.hpp"
#include "sim/workload/trace_replay.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace clustersim {

/// A job mix: the jobs that are submitted to a partition, whatever its size.
struct Mix {
    std::string name;
    std::string title;
    SizeUnit size_unit = SizeUnit::gpu;
    std::int32_t size_factor = 1;  ///< factor on the sizes of the source
    std::variant<TraceReplay, BatchModel, Lublin> source;
    RequestModel request;
    Diagnostics notes;    ///< skipped rows of the trace
    ConfigNode document;  ///< after merging its `extends:`
    LazyText hash;        ///< of its contents (hash_of in sim/scenario/study_inputs.hpp)
};

/// Reads a mix (`schema: clustersim/mix/1`, annotated with sources) and the trace that it names; a
/// relative path of the trace is relative to the mix's own file. Reports all problems.
Result<Mix> read_mix(ConfigNode const& document);

/// A mix of a folder by name, or any file by its path (anything with a `/` or ending in `.yaml`,
/// relative to `from`).
Result<Mix> load_mix(std::string const& name_or_path,
                     std::filesystem::path const& folder,
                     std::filesystem::path const& from = {});

}  // namespace clustersim
