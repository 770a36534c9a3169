// SPDX-License-Identifier: Apache-2.0
#include "models/flow/simgrid_engine.hpp"

namespace clustersim {
namespace {

Diagnostic no_programs() {
    return problem(Code::cannot_read,
                   "SimGrid cannot be started: a web page starts no programs",
                   "ask an installed clustersim about flows of different size");
}

}  // namespace

Result<SimGridEngine> SimGridEngine::start() {
    return failure(no_programs());
}

SimGridEngine::SimGridEngine(SimGridEngine&& other) noexcept = default;
SimGridEngine& SimGridEngine::operator=(SimGridEngine&& other) noexcept = default;
SimGridEngine::~SimGridEngine() = default;

Result<std::vector<Duration>>
SimGridEngine::completion_times(std::span<Bandwidth const> /*capacities*/,
                                Routes const& /*routes*/,
                                std::span<Transfer const> /*transfers*/) const {
    return failure(no_programs());
}

}  // namespace clustersim
