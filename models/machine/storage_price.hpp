// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// What a site charges for data while they are stored, in a unit that its projects are granted.
struct StoragePrice {
    std::string unit;
    double per_tib_hour = 0.0;
};

/// The `price:` of a file system, if it has one.
std::optional<StoragePrice> read_storage_price(Reader& file_system);

/// The price of a file system by its name, from the document of a machine that was read without an error.
std::optional<StoragePrice> storage_price(ConfigNode const& machine,
                                          std::string const& file_system);

}  // namespace clustersim
