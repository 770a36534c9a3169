// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/study/work.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <thread>

namespace clustersim {

/// Who asks: hears the answer and what is remarked about it, in their order. A person at a terminal is one, a program that
/// asks in its own process another.
class Asker {
  public:
    virtual ~Asker() = default;

    /// The work at a question to this command begins.
    virtual void begin(std::string const& /*command*/) {}
    /// A part of the answer. False if it could not be delivered.
    virtual bool answer(std::string_view bytes) = 0;
    virtual void remark(std::string text) = 0;
    virtual void report(Diagnostics const& diagnostics) = 0;
    /// Nothing more is said.
    virtual void finish() {}

    /// Whether the asker has gone; called often, by every worker.
    [[nodiscard]] virtual bool is_interrupted() const { return false; }
    /// Threads for a question that asks for no number of them.
    [[nodiscard]] virtual unsigned workers() const {
        return std::max(1U, std::thread::hardware_concurrency());
    }
    /// Hears how many of the units are done; may be empty.
    [[nodiscard]] virtual Work::Progress counter(std::string /*units*/) { return {}; }
    /// Hears which unit is being worked at: "warming up queue"; may be empty.
    [[nodiscard]] virtual Work::Progress stage_counter(std::string /*unit*/) { return {}; }
};

}  // namespace clustersim
