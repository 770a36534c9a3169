// SPDX-License-Identifier: Apache-2.0
#include "sim/core/program_files.hpp"

#include <system_error>

#ifdef __GLIBC__
#include <cerrno>
#include <sys/auxv.h>
#endif

namespace clustersim {
namespace {

constexpr char const* installed_companions = "libexec/clustersim";
constexpr char const* own_libraries = "lib/clustersim";

/// The path of the launcher of a tree that brings its own dynamic loader; empty for other programs. The launcher runs the
/// loader, which then is what /proc/self/exe names, and passes its own path as the first word. A loader that is run as a
/// program has no interpreter.
std::filesystem::path own_launcher() {
#ifdef __GLIBC__
    if (getauxval(AT_BASE) == 0)
        if (std::filesystem::path word = program_invocation_name; word.is_absolute()) return word;
#endif
    return {};
}

}  // namespace

std::filesystem::path own_program() {
    if (auto launcher = own_launcher(); !launcher.empty()) return launcher;
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

std::filesystem::path program_to_restart() {
    auto launcher = own_launcher();
    return launcher.empty() ? "/proc/self/exe" : launcher;
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
    auto const prefix = here.parent_path();
    return {here, prefix / installed_companions, prefix / own_libraries};
}

}  // namespace clustersim
