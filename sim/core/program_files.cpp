// SPDX-License-Identifier: Apache-2.0
#include "sim/core/program_files.hpp"

#include <system_error>

namespace clustersim {
namespace {

constexpr char const* installed_companions = "libexec/clustersim";

}  // namespace

std::filesystem::path own_program() {
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

std::optional<std::filesystem::path> find_companion(std::filesystem::path folder,
                                                    char const* name) {
    std::error_code ignored;
    constexpr int deepest = 5;
    for (int up = 0; up < deepest && !folder.empty(); ++up, folder = folder.parent_path())
        for (char const* const below : {"", installed_companions})
            if (auto file = folder / below / name; std::filesystem::is_regular_file(file, ignored))
                return file;
    return std::nullopt;
}

CompanionFolders companion_folders() {
    auto const here = own_program().parent_path();
    return {here, here.parent_path() / installed_companions};
}

}  // namespace clustersim
