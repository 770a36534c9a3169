// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/http_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// In a build folder, the library is in the folder of this program or in a parent folder (tests); after installation, in
/// libexec/ next to bin/.
std::optional<fs::path> http_library() {
    std::error_code ignored;
    fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    constexpr int deepest_folder = 5;
    for (int up = 0; up < deepest_folder && !folder.empty(); ++up, folder = folder.parent_path())
        for (char const* below : {"", "libexec/clustersim"})
            if (fs::path const file = folder / below / http_library_file;
                fs::is_regular_file(file, ignored))
                return file;
    return std::nullopt;
}

Diagnostic not_loaded(std::string const& why) {
    return problem(
        Code::cannot_read,
        "the HTTP server cannot be loaded: " + why,
        fmt::format("install the library cpp-httplib (Debian: libcpp-httplib0.11), and {} where "
                    "`cmake --install` puts it",
                    http_library_file));
}

}  // namespace

Result<std::unique_ptr<HttpServer>>
load_http_server(int socket, HttpSite& site, HttpLimits const& limits) {
    auto const file = http_library();
    if (!file) return failure(not_loaded(fmt::format("no {}", http_library_file)));
    // It stays loaded until the program ends: its threads may still be in it.
    void* const library = dlopen(file->c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const symbol = library != nullptr ? dlsym(library, make_http_server_name) : nullptr;
    if (symbol == nullptr) {
        char const* const why = dlerror();
        return failure(not_loaded(why != nullptr ? why : "it lacks a function"));
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the interface of dlsym
    auto* const make = reinterpret_cast<MakeHttpServer>(symbol);
    return std::unique_ptr<HttpServer>(make(socket, site, limits));
}

}  // namespace clustersim
