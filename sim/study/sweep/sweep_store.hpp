// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/study/sweep/swept_point.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// What makes two sweeps the same: files of the same sweep can be resumed and merged.
struct SweepIdentity {
    std::string version;  ///< of the program
    std::string title;
    std::string scenario;  ///< the resolved document with its sweep, as JSON
    std::string inputs;    ///< all machines, applications and mixes, as JSON
    std::string hash;      ///< of the scenario, the inputs and the traces, as 16 hex digits
    std::string seed;
    std::size_t points = 0;
    std::vector<std::string> keys;  ///< the swept ones
};

/// Points that were answered together, and their warnings.
struct SweptBlock {
    std::vector<SweptPoint> points;
    Diagnostics warnings;
};

/// Where a sweep keeps its answers. Nothing that add() or take() accepted is lost, however the process ends.
class SweepStore {
  public:
    SweepStore() = default;
    virtual ~SweepStore() = default;
    SweepStore(SweepStore const&) = delete;
    SweepStore& operator=(SweepStore const&) = delete;

    /// The numbers of the points that are answered, ascending.
    [[nodiscard]] virtual std::vector<std::size_t> answered() const = 0;
    /// Adds points, all or none. Points that are already there stay as they are. Error CS0002: full disk, …
    virtual Result<void> add(SweptBlock const& block) = 0;
    /// Adds the points of another file of the same sweep. Errors: the file is not such a file, or
    /// is one of another sweep.
    virtual Result<void> take(std::filesystem::path const& part) = 0;
    /// Everything that the answers warn of, each once.
    virtual Result<Diagnostics> warnings() = 0;
    /// Numbers of the points that no machine can do.
    virtual Result<std::size_t> impossible() = 0;
    /// Puts the complete result in its place, in the order of the points, and removes the unfinished one.
    virtual Result<void> finish() = 0;
};

}  // namespace clustersim
