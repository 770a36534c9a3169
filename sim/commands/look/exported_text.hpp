// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/look/export_format.hpp"
#include "sim/commands/look/queue_look.hpp"

#include <string>

namespace clustersim {

/// A simulated queue of a result, to its end, in the format of another program, which has a `text`. The moment of the
/// question does not count.
Answered<std::string> exported_text(LookQuestion question, ExportFormat const& format);

}  // namespace clustersim
