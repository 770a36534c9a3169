// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/slurm/views/recorded_listing.hpp"

#include "tests/unit/slurm/views/recorded_snapshot.hpp"

#include <cctype>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace clustersim::slurm {

std::vector<std::string> split(std::string const& text, char at) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);) parts.push_back(part);
    if (!text.empty() && text.back() == at) parts.emplace_back();
    return parts;
}

std::vector<Fields> paragraphs(std::string const& text) {
    std::vector<Fields> all(1);
    for (std::string const& line : split(text, '\n')) {
        if (line.find_first_not_of(' ') == std::string::npos) {
            if (!all.back().empty()) all.emplace_back();
            continue;
        }
        if (line.starts_with("   Reason=")) {
            all.back()["Reason"] = line.substr(10);
            continue;
        }
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            auto const equals = word.find('=');
            if (equals != std::string::npos)
                all.back().emplace(word.substr(0, equals), word.substr(equals + 1));
        }
    }
    if (all.back().empty()) all.pop_back();
    return all;
}

std::vector<Fields> table(std::string const& text) {
    auto const lines = split(text, '\n');
    auto const titles = split(lines.at(0), '|');
    std::vector<Fields> rows;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        auto const cells = split(lines[i], '|');
        if (lines[i].empty()) continue;
        Fields row;
        for (std::size_t c = 0; c < titles.size() && c < cells.size(); ++c)
            row.emplace(titles[c], cells[c]);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string value(Fields const& fields, std::string const& key) {
    auto const found = fields.find(key);
    return found == fields.end() || found->second == "(null)" ? "" : found->second;
}

std::int64_t number(Fields const& fields, std::string const& key) {
    std::string const text = value(fields, key);
    return text.empty() ? 0 : std::stoll(text);
}

std::string before(std::string const& text, char at) {
    return text.substr(0, text.find(at));
}

std::optional<Instant> moment(Fields const& fields, std::string const& key) {
    std::string const text = value(fields, key);
    if (text.empty() || text == "Unknown" || text == "N/A") return std::nullopt;
    return recorded_instant(text);
}

std::optional<std::int64_t> minutes(std::string const& text) {
    if (text.empty() || text == "UNLIMITED" || text == "NONE") return std::nullopt;
    auto const dash = text.find('-');
    std::int64_t const days = dash == std::string::npos ? 0 : std::stoll(text.substr(0, dash));
    auto const parts = split(dash == std::string::npos ? text : text.substr(dash + 1), ':');
    return days * 1440 + std::stoll(parts.at(0)) * 60 + std::stoll(parts.at(1));
}

std::int64_t megabytes(std::string const& text) {
    if (text.empty()) return 0;
    double const size = std::stod(text);
    double const unit = text.back() == 'G' ? 1024 : text.back() == 'T' ? 1024 * 1024 : 1;
    return static_cast<std::int64_t>(size * unit);
}

std::vector<std::pair<std::string, std::int64_t>> tres_counts(std::string const& text) {
    std::vector<std::pair<std::string, std::int64_t>> all;
    for (std::string const& part : split(text, ',')) {
        auto const equals = part.find('=');
        std::string const name = part.substr(0, equals);
        std::string const amount = part.substr(equals + 1);
        bool const memory = name == "mem" && std::isdigit(amount.back()) == 0;
        all.emplace_back(name, memory ? megabytes(amount) : std::stoll(amount));
    }
    return all;
}

std::string recorded_text(std::string const& look, std::string const& file) {
    std::ifstream in(TEST_DATA_DIR "/slurm/views/" + look + "/" + file + ".txt");
    if (!in) throw std::runtime_error("no recording " + look + "/" + file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

Instant recorded_instant(std::string const& text) {
    int day = 0, hour = 0, minute = 0, second = 0;
    if (std::sscanf(text.c_str(),
                    "2024-01-%d"
                    "T%d:%d:%d",
                    &day,
                    &hour,
                    &minute,
                    &second) != 4)
        throw std::runtime_error("no moment " + text);
    return {((day - 2) * 24 + hour) * 3600LL + minute * 60LL + second};
}

}  // namespace clustersim::slurm
