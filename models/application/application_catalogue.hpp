// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/generic.hpp"
#include "models/machine/accelerator.hpp"
#include "sim/config/document.hpp"
#include "sim/config/kept_files.hpp"
#include "sim/core/result.hpp"

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace clustersim {

/// An application that is trained, or any other.
using AnyApplication = std::variant<Application, GenericApplication>;

/// Reads one application file's tree (schema workloads/schema/application-1.json).
Result<AnyApplication> read_any_application(ConfigNode const& node);
/// The same for an application that is trained; another one is an error.
Result<Application> read_application(ConfigNode const& node);

/// Loads a framework by the name of a file in `folder` (workloads/frameworks), or any file by its path.
Result<Framework> load_framework(std::string const& name, std::filesystem::path const& folder);

/// Names of the applications in a folder (workloads/applications), sorted.
std::vector<std::string> application_names(std::filesystem::path const& folder);

/// The tree of an application file merged with its parents; names as for load_application(). `kept` has those of this
/// folder that were read before; may be null.
Result<ConfigNode> application_document(std::string const& name,
                                        std::filesystem::path const& folder,
                                        std::filesystem::path const& from = {},
                                        KeptDocuments* kept = nullptr);

/// The tree of an application that is written within a scenario in the folder `from`. Without a name of its own it is
/// named after the one that it extends.
Result<ConfigNode> written_application(ConfigNode const& written,
                                       std::filesystem::path const& folder,
                                       std::filesystem::path const& from);

/// Loads an application that is trained by the name of a file in `folder`, or any file by its path (anything with a
/// `/` or ending in `.yaml` or `.yml`; relative to `from`). `extends:` takes either too. An unknown
/// name gives an error with the nearest known name. `framework` names software other than the application's. Without it,
/// the software is the current release for `device` (current_release.hpp), or the application's own if that is null.
Result<Application> load_application(std::string const& name,
                                     std::filesystem::path const& folder,
                                     std::filesystem::path const& from = {},
                                     std::string const& framework = {},
                                     KeptDocuments* kept = nullptr,
                                     Accelerator const* device = nullptr);
Result<AnyApplication> load_any_application(std::string const& name,
                                            std::filesystem::path const& folder,
                                            std::filesystem::path const& from = {});

}  // namespace clustersim
