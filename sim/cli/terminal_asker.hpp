// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/asker.hpp"

#include <memory>
#include <string>
#include <vector>

namespace clustersim {

/// Format of the diagnostics on stderr.
enum class MessageFormat { human, short_lines, json };

class ProgressLine;

/// A person or a script before the process: the answer goes to stdout, the rest to stderr.
class TerminalAsker : public Asker {
  public:
    MessageFormat messages = MessageFormat::human;

    /// From now on a line on the terminal says that the command works. It is removed before
    /// anything is written.
    void begin(std::string const& command) override;
    bool answer(std::string_view bytes) override;
    void remark(std::string text) override;
    void report(Diagnostics const& diagnostics) override;
    /// Ends the progress; with `--message-format json`, writes all messages as one document.
    void finish() override;

    [[nodiscard]] Work::Progress counter(std::string units) override;
    [[nodiscard]] Work::Progress stage_counter(std::string unit) override;

  private:
    void clear_progress();

    Diagnostics told_;                  ///< kept for the JSON document
    std::vector<std::string> remarks_;  ///< likewise
    std::shared_ptr<ProgressLine> progress_;
};

}  // namespace clustersim
