// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace clustersim {

/// A file of one user that leads a browser to an address with a secret. All users see the words with which a program is
/// started, so the browser gets the name of this file in their place. It is removed at the end of its life.
class LeadingPage {
  public:
    /// Throws std::system_error if it cannot be written. `folder` is one that nobody else may read, or empty.
    LeadingPage(std::string const& address, std::filesystem::path folder);
    LeadingPage(LeadingPage const&) = delete;
    LeadingPage& operator=(LeadingPage const&) = delete;
    ~LeadingPage();

    [[nodiscard]] std::string url() const { return "file://" + file_.string(); }

  private:
    std::filesystem::path file_;
    std::filesystem::path own_folder_;  ///< made for it; empty: the folder was there
};

/// Opens an address in the browser of whoever works at this machine, by xdg-open. Why that cannot be, or nothing. `path` is
/// the list of folders in which programs are.
std::string open_in_browser(std::string const& address, std::string const& path);

}  // namespace clustersim
