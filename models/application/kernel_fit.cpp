// SPDX-License-Identifier: Apache-2.0
//
// The ceilings of a device, fitted to measured kernels.
//
// Equation. Least squares of log(predicted / measured) over the times of kernel.cpp, with the shares of `achievable` and the
// launch as unknowns (figure_fit.hpp). Small kernels determine the launch, large ones the shares.
// Source. The models of the kernels; the priors are how far shares of the shipped accelerators differ from each other.
// Domain. Kernels that run alone, with their data in the device's memory and not in its caches.
#include "models/application/kernel_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace clustersim {
namespace {

constexpr double kernel_width = 0.05;   // relative, of a measured time
constexpr double largest_spread = 0.2;  // of the repeats of a row
constexpr double contradiction = 2.0;   // times of the same kernel
constexpr std::size_t fewest_rows = 3;  // for one ceiling
/// Half of the kernels of a device never take so much longer or shorter than predicted: tables of shipped accelerators lie
/// within 1.3. Then the times have another unit, or are those of another device.
constexpr double wrong_factor = 5.0;
/// Around the factor of a unit.
constexpr double unit_factor = 30.0;

struct ShareOf {
    std::string_view key;
    double Achievable::*share;
    double prior;  ///< width of the logarithm
};
constexpr std::array shares{ShareOf{"matrix", &Achievable::matrix, 0.15},
                            ShareOf{"matrix_fp8", &Achievable::matrix_fp8, 0.15},
                            ShareOf{"matrix_fp4", &Achievable::matrix_fp4, 0.15},
                            ShareOf{"vector", &Achievable::vector, 0.2},
                            ShareOf{"memory", &Achievable::memory, 0.1},
                            ShareOf{"attention", &Achievable::attention, 0.3},
                            ShareOf{"attention_tuned", &Achievable::attention_tuned, 0.3}};

std::vector<PriorFigure> figures_for(Accelerator const& start,
                                     std::span<MeasuredKernel const> rows) {
    std::vector<PriorFigure> figures;
    for (ShareOf const& one : shares) {
        bool const limits = std::ranges::any_of(rows, [&](MeasuredKernel const& row) {
            return ceiling_of(row.kernel, start) == one.key;
        });
        if (limits)
            figures.push_back({.path = std::string(one.key),
                               .unit = {},
                               .to_unit = 1.0,
                               .start = start.achievable.*one.share,
                               .factor = true,
                               .prior = one.prior,
                               .low = 0.01,
                               .high = 1.0});
    }
    figures.push_back({.path = "launch",
                       .unit = "us",
                       .to_unit = 1e6,
                       .start = start.achievable.launch.si(),
                       .factor = true,
                       .prior = 0.5,
                       .low = 1e-7,
                       .high = 1e-4});
    return figures;
}

Accelerator with(Accelerator accelerator,
                 std::span<PriorFigure const> figures,
                 std::span<double const> values) {
    for (std::size_t i = 0; i < figures.size(); ++i) {
        auto const share = std::ranges::find(shares, figures[i].path, &ShareOf::key);
        if (share != shares.end())
            accelerator.achievable.*share->share = values[i];
        else
            accelerator.achievable.launch = seconds(values[i]);
    }
    return accelerator;
}

std::vector<double> kernel_errors(Accelerator const& accelerator,
                                  std::span<MeasuredKernel const> rows) {
    std::vector<double> errors;
    errors.reserve(rows.size());
    for (MeasuredKernel const& row : rows)
        errors.push_back(*kernel_time(row.kernel, accelerator) / row.time - 1.0);
    return errors;
}

/// The accelerator with the figures that the rows determine.
Accelerator fitted_to(Accelerator const& start,
                      std::span<MeasuredKernel const> rows,
                      std::vector<FittedFigure>& found) {
    auto const figures = figures_for(start, rows);
    std::vector<double> widths;
    for (MeasuredKernel const& row : rows) widths.push_back(std::hypot(kernel_width, row.spread));
    FigureFit const fit = fit_figures(
        figures,
        [&](std::span<double const> values) {
            return kernel_errors(with(start, figures, values), rows);
        },
        widths);
    found = fit.figures;
    return with(start, figures, fit.values);
}

/// The errors of each half of the rows after a fit to the other half.
std::vector<double> unseen_errors(Accelerator const& start, std::span<MeasuredKernel const> rows) {
    std::vector<double> errors(rows.size());
    for (std::size_t const asked : {0U, 1U}) {
        std::array<std::vector<MeasuredKernel>, 2> halves;
        for (std::size_t i = 0; i < rows.size(); ++i) halves[i % 2].push_back(rows[i]);
        if (halves[1 - asked].empty()) continue;
        std::vector<FittedFigure> unused;
        auto const of_half =
            kernel_errors(fitted_to(start, halves[1 - asked], unused), halves[asked]);
        for (std::size_t i = 0; i < of_half.size(); ++i) errors[2 * i + asked] = of_half[i];
    }
    return errors;
}

/// Measured over the data sheet's peak: of arithmetic or of the memory's bandwidth.
double share_of_peak(MeasuredKernel const& row, Accelerator const& accelerator) {
    auto const roofline = roofline_of(accelerator, row.kernel.precision);
    if (!roofline) return 0.0;
    if (has_shape(row.kernel.kind)) return flop_of(row.kernel) / row.time / roofline->matrix_peak;
    if (row.kernel.kind == KernelKind::stream)
        return row.kernel.moved / row.time / accelerator.memory_bandwidth;
    return 0.0;
}

/// The rows with the shortest and the longest time of one kernel.
struct Extremes {
    MeasuredKernel const* shortest = nullptr;
    MeasuredKernel const* longest = nullptr;
};

auto key_of(Kernel const& kernel) {
    return std::tuple(kernel.kind,
                      kernel.precision,
                      kernel.m,
                      kernel.n,
                      kernel.k,
                      kernel.copies,
                      kernel.moved.si());
}
using ByKernel = std::map<decltype(key_of(Kernel{})), Extremes>;

ByKernel extremes_of(std::span<MeasuredKernel const> rows) {
    ByKernel extremes;
    for (MeasuredKernel const& row : rows) {
        Extremes& of_kernel = extremes[key_of(row.kernel)];
        if (of_kernel.shortest == nullptr) of_kernel = {&row, &row};
        if (row.time < of_kernel.shortest->time) of_kernel.shortest = &row;
        if (row.time > of_kernel.longest->time) of_kernel.longest = &row;
    }
    return extremes;
}

std::string
fault_of(MeasuredKernel const& row, Extremes const& of_kernel, Accelerator const& accelerator) {
    if (!roofline_of(accelerator, row.kernel.precision))
        return fmt::format(
            "{} has no unit for {}", accelerator.name, name_of(row.kernel.precision));
    if (double const share = share_of_peak(row, accelerator); share > 1.0)
        return fmt::format("{:.3g} times the peak of {}{}",
                           share,
                           accelerator.name,
                           row.kernel.kind == KernelKind::stream ? ", so its data were in a cache"
                                                                 : "");
    if (row.spread > largest_spread)
        return fmt::format("its repeats differ by {:.0f} %", 100.0 * row.spread);
    if (row.time > contradiction * of_kernel.shortest->time)
        return fmt::format("{:.3g} times that of line {} for the same kernel",
                           row.time / of_kernel.shortest->time,
                           of_kernel.shortest->line);
    if (of_kernel.longest->time > contradiction * row.time)
        return fmt::format("line {} has {:.3g} times its time for the same kernel",
                           of_kernel.longest->line,
                           of_kernel.longest->time / row.time);
    return {};
}

}  // namespace

