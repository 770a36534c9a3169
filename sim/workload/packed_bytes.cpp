// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/packed_bytes.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace clustersim {

Result<void> PackedBytes::begin() {
    while (first_ < block_.size()) {
        auto const got = file_.read(std::span(block_).subspan(first_));
        if (!got) return failure(got.error());
        if (*got == 0) break;
        first_ += *got;
    }
    return {};
}

Packing PackedBytes::packing() const {
    // bzip2, xz, zstd
    constexpr std::array<std::string_view, 3> marks{"BZh",
                                                    "\xFD"
                                                    "7zXZ",
                                                    "\x28\xB5\x2F\xFD"};
    std::string_view const first(block_.data(), first_);
    if (first.starts_with("\x1F\x8B")) return Packing::gzip;
    bool const is_other =
        std::ranges::any_of(marks, [&](auto mark) { return first.starts_with(mark); });
    return is_other ? Packing::other : Packing::none;
}

Result<std::string_view> PackedBytes::next() {
    if (std::size_t const size = std::exchange(first_, 0); size > 0)
        return std::string_view(block_.data(), size);
    auto const got = file_.read(block_);
    if (!got) return failure(got.error());
    return std::string_view(block_.data(), *got);
}

}  // namespace clustersim
