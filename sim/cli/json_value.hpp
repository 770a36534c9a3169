// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A value of a JSON text, with its place.
struct JsonValue {
    enum class Kind { null, truth, number, text, list, object };
    struct Member;

    Kind kind = Kind::null;
    std::string text;              ///< as written; of a text, what it says
    std::vector<JsonValue> items;  ///< of a list that is no item itself
    std::vector<Member> members;   ///< of the outermost object, in the order written
    ConfigNode place;

    /// The value of a key of the outermost object; of one that is given twice, the first. Null if there is none.
    [[nodiscard]] JsonValue const* find(std::string_view key) const;
};

struct JsonValue::Member {
    JsonValue key;
    JsonValue value;
};

/// Reads a JSON text. What lies deeper than the items of the outermost object's values is checked, and kept as written
/// only: documents, which their own readers read. The readers of files take all of YAML, which has more: comments, texts
/// without quotes, numbers such as 010.
Result<JsonValue> read_json(std::string const& text, std::string const& name);

}  // namespace clustersim
