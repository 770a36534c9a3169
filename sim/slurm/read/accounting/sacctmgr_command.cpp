// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacctmgr_command.hpp"

#include "sim/slurm/read/accounting/sacctmgr_words.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <cctype>

namespace clustersim::slurm {

namespace {

std::optional<SacctmgrVerb> verb_of(std::string_view word) {
    if (is_word(word, {"add", "create"})) return SacctmgrVerb::add;
    if (is_word(word, {"modify", "update"})) return SacctmgrVerb::modify;
    if (is_word(word, {"delete", "remove"})) return SacctmgrVerb::remove;
    // Commands that only print, or control sacctmgr itself.
    if (is_word(word,
                {"list",
                 "show",
                 "dump",
                 "load",
                 "archive",
                 "clear",
                 "exit",
                 "quit",
                 "ping",
                 "reconfigure",
                 "shutdown",
                 "version",
                 "help",
                 "readonly",
                 "verbose",
                 "quiet",
                 "associations",
                 "stats",
                 "!!"}))
        return SacctmgrVerb::none;
    return std::nullopt;
}

SacctmgrEntity entity_of(std::string_view word) {
    if (is_word(word, {"accounts", "accts"})) return SacctmgrEntity::account;
    if (is_word(word, {"users"})) return SacctmgrEntity::user;
    if (is_word(word, {"qos"})) return SacctmgrEntity::qos;
    return is_word(word, {"clusters"}) ? SacctmgrEntity::cluster : SacctmgrEntity::other;
}

}  // namespace

std::optional<SacctmgrCommand> parse_command(ImportLine const& line, AccountingTarget& target) {
    auto words = command_words(line);
    std::erase_if(words, [](SacctmgrWord const& word) {
        return word.bare() && word.value.size() > 1 && word.value.front() == '-' &&
               std::isdigit(static_cast<unsigned char>(word.value[1])) == 0;
    });
    while (!words.empty() && words.front().bare() &&
           (words.front().value == "sudo" || words.front().value.ends_with("sacctmgr")))
        words.erase(words.begin());
    if (words.empty()) return std::nullopt;
    auto const verb = verb_of(words.front().value);
    if (!verb || !words.front().bare()) {
        auto& trouble = target.reading.problems.add(words.front().problem(
            Code::bad_syntax, fmt::format("\"{}\" is not a command of sacctmgr", words[0].value)));
        trouble.expected = "add, modify, delete, or a command that only prints, such as list";
        return std::nullopt;
    }
    if (*verb == SacctmgrVerb::none) return std::nullopt;
    SacctmgrCommand out;
    out.line = &line;
    out.verb = *verb;
    if (words.size() > 1 && words[1].bare()) {
        out.entity = entity_of(words[1].value);
        if (out.entity == SacctmgrEntity::other) {
            target.reading.unused.insert(words[0].value + " " + words[1].value);
            return std::nullopt;
        }
    }
    if (out.entity == SacctmgrEntity::other) {
        target.reading.problems
            .add(line.problem(Code::bad_syntax, "the command names no kind of object", line.text))
            .expected = "account, user, qos or cluster";
        return std::nullopt;
    }
    bool setting = *verb == SacctmgrVerb::add;
    for (std::size_t i = 2; i < words.size(); ++i)
        if (words[i].bare() && lower(words[i].value) == "where")
            setting = *verb == SacctmgrVerb::add;
        else if (words[i].bare() && lower(words[i].value) == "set")
            setting = true;
        else
            (setting ? out.set : out.where).push_back(std::move(words[i]));
    return out;
}

}  // namespace clustersim::slurm