std::optional<std::string_view> ceiling_of(Kernel const& kernel, Accelerator const& accelerator) {
    auto const roofline = roofline_of(accelerator, kernel.precision);
    if (!roofline) return std::nullopt;
    switch (kernel.kind) {
        case KernelKind::matmul:
            if (!roofline->matrix_unit) return "vector";
            if (kernel.precision == Precision::fp8) return "matrix_fp8";
            return kernel.precision == Precision::fp4 ? "matrix_fp4" : "matrix";
        case KernelKind::attention: return "attention";
        case KernelKind::attention_tuned: return "attention_tuned";
        case KernelKind::stream: return "memory";
        case KernelKind::to_device:
        case KernelKind::to_host: return std::nullopt;
    }
    return std::nullopt;
}

std::vector<UnusedRow> unused_rows(std::span<MeasuredKernel const> rows,
                                   Accelerator const& accelerator) {
    ByKernel const extremes = extremes_of(rows);
    std::vector<std::string> reasons;
    std::map<std::optional<std::string_view>, std::size_t> usable;
    for (MeasuredKernel const& row : rows) {
        reasons.push_back(fault_of(row, extremes.at(key_of(row.kernel)), accelerator));
        if (reasons.back().empty()) ++usable[ceiling_of(row.kernel, accelerator)];
    }
    std::vector<UnusedRow> unused;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto const ceiling = ceiling_of(rows[i].kernel, accelerator);
        std::string reason = reasons[i];
        if (reason.empty() && !ceiling)
            reason = "no ceiling of accelerators limits it";
        else if (reason.empty() && usable[ceiling] < fewest_rows)
            reason = fmt::format("{} rows for `{}`, of {}", usable[ceiling], *ceiling, fewest_rows);
        if (!reason.empty()) unused.push_back({i, std::move(reason)});
    }
    return unused;
}

std::string impossible_times(std::span<MeasuredKernel const> rows, Accelerator const& accelerator) {
    std::size_t too_fast = 0;
    std::vector<double> factors;
    for (MeasuredKernel const& row : rows) {
        auto const predicted = kernel_time(row.kernel, accelerator);
        if (!predicted) continue;
        factors.push_back(row.time / *predicted);
        if (share_of_peak(row, accelerator) > 1.0 && row.kernel.kind != KernelKind::stream)
            ++too_fast;
    }
    if (factors.empty()) return {};
    auto const middle = factors.begin() + static_cast<std::ptrdiff_t>(factors.size() / 2);
    std::ranges::nth_element(factors, middle);
    bool const off = *middle > wrong_factor || *middle < 1.0 / wrong_factor;
    if (!off && 2 * too_fast <= factors.size()) return {};
    std::string reason =
        off ? fmt::format("half of the {} kernels take {:.2g} times as long as {} needs",
                          factors.size(),
                          *middle,
                          accelerator.name)
            : fmt::format("{} of {} kernels are faster than the peak of {}",
                          too_fast,
                          factors.size(),
                          accelerator.name);
    for (auto const& [unit, factor] :
         {std::pair{"milliseconds", 1e3}, std::pair{"microseconds", 1e6}})
        if (*middle > factor / unit_factor && *middle < factor * unit_factor)
            reason += fmt::format(", as if the column had {}", unit);
    return reason;
}

KernelFit fit_kernels(Accelerator const& start, std::span<MeasuredKernel const> rows) {
    KernelFit fit;
    fit.fitted = fitted_to(start, rows, fit.figures);
    fit.errors_before = kernel_errors(start, rows);
    fit.errors_after = kernel_errors(fit.fitted, rows);
    fit.errors_unseen = unseen_errors(start, rows);
    return fit;
}

}  // namespace clustersim
