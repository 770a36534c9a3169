// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <tl/expected.hpp>

namespace clustersim {

/// A value, or all problems of the input that it should have come from.
template <class T>
using Result = tl::expected<T, Diagnostics>;

inline tl::unexpected<Diagnostics> failure(Diagnostics diagnostics) {
    return tl::unexpected<Diagnostics>(std::move(diagnostics));
}
inline tl::unexpected<Diagnostics> failure(Diagnostic diagnostic) {
    Diagnostics all;
    all.add(std::move(diagnostic));
    return failure(std::move(all));
}

}  // namespace clustersim
