// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/asker.hpp"
#include "sim/cli/question_keys.hpp"
#include "sim/commands/program.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// The table of all commands, for one question that nobody hears.
class AllCommands {
  public:
    [[nodiscard]] std::vector<AskableCommand> list() { return askable_commands(table()); }
    [[nodiscard]] AskableCommand named(std::string_view name) {
        auto const all = list();
        auto const found = std::ranges::find(all, name, &AskableCommand::name);
        if (found == all.end()) throw std::runtime_error(std::string(name));
        return *found;
    }
    [[nodiscard]] Command& table() { return program_.commands(); }

  private:
    class Nobody : public Asker {
      public:
        bool answer(std::string_view) override { return true; }
        void remark(std::string) override {}
        void report(Diagnostics const&) override {}
    };

    Nobody nobody_;
    Program program_{nobody_, {PROJECT_DIR}};
};

}  // namespace clustersim
