// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace clustersim {

/// The text below the options in `--help`, by its headings: `Examples:` and `See also:` have sections of their own.
struct Footer {
    std::string notes;
    std::string examples;
    std::string see_also;

    explicit Footer(std::string const& text);
};

}  // namespace clustersim
