// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/packed_bytes.hpp"

#include <memory>
#include <string_view>
#include <utility>

namespace clustersim {

/// Contents that are not packed; other kinds derive from it.
class FileContents {
  public:
    explicit FileContents(PackedBytes packed) : packed_(std::move(packed)) {}
    FileContents(FileContents const&) = delete;
    FileContents& operator=(FileContents const&) = delete;
    virtual ~FileContents() = default;
    virtual Result<std::string_view> next() { return packed_.next(); }

  protected:
    [[nodiscard]] auto damaged(std::string_view why) const {
        return failure(cannot_read(packed_.name(), why));
    }
    PackedBytes packed_;  ///< for the other kinds
};

/// What unpacks bytes of this format.
Result<std::unique_ptr<FileContents>> contents_of(PackedBytes packed);

}  // namespace clustersim
