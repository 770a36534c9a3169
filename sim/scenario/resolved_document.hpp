// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// One plain value of a document.
struct LeafValue {
    std::string path;    ///< "jobs.train.nodes"
    std::string text;    ///< as written
    std::string origin;  ///< "study.yaml:12", "--set jobs.train.nodes=8", "default"
};

/// The origin of a scenario's value, in the form of LeafValue::origin.
std::string origin_of(ConfigNode const& node);

/// Every plain value, in the order of the document. Sequence elements count from 0.
std::vector<LeafValue> leaf_values(ConfigNode const& document);

/// FNV-1a over the texts, as 16 hex digits; the same on every machine.
std::string content_hash(std::vector<std::string> const& texts);

}  // namespace clustersim
