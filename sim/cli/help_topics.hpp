// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace clustersim {

/// A page of `clustersim help` that belongs to no command.
struct HelpTopic {
    std::string_view name;
    std::string_view title;
    std::string (*text)();
};

std::span<HelpTopic const> help_topics();

}  // namespace clustersim
