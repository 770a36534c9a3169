// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/kernel.hpp"
#include "sim/stats/figure_fit.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A measured time of a kernel.
struct MeasuredKernel {
    Kernel kernel;
    Duration time{};
    double spread = 0.0;  ///< of its repeats, relative; 0: not stated
    int line = 0;
};

/// The figure of an accelerator's file that limits a kernel: a key of `achievable:`. Nothing if no figure does.
std::optional<std::string_view> ceiling_of(Kernel const& kernel, Accelerator const& accelerator);

/// A row that says nothing of a ceiling, and why.
struct UnusedRow {
    std::size_t row = 0;  ///< of the given rows
    std::string reason;
};

/// Rows that are not used: of a precision that the device lacks, faster than its data sheet, with a spread above a fifth, that
/// contradict another row of the same kernel by more than a factor of two (both), and of a ceiling with fewer than three others.
std::vector<UnusedRow> unused_rows(std::span<MeasuredKernel const> rows,
                                   Accelerator const& accelerator);

/// Why the times of a table cannot be those of the device: in another unit, or of another device. Empty if they can.
std::string impossible_times(std::span<MeasuredKernel const> rows, Accelerator const& accelerator);

struct KernelFit {
    Accelerator fitted;
    std::vector<FittedFigure> figures;  ///< those that the rows determine
    std::vector<double> errors_before;  ///< predicted over measured less one, one per row
    std::vector<double> errors_after;
    std::vector<double>
        errors_unseen;  ///< after a fit to the other half of the rows, every second one
};

/// Fits the achievable shares and the launch of an accelerator to rows that all have a ceiling. Each row is assumed accurate to
/// 5 % and its own spread.
KernelFit fit_kernels(Accelerator const& start, std::span<MeasuredKernel const> rows);

}  // namespace clustersim
