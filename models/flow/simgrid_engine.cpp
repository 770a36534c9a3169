// SPDX-License-Identifier: Apache-2.0
#include "models/flow/simgrid_engine.hpp"

#include "models/flow/simgrid_plugin.hpp"
#include "sim/core/ensure.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace clustersim {

Result<SimGridEngine> SimGridEngine::load() {
    // By its name alone the loader looks for it along the run path of the program. It stays open:
    // SimGrid ends with the process.
    void* const plugin = dlopen(simgrid_plugin_file, RTLD_NOW | RTLD_LOCAL);
    void* const entry = plugin == nullptr ? nullptr : dlsym(plugin, simgrid_plugin_function);
    if (entry == nullptr) {
        char const* const reason = dlerror();
        return failure(problem(
            Code::cannot_read,
            fmt::format("SimGrid cannot be loaded: {}", reason == nullptr ? "" : reason),
            fmt::format("flows that differ in size are simulated by SimGrid: install its library "
                        "(Debian: libsimgrid3.32), and {} where `cmake --install` puts it",
                        simgrid_plugin_file)));
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): dlsym knows no types
    return SimGridEngine(reinterpret_cast<TransferTimes*>(entry));
}

std::vector<Duration> SimGridEngine::completion_times(std::span<Bandwidth const> capacities,
                                                      Routes const& routes,
                                                      std::span<Transfer const> transfers) const {
    CS_ENSURE(routes.size() == transfers.size(), "every transfer has a route");
    std::vector<Duration> ends(transfers.size());
    transfer_times_(capacities, routes, transfers, ends);
    return ends;
}

}  // namespace clustersim
