// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/door.hpp"

#include "sim/commands/program.hpp"

#include <utility>

namespace clustersim {
namespace {

/// Keeps what it is told.
class Collector : public Asker {
  public:
    explicit Collector(Work const& work) : work_(&work) {}

    bool answer(std::string_view bytes) override {
        told_.text += bytes;
        return true;
    }
    void remark(std::string text) override { told_.remarks.push_back(std::move(text)); }
    void report(Diagnostics const& diagnostics) override { told_.problems.append(diagnostics); }
    [[nodiscard]] bool is_interrupted() const override { return work_->is_interrupted(); }
    [[nodiscard]] unsigned workers() const override { return work_->workers; }
    [[nodiscard]] Work::Progress counter(std::string /*units*/) override { return work_->progress; }

    Answer told(int exit_code) {
        told_.exit_code = exit_code;
        return std::move(told_);
    }

  private:
    Work const* work_;
    Answer told_;
};

}  // namespace

Answer ask(Question const& question, Work const& work, DataFolders const& data) {
    Collector collector(work);
    Program program(collector, data);
    program.ask(question.text, question.name);
    return collector.told(program.context().exit_code());
}

}  // namespace clustersim
