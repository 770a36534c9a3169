// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application_catalogue.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// All applications of the library, by name. Those that cannot be read are problems.
Answered<std::vector<AnyApplication>> known_applications(Library const& library);

/// The document of a valid application, by name or file, merged with its parents.
Result<ConfigNode> known_application(std::string const& name, Library const& library);

/// Reads the file of an application ("-": standard input), or says all that is wrong with it.
Result<AnyApplication> check_application_file(std::string const& file, Library const& library);

}  // namespace clustersim
