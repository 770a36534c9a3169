// SPDX-License-Identifier: Apache-2.0
#include "models/machine/storage_price.hpp"

namespace clustersim {

std::optional<StoragePrice> read_storage_price(Reader& file_system) {
    auto price = file_system.optional_child("price");
    if (!price) return std::nullopt;
    StoragePrice out{price->text("unit"), price->number("per_tib_hour", Range{0.0, 1e6, true})};
    price->finish();
    return out;
}

std::optional<StoragePrice> storage_price(ConfigNode const& machine,
                                          std::string const& file_system) {
    ConfigNode const* all = machine.find("file_systems");
    ConfigNode const* one = all != nullptr ? all->find(file_system) : nullptr;
    if (one == nullptr) return std::nullopt;
    Diagnostics found_before;  // by the reader of the machine
    Reader reader(*one, found_before, Reader::Style::annotated);
    return read_storage_price(reader);
}

}  // namespace clustersim
