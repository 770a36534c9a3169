// SPDX-License-Identifier: Apache-2.0
#include "sim/core/claimed_outputs.hpp"

#include "sim/core/link_target.hpp"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// What the system knows a file by, whatever its name.
struct FileIdentity {
    dev_t device = 0;
    ino_t number = 0;
    bool operator==(FileIdentity const&) const = default;
};

/// Of a regular file or folder that exists.
std::optional<FileIdentity> identity_of(fs::path const& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return std::nullopt;
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return std::nullopt;
    return FileIdentity{status.st_dev, status.st_ino};
}

bool is_folder(fs::path const& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

/// The path without links and without a slash at its end, also of a file that does not exist yet.
fs::path place_of(fs::path const& path) {
    std::error_code error;
    fs::path place = fs::weakly_canonical(fs::absolute(without_links(path), error), error);
    if (error) place = path.lexically_normal();
    return place.has_filename() ? place : place.parent_path();
}

/// Standard output, devices and pipes can be named twice.
bool is_file(fs::path const& path) {
    if (path.empty() || path == "-") return false;
    std::error_code error;
    fs::file_status const status = fs::status(path, error);
    return !fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status);
}

bool is_inside(fs::path const& place, fs::path const& folder) {
    auto const relative = place.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != ".." && relative != ".";
}

bool is_same(OutputClaim const& a, OutputClaim const& b) {
    auto const one = identity_of(a.path);
    if (one && one == identity_of(b.path)) return true;
    return place_of(a.path) == place_of(b.path);
}

struct Claim {
    OutputClaim output;
    std::optional<FileIdentity> identity;  ///< of what is there now
    bool folder = false;
};

/// What all commands that run claim.
struct AllClaims {
    std::shared_mutex mutex;
    std::map<ClaimedOutputs const*, std::vector<Claim>> of_commands;
    std::atomic<std::size_t> commands = 0;  ///< so that most readers need not wait for each other
};

/// Process-wide, because the readers of files are called by every layer and the outputs belong to the process as a
/// whole. A command writes its own before it opens the first input; no answer depends on it.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): as said above
AllClaims claimed;

/// The file is the output, or else in its folder.
Diagnostic read_and_written(fs::path const& path, Claim const& claim, bool same) {
    std::string const& option = claim.output.option;
    Diagnostic d = problem(
        Code::cannot_write,
        same ? fmt::format("this file is read and also the output of {}", option)
             : fmt::format("this file is read and is in the folder that {} replaces", option),
        fmt::format("name another output with {}", option));
    d.where.file = path.string();
    return d;
}

}  // namespace

std::optional<Diagnostic> same_outputs(std::vector<OutputClaim> const& claims) {
    for (std::size_t i = 0; i < claims.size(); ++i) {
        for (std::size_t j = 0; j < claims.size(); ++j) {
            OutputClaim const& a = claims[i];
            OutputClaim const& b = claims[j];
            if (i == j || !is_file(a.path) || !is_file(b.path)) continue;
            bool const same = i < j && is_same(a, b);
            bool const inside =
                !same && is_folder(b.path) && is_inside(place_of(a.path), place_of(b.path));
            if (!same && !inside) continue;
            Diagnostic d = problem(
                Code::wrong_usage,
                same ? fmt::format("{} and {} name the same file", a.option, b.option)
                     : fmt::format(
                           "the file of {} is in the folder that {} replaces", a.option, b.option),
                "give each output a name of its own");
            d.where.file = (same ? b : a).path.string();
            return d;
        }
    }
    return std::nullopt;
}

ClaimedOutputs::ClaimedOutputs(std::vector<OutputClaim> claims) {
    std::vector<Claim> own;
    for (OutputClaim& one : claims) {
        if (!is_file(one.path)) continue;
        auto const identity = identity_of(one.path);
        bool const folder = is_folder(one.path);
        own.push_back({std::move(one), identity, folder});
    }
    std::lock_guard const lock(claimed.mutex);
    claimed.of_commands.emplace(this, std::move(own));
    claimed.commands = claimed.of_commands.size();
}

ClaimedOutputs::~ClaimedOutputs() {
    std::lock_guard const lock(claimed.mutex);
    claimed.of_commands.erase(this);
    claimed.commands = claimed.of_commands.size();
}

std::optional<Diagnostic> also_written(fs::path const& path) {
    if (claimed.commands == 0 || path == "-") return std::nullopt;
    auto const identity = identity_of(path);
    if (!identity) return std::nullopt;
    std::error_code error;
    auto const folder = identity_of(fs::canonical(path, error).parent_path());
    std::shared_lock const lock(claimed.mutex);
    for (auto const& [command, outputs] : claimed.of_commands)
        for (Claim const& one : outputs) {
            bool const same = one.identity == identity;
            bool const inside = one.folder && one.identity == folder;
            if (one.identity && (same || inside)) return read_and_written(path, one, same);
        }
    return std::nullopt;
}

}  // namespace clustersim
