// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/sweep/stored_sweep.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace clustersim {

/// The last steps of the keys, "load" for "background.load", as the runs of a study are named; the whole key if several
/// have the same last step.
std::vector<std::string> brief_keys(std::vector<std::string> const& keys);

/// What varies over the answers of a sweep: a swept key, or the job of a scenario with several.
struct SweepAxis {
    std::string name;
    std::string brief;  ///< as brief_keys()
    std::vector<std::string>
        values;                   ///< that occur, each once: numbers ascending, else as they come
    std::vector<double> numbers;  ///< by value, times in seconds; empty if one of them is no number
    std::string unit;             ///< of the numbers: "s" or nothing
};

/// One answered job of a sweep by its place on each axis.
struct SweepCell {
    StoredPoint const* point = nullptr;
    StoredJob const* job = nullptr;
    std::vector<std::size_t> at;  ///< by axis, an index into its values
};

/// The answers of a sweep as a grid. The sweep must outlive it.
struct SweepCells {
    std::vector<SweepAxis> axes;  ///< those with more than one value
    std::vector<SweepCell> cells;
};
SweepCells cells_of(StoredSweep const& sweep);

}  // namespace clustersim
