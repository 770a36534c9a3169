// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/import/forecast_folder.hpp"

#include "sim/report/whole_folder.hpp"
#include "sim/slurm/read/snapshot/queue_folder.hpp"

namespace clustersim {

Result<void> check_queue_folder(std::filesystem::path const& folder) {
    return check_whole_folder(folder, check_listed_folder);
}

Result<void> write_queue_folder(slurm::QueueSnapshot const& snapshot,
                                std::filesystem::path const& folder) {
    FolderFiles files;
    for (auto& [name, text] : slurm::queue_folder_files(snapshot)) files[name] = std::move(text);
    files[list_file] = file_list(files);
    auto const written = write_whole_folder(folder, files, check_listed_folder);
    if (!written) return failure(written.error());
    return {};
}

}  // namespace clustersim
