// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// What a use-case returns: the answer to as much of its question as has one, and why the rest has none.
template <class T>
struct Answered {
    std::optional<T> answer;
    Diagnostics problems;
    std::vector<std::string> remarks;  ///< worth knowing beside the answer; a line each

    /// Takes the value of a result, or keeps its problems and returns nullptr.
    template <class V>
    V* value_of(Result<V>& result) {
        if (result) return &*result;
        problems.append(result.error());
        return nullptr;
    }
    void remark(std::string line) {
        if (!line.empty()) remarks.push_back(std::move(line));
    }
};

}  // namespace clustersim
