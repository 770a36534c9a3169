// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/json_value.hpp"
#include "sim/cli/question_json.hpp"
#include "sim/cli/question_reader.hpp"
#include "sim/commands/program.hpp"
#include "tests/fuzz/require.hpp"

#include <string>

namespace {

using namespace clustersim;

class Nobody : public Asker {
  public:
    bool answer(std::string_view /*bytes*/) override { return true; }
    void remark(std::string /*text*/) override {}
    void report(Diagnostics const& /*diagnostics*/) override {}
};

/// Whether the table of a command takes the question. A refusal has reasons; what is accepted can be written down again.
bool takes(JsonValue const& question, Trust trust) {
    Nobody nobody;
    std::string const name = named_command(question);
    Program program(nobody, {PROJECT_DIR}, {.only = name.substr(0, name.find(' '))});
    auto const asked = read_question(program.commands(), question, trust);
    if (!asked) {
        FUZZ_REQUIRE(asked.error().has_errors());
        FUZZ_REQUIRE(!to_text(asked.error()).empty());
        return false;
    }
    FUZZ_REQUIRE(read_json(question_json(**asked), "again").has_value());
    if (trust == Trust::own) return true;
    for (OptionRow const* row : options_of(**asked))
        if (row->count() > 0) FUZZ_REQUIRE(!row->spec().writes);
    return true;
}

}  // namespace

/// A question in JSON against the table of its command: a foreign one never asks more than one's own.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const question = read_json(std::string(as_text(data, size)), "question");
    if (!question) {
        FUZZ_REQUIRE(question.error().has_errors());
        return 0;
    }
    bool const own = takes(*question, Trust::own);
    bool const foreign = takes(*question, Trust::foreign);
    FUZZ_REQUIRE(own || !foreign);
    return 0;
}
