// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

namespace clustersim {

/// How a question is worked at: on how many threads, until when, and who is told how much is done. A complete answer
/// depends on none of this, so it is given beside the question.
struct Work {
    /// Units done, of all.
    using Progress = std::function<void(std::size_t done, std::size_t all)>;

    unsigned workers = 1;
    std::function<bool()> interrupted = {};  ///< called regularly, by every worker; may be empty
    Progress progress = {};                  ///< may be empty

    [[nodiscard]] bool is_interrupted() const { return interrupted && interrupted(); }
    void count(std::size_t done, std::size_t all) const {
        if (progress) progress(done, all);
    }
    /// The same work, telling something else.
    [[nodiscard]] Work telling(Progress other) const {
        return {workers, interrupted, std::move(other)};
    }
    /// A part of this work: its units are counted after the `before` units that are done, of `all`.
    [[nodiscard]] Work part(std::size_t before, std::size_t all) const {
        if (!progress) return *this;
        return telling([whole = progress, before, all](std::size_t done, std::size_t) {
            whole(before + done, all);
        });
    }
};

}  // namespace clustersim
