// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <set>
#include <string>

namespace clustersim {

/// Restores the result `target` and removes other leftovers next to it, after a program was killed while writing it.
/// The files of a program that is still writing are not touched. Without locks the two cannot be distinguished, so
/// nothing is touched.
void recover_result(std::filesystem::path const& target);

/// A scratch folder next to a result, TARGET.clustersim-part-XXXXXX, on the same file system. The new result is written
/// there. The folder is locked, and is removed at the end with the files in it that own() names and no others.
class ResultScratch {
  public:
    explicit ResultScratch(std::filesystem::path const& target);
    ~ResultScratch();
    ResultScratch(ResultScratch const&) = delete;
    ResultScratch& operator=(ResultScratch const&) = delete;

    /// 0 if the folder exists, else the errno of the failure.
    [[nodiscard]] int error() const { return error_; }
    /// Notes names of files of the new or of the earlier result. Whoever finds the folder after a kill removes these.
    Result<void> own(std::set<std::string> const& names);
    /// Creates the folder for the new result, with the owner, group and mode of an earlier result.
    Result<std::filesystem::path> make_fresh() const;
    /// Gives the new folder the target's name, in one step if the file system can exchange two folders. Otherwise the
    /// earlier result is renamed first; recover_result() finds it if the program is killed in between.
    Result<void> put_in_place() const;

  private:
    std::filesystem::path target_;
    std::filesystem::path path_;
    std::set<std::string> own_;
    int lock_ = -1;
    int error_ = 0;
};

}  // namespace clustersim
