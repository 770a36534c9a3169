// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <string>
#include <utility>

namespace clustersim {

/// A file of one user that leads a browser to an address with a secret. All users see the words with which a program is
/// started, so the browser gets the name of this file in their place. It is removed at the end of its life.
class LeadingPage {
  public:
    /// In a folder of its own below `folder`. CS0002 if it cannot be written.
    static Result<LeadingPage> create(std::string const& address,
                                      std::filesystem::path const& folder);
    LeadingPage(LeadingPage&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
    LeadingPage& operator=(LeadingPage&&) = delete;
    ~LeadingPage();

    [[nodiscard]] std::string url() const { return "file://" + file().string(); }

  private:
    LeadingPage() = default;
    [[nodiscard]] std::filesystem::path file() const { return folder_ / "clustersim.html"; }

    std::filesystem::path folder_;  ///< empty: another one owns it
};

/// Opens an address in the browser of whoever works at this machine, by xdg-open. Why that cannot be, or nothing. `path` is
/// the list of folders in which programs are.
std::string open_in_browser(std::string const& address, std::string const& path);

}  // namespace clustersim
