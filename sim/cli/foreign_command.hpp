// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace clustersim {

struct AskableCommand;

/// Why nobody may ask this command who has no files here, such as an asker over HTTP or an agent: "it writes a file". Empty
/// if he may. It follows from the options that must be given; two commands are left out for what they are.
std::string why_not_foreign(AskableCommand const& asked);

/// The JSON schema of the questions that he may ask: as `question_schema` without `command`, outputs and files. A document
/// is an object. The default of `format` is JSON.
std::string foreign_schema(AskableCommand const& asked);

}  // namespace clustersim
