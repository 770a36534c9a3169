// SPDX-License-Identifier: Apache-2.0
//
// Single matrix products of TensorRT-LLM, tuned for each shape (ai-dynamo/aiconfigurator). One call multiplies one input with
// up to five sets of weights in turn, so that caches hold what fits beside them; the calls run as a graph. The product in FP8
// includes the search for the largest input and the cast, two kernels that move five bytes a number; that in FP4 one cast.
// The table is a seeded sample of 300 rows for each device and precision.
#include "models/application/product.hpp"
#include "models/machine/accelerator_config.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/commands/validate/kernel_group.hpp"
#include "sim/commands/validate/sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace clustersim {
namespace {

constexpr double sets_of_weights = 5.0;
/// Of the last-level cache that the data of a call may fill without losing any, and the rate of that cache for each
/// multiprocessor.
constexpr double kept_share = 0.8;
constexpr double cache_rate = 25e9;

struct GemmRow {
    Product product;
    Precision precision = Precision::bf16;
    Bytes cache{};  ///< of the device, last level
};

Duration cast_time(GemmRow const& row, Roofline const& roofline) {
    bool const narrow = row.precision == Precision::fp8;
    if (!narrow && row.precision != Precision::fp4) return {};
    Bytes const moved = bytes(narrow ? 5.0 : 2.5) * (row.product.rows * row.product.depth);
    return moved / roofline.memory + (narrow ? 2.0 : 1.0) * roofline.launch;
}

Duration gemm_time(GemmRow const& row, Roofline const& roofline) {
    Product const& product = row.product;
    Bytes const input = product.in * (product.rows * product.depth);
    Bytes const weights = product.in * (product.depth * product.columns);
    Bytes const result = product.out * (product.rows * product.columns);
    Bytes const cache = kept_share * row.cache;
    double const cached = std::min(1.0, roofline.memory.si() / (cache_rate * roofline.units));
    double const once = input + weights + result <= cache ? cached : 1.0;
    double const in_turn = input + sets_of_weights * weights + result <= cache ? cached : 1.0;
    return product_time(product, input * once + weights * in_turn, result * once, roofline) +
           cast_time(row, roofline);
}

std::optional<GemmRow> gemm_row(MeasuredRow const& row) {
    auto const found = std::ranges::find(
        precision_names(), row.lower("precision"), [](auto const& one) { return one.first; });
    auto const m = row.number("m");
    auto const n = row.number("n");
    auto const k = row.number("k");
    if (found == precision_names().end() || !m || !n || !k || !row.number("time_us"))
        return std::nullopt;
    return GemmRow{{*m, *n, *k, 1.0, size_of(found->second), bytes(2)},
                   found->second,
                   bytes(row.number("cache_mb").value_or(0.0) * 1e6)};
}

std::vector<ValidationPoint> score_gemm(MeasuredTable const& table, References const& references) {
    Catalogue const catalogue(references.folders().systems);
    std::map<std::string, std::size_t> known;
    std::vector<KernelGroup> groups;
    std::vector<ValidationPoint> points;
    for (MeasuredRow const& row : table.rows) {
        auto const read = gemm_row(row);
        if (!read) {
            points.push_back(unknown_kernel(row, "a precision, m, n, k and time_us are needed"));
            continue;
        }
        std::string const name = row.text("accelerator") + ", " + row.lower("precision");
        if (!known.contains(name)) {
            auto const accelerator = catalogue.accelerator(row.text("accelerator"));
            auto const roofline =
                accelerator ? roofline_of(*accelerator, read->precision) : std::nullopt;
            if (!roofline) {
                points.push_back(unknown_kernel(row, "no accelerator with a unit for " + name));
                continue;
            }
            known[name] = groups.size();
            groups.push_back({name, *roofline, {}});
        }
        groups[known[name]].rows.push_back(
            {&row,
             *row.number("time_us") * 1e-6,
             fmt::format("{} x {} x {}", row.text("m"), row.text("n"), row.text("k")),
             [gemm = *read](Roofline const& roofline) { return gemm_time(gemm, roofline); }});
    }
    for (KernelGroup const& group : groups) add_points(group, points);
    return points;
}

}  // namespace

ValidationSet gemm_set() {
    return {"gemm",
            "Single matrix products, tuned for each shape",
            "kernels/gemm.csv",
            {"accelerator", "precision", "cache_mb", "m", "n", "k", "time_us"},
            {},
            score_gemm};
}

}  // namespace clustersim
