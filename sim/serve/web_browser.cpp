// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/web_browser.hpp"

#include "sim/core/ascii.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/serve/access.hpp"

#include <fmt/format.h>
#include <spawn.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace clustersim {

Result<LeadingPage> LeadingPage::create(std::string const& address,
                                        std::filesystem::path const& folder) {
    std::string const name = (folder / ("clustersim-" + random_token())).string();
    constexpr mode_t only_own = 0700;
    if (mkdir(name.c_str(), only_own) != 0)
        return failure(problem(Code::cannot_write,
                               fmt::format("cannot make {}: {}", name, std::strerror(errno))));
    LeadingPage page;
    page.folder_ = name;
    auto written = write_file(
        page.file(),
        "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">"
        "<meta http-equiv=\"refresh\" content=\"0;url=" +
            address + "\"><title>clustersim</title>\n");
    if (!written) return failure(std::move(written.error()));
    return page;
}

LeadingPage::~LeadingPage() {
    if (folder_.empty()) return;
    std::error_code error;
    std::filesystem::remove(file(), error);
    std::filesystem::remove(folder_, error);
}

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
