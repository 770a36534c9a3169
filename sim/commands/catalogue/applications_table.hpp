// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application_catalogue.hpp"
#include "sim/report/format.hpp"

#include <span>
#include <string>

namespace clustersim {

/// Name, size, shape and training defaults of each application.
std::string applications_text(std::span<AnyApplication const> applications, Format format);

}  // namespace clustersim
