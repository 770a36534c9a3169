// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/accelerator.hpp"
#include "sim/core/quantity.hpp"

#include <optional>

namespace clustersim {

/// How weights that do not change are stored; the enumerators are the words of files. `plain`: as the precision of the
/// work has them.
enum class WeightFormat { plain, fp8, mxfp8, int8, int4, nf4, mxfp4, nvfp4 };

/// The storage of a number, and the precision of the matrix units that take it as it is.
struct FormatBits {
    double number = 16.0;
    double scales = 0.0;  ///< a number's share of the scales of its block
    /// None: every product needs a copy in a format of the device.
    std::optional<Precision> units;

    [[nodiscard]] Bytes size() const { return bytes((number + scales) / 8.0); }
};
/// Of a format other than `plain`, which has none of its own: 16 bits are given.
FormatBits bits_of(WeightFormat format);

/// Bytes of a weight, with its share of scales; for `plain` those of the precision outside narrow products.
Bytes weight_size(WeightFormat format, Precision precision);

/// Whether products in `precision` read weights of this format as they are. Else a kernel of its own first writes a copy.
bool multiplies_as_stored(WeightFormat format, Precision precision);

}  // namespace clustersim
