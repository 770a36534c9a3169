// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/web_browser.hpp"

#include "sim/core/ascii.hpp"

#include <spawn.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace clustersim {
namespace {

[[noreturn]] void throw_error(std::filesystem::path const& what) {
    throw std::system_error(errno, std::generic_category(), what.string());
}

}  // namespace

LeadingPage::LeadingPage(std::string const& address, std::filesystem::path folder) {
    if (folder.empty()) {
        std::string name = (std::filesystem::temp_directory_path() / "clustersim-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw_error(name);
        own_folder_ = name;
        folder = std::move(name);
    }
    std::string name = (folder / "clustersim-XXXXXX.html").string();
    constexpr int ending = 5;
    int const file = mkostemps(name.data(), ending, O_CLOEXEC);
    if (file < 0) throw_error(name);
    file_ = name;
    std::string const text =
        "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" "
        "content=\"no-referrer\"><meta http-equiv=\"refresh\" content=\"0;url=" +
        address + "\"><title>clustersim</title>\n";
    bool const whole = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(file);
    if (!whole) throw_error(file_);
}

LeadingPage::~LeadingPage() {
    std::error_code error;
    std::filesystem::remove(file_, error);
    if (!own_folder_.empty()) std::filesystem::remove(own_folder_, error);
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
