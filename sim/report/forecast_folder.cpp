// SPDX-License-Identifier: Apache-2.0
#include "sim/report/forecast_folder.hpp"

#include "sim/report/atomic_file.hpp"
#include "sim/slurm/read/snapshot/queue_folder.hpp"

#include <fmt/format.h>

#include <system_error>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

auto cannot_write_folder(fs::path const& folder, std::string const& why) {
    return failure(
        problem(Code::cannot_write, fmt::format("cannot write {}: {}", folder.string(), why)));
}

}  // namespace

Result<void> write_queue_folder(slurm::QueueSnapshot const& snapshot, fs::path const& folder) {
    std::error_code error;
    fs::path target = fs::absolute(folder, error).lexically_normal();
    if (!target.has_filename()) target = target.parent_path();
    bool const exists = fs::exists(target, error);
    if (exists && !fs::is_directory(target, error))
        return cannot_write_folder(folder, "it is not a folder");
    if (exists && !fs::is_empty(target, error) && !fs::exists(target / slurm::queue_mark, error))
        return cannot_write_folder(folder, "it holds something other than a snapshot");
    fs::path const fresh = target.string() + ".clustersim-part";
    fs::path const old = target.string() + ".clustersim-old";
    fs::remove_all(fresh, error);
    if (!fs::create_directory(fresh, error)) return cannot_write_folder(folder, error.message());
    for (auto const& [name, text] : slurm::queue_folder_files(snapshot)) {
        auto written = write_file(fresh / name, text);
        if (written) continue;
        fs::remove_all(fresh, error);
        return written;
    }
    if (exists) fs::rename(target, old, error);
    if (!error) fs::rename(fresh, target, error);
    if (error) {
        auto const why = error.message();
        std::error_code ignored;
        if (!fs::exists(target, ignored) && fs::exists(old, ignored))
            fs::rename(old, target, ignored);
        fs::remove_all(fresh, ignored);
        return cannot_write_folder(folder, why);
    }
    fs::remove_all(old, error);
    return {};
}

}  // namespace clustersim
