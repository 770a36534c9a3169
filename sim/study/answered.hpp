// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The result of a use-case: the answer to the parts of its question that have one, and the problems of the others.
/// Neither an answer nor an error: it was interrupted.
template <class T>
struct Answered {
    std::optional<T> answer;
    Diagnostics problems;
    std::vector<std::string> remarks;  ///< notes on the answer, one line each
    Diagnostics notes;                 ///< on what was read, for those who want to know

    /// Returns the value of a result, or stores its problems and returns nullptr.
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
