// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/http_library.hpp"

#include "sim/core/program_files.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

namespace clustersim {
namespace {

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
    auto const file = find_companion(own_program().parent_path(), http_library_file);
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
