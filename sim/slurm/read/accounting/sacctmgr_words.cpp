// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacctmgr_words.hpp"

#include "sim/slurm/read/accounting/sacctmgr_keys.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <algorithm>
#include <cctype>

namespace clustersim::slurm {
namespace {

bool is_key_char(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// Length of the text from `begin` to the first of `ends` outside quotes.
std::size_t run_length(std::string_view text, std::size_t begin, std::string_view ends) {
    char quote = 0;
    std::size_t at = begin;
    for (; at < text.size(); ++at) {
        char const c = text[at];
        if (quote != 0)
            quote = c == quote ? char{0} : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (ends.find(c) != std::string_view::npos)
            break;
    }
    return at - begin;
}

std::string without_quotes(std::string_view text) {
    std::string out;
    for (char const c : text)
        if (c != '"' && c != '\'') out += c;
    return out;
}

/// Removes "key=", "key+=" or "key-=" from the front of a word.
void take_key(std::string_view& text, SacctmgrWord& word) {
    std::size_t const equals = text.find_first_of("=\"'");
    if (equals == std::string_view::npos || text[equals] != '=' || equals == 0) return;
    std::string_view key = text.substr(0, equals);
    if (key.back() == '+' || key.back() == '-') {
        word.operation = key.back();
        key.remove_suffix(1);
    }
    word.key = trimmed(key);
    text.remove_prefix(equals + 1);
}

}  // namespace

std::vector<SacctmgrWord> command_words(ImportLine const& line) {
    std::vector<SacctmgrWord> words;
    std::string_view const text = line.text;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '#') break;
        if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
            ++at;
            continue;
        }
        std::string_view part = text.substr(at, run_length(text, at, " \t\r"));
        at += part.size();
        SacctmgrWord word;
        word.line = &line;
        take_key(part, word);
        word.value = without_quotes(part);
        word.where = part;
        words.push_back(std::move(word));
    }
    return words;
}

std::vector<SacctmgrWord> dump_words(ImportLine const& line, std::string_view fields) {
    std::vector<SacctmgrWord> words;
    bool in_tres = false;
    for (std::size_t at = 0; at < fields.size();) {  // `at` is always at a colon
        std::string_view part = fields.substr(at + 1, run_length(fields, at + 1, ":"));
        at += 1 + part.size();
        std::size_t const key_end = part.find('=');
        bool const starts_key = key_end != std::string_view::npos &&
                                std::ranges::all_of(part.substr(0, key_end), is_key_char);
        if (in_tres && !(starts_key && is_association_key(part.substr(0, key_end)))) {
            SacctmgrWord& last = words.back();
            last.value += ":" + without_quotes(part);
            last.where = {last.where.data(), last.where.size() + 1 + part.size()};
            continue;
        }
        SacctmgrWord word;
        word.line = &line;
        take_key(part, word);
        in_tres = lower(word.key).find("tres") != std::string::npos;
        word.value = without_quotes(part);
        word.where = part;
        words.push_back(std::move(word));
    }
    return words;
}

}  // namespace clustersim::slurm
