// SPDX-License-Identifier: Apache-2.0
#include "sim/core/confinement.hpp"

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#endif

namespace clustersim {

#if __has_include(<linux/landlock.h>)

namespace {

/// What the kernel is asked for. Debian 12's header ends with the second version of the interface.
struct Ruleset {
    std::uint64_t files;
    std::uint64_t network;
};

constexpr std::uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
/// Where the programs of a system and the libraries that they load lie.
constexpr std::array<char const*, 4> system_programs{"/usr", "/lib", "/lib64", "/etc/ld.so.cache"};
constexpr std::uint64_t starting = reading | LANDLOCK_ACCESS_FS_EXECUTE;
/// By version, from the first one on: all that concerns files.
constexpr std::array<std::uint64_t, 3> all_files{
    (1ULL << 13U) - 1, (1ULL << 14U) - 1, (1ULL << 15U) - 1};
constexpr std::uint64_t all_network = 3;  // to bind and to connect a TCP socket
constexpr long network_version = 4;

/// False if the kernel refuses the rule.
bool allow(int ruleset, std::filesystem::path const& path, std::uint64_t access) {
    int const at = open(path.c_str(), O_PATH | O_CLOEXEC);
    if (at < 0) return true;
    landlock_path_beneath_attr rule{};
    std::error_code error;
    // A file has no entries.
    rule.allowed_access = std::filesystem::is_directory(path, error)
                              ? access
                              : access & ~std::uint64_t{LANDLOCK_ACCESS_FS_READ_DIR};
    rule.parent_fd = at;
    bool const added =
        syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(at);
    return added;
}

}  // namespace

bool confine_to(std::initializer_list<std::filesystem::path> folders,
                std::initializer_list<std::filesystem::path> programs) {
    long const version =
        syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return false;
    auto const known = static_cast<std::size_t>(std::min<long>(version, all_files.size()));
    Ruleset const rules{all_files[known - 1], version >= network_version ? all_network : 0};
    std::size_t const size = version >= network_version ? sizeof(Ruleset) : sizeof(std::uint64_t);
    auto const ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size, 0));
    if (ruleset < 0) return false;
    bool done = true;
    for (auto const& folder : folders) done = done && allow(ruleset, folder, reading);
    for (auto const& folder : programs) done = done && allow(ruleset, folder, starting);
    for (char const* const folder : system_programs)
        done = done && (programs.size() == 0 || allow(ruleset, folder, starting));
    done = done && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return done;
}

#else

bool confine_to(std::initializer_list<std::filesystem::path> /*folders*/,
                std::initializer_list<std::filesystem::path> /*programs*/) {
    return false;
}

#endif

}  // namespace clustersim
