// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/weight_format.hpp"
#include "models/machine/accelerator.hpp"
#include "sim/core/result.hpp"

#include <string_view>
#include <vector>

namespace clustersim {

/// How an engine stores weights and multiplies with them.
struct ServedFormat {
    WeightFormat weights = WeightFormat::plain;
    Precision precision = Precision::bf16;  ///< of the products
    /// Neither does the device multiply this format, nor is its precision that of the weights: they are converted to 16
    /// bits within each product.
    bool converted = false;
    std::string_view asked{};  ///< the engine's own name of `weights`, if that was asked for
};

/// The names of formats, as engines call them: those of precisions, of WeightFormat, and `awq` for `int4`.
std::vector<std::string_view> served_format_names();

/// The format of that name on a device: products in its own precision if the device has units for it, else in 16 bits.
/// CS0108 for an unknown name; CS0209 for a device without units for 16 bits.
Result<ServedFormat> served_format(std::string_view name, Accelerator const& device);

}  // namespace clustersim
