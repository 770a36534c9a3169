// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/look/recorded_queue.hpp"
#include "sim/core/result.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace clustersim {

/// A simulated queue with what names it.
struct ExportedQueue {
    RecordedQueue queue;
    std::string title;  ///< of the result, for headers
};

/// A format of another program. To add one of a queue, write a file export_NAME.cpp that defines one, and add it to
/// export_formats().
struct ExportFormat {
    std::string_view name;
    std::string_view description;
    Result<std::string> (*text)(ExportedQueue const&);
    /// Instead of `text`, for a binary format of a whole result folder, for which nothing is simulated.
    Result<std::string> (*bytes)(std::filesystem::path const& folder) = nullptr;
};

extern ExportFormat const perfetto_format;
extern ExportFormat const batsim_format;
extern ExportFormat const sacct_format;
extern ExportFormat const swf_format;

std::span<ExportFormat const* const> export_formats();

}  // namespace clustersim
