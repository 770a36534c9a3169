// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/web_browser.hpp"

#include "sim/core/ascii.hpp"

#include <spawn.h>

#include <array>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <unistd.h>

namespace clustersim {

std::string open_in_browser(std::string const& address, std::string const& path) {
    std::string program;
    for (std::string_view const folder : split(path, ":")) {
        auto const candidate = std::filesystem::path(folder) / "xdg-open";
        if (!folder.empty() && access(candidate.c_str(), X_OK) == 0) {
            program = candidate;
            break;
        }
    }
    if (program.empty()) return "there is no xdg-open on this machine";
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    for (int const stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_setflags(&attributes,
                             static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK));
    std::string word = address;
    std::array<char*, 3> words{program.data(), word.data(), nullptr};
    pid_t process = -1;
    int const error = posix_spawn(&process, words[0], &files, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error == 0 ? std::string() : std::string(std::strerror(error));
}

}  // namespace clustersim
