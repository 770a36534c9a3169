// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/given_folder.hpp"

#include <fmt/format.h>

#include <string>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

std::string what_to_do(fs::path const& folder) {
    std::error_code ignored;
    if (fs::exists(folder / "run.json", ignored))
        return fmt::format("this is a result: clustersim show {}", folder.string());
    if (fs::exists(folder / "manifest.txt", ignored))
        return fmt::format(
            "this is an unpacked archive: give the archive, or pack the folder again: "
            "tar -czf queue.tar.gz {}",
            folder.string());
    return "give the archive that the script of `clustersim forecast --collector` writes";
}

}  // namespace

Diagnostic folder_for_archive(fs::path const& folder) {
    Diagnostic d =
        problem(Code::cannot_read, "cannot read the file: it is a directory", what_to_do(folder));
    d.where.file = folder.string();
    return d;
}

}  // namespace clustersim
