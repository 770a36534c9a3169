// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>

namespace clustersim {

/// Brings back the result `target`, and removes what else is left beside it, after programs that were killed
/// while they wrote it. What a program is still writing is not touched; nor is it where the file system
/// has no locks to tell the two apart.
void recover_result(std::filesystem::path const& target);

/// A folder of our own beside a result, TARGET.clustersim-part-XXXXXX, on the same file system: the new
/// result is written there. It is locked, and it goes at the end with all that it holds of results.
class ResultScratch {
  public:
    explicit ResultScratch(std::filesystem::path const& target);
    ~ResultScratch();
    ResultScratch(ResultScratch const&) = delete;
    ResultScratch& operator=(ResultScratch const&) = delete;

    /// errno of why it could not be made; 0: it is there.
    [[nodiscard]] int error() const { return error_; }
    /// Makes the folder in which the new result is written; one that exists gives it its owner, group and mode.
    Result<std::filesystem::path> make_fresh() const;
    /// Gives the new folder the target's name, at once where the file system can exchange two folders.
    /// Else the earlier result steps aside first; recover_result() finds it there.
    Result<void> put_in_place() const;

  private:
    std::filesystem::path target_;
    std::filesystem::path path_;
    int lock_ = -1;
    int error_ = 0;
};

}  // namespace clustersim
