// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/jobs_table.hpp"

#include "sim/core/csv.hpp"
#include "sim/core/ensure.hpp"
#include "sim/core/utf8.hpp"
#include "sim/slurm/read/accounting/jobs_csv_columns.hpp"
#include "sim/slurm/read/accounting/jobs_csv_extra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

namespace clustersim::slurm {

namespace {

constexpr std::size_t block_size = std::size_t{1} << 20;
constexpr unsigned char end_of_row = 255;

/// A cell with an instant, counted from another second 0.
std::string counted_from(std::int64_t origin, std::string_view cell) {
    std::int64_t at = 0;
    std::from_chars(cell.data(), cell.data() + cell.size(), at);
    return fmt::format("{}", at - origin);
}

}  // namespace

void JobsTable::put(std::size_t column, std::string const& cell) {
    if (cell.empty()) return;
    used_.set(column);
    auto const length = static_cast<std::uint32_t>(
        std::min<std::size_t>(cell.size(), std::numeric_limits<std::uint32_t>::max()));
    std::string& block = blocks_.back();
    block += static_cast<char>(column);
    block.append(reinterpret_cast<char const*>(&length), sizeof length);
    block.append(cell, 0, length);
    cell_bytes_ += length;
}

void JobsTable::add(ImportedJob const& job) {
    auto const columns = job_columns();
    CS_ENSURE(columns.size() < most_columns, "the columns of jobs.csv have a bit each");
    if (blocks_.empty() || blocks_.back().size() >= block_size) {
        if (!blocks_.empty()) blocks_.back().shrink_to_fit();
        blocks_.emplace_back().reserve(block_size + block_size / 8);
    }
    rows_.push_back({job.request.submit.since_origin,
                     job.request.number,
                     static_cast<std::uint32_t>(blocks_.size() - 1),
                     static_cast<std::uint32_t>(blocks_.back().size())});
    for (std::size_t i = 0; i < columns.size(); ++i) put(i, columns[i].write(job));
    put(columns.size(), extra_words(job.request));
    blocks_.back() += static_cast<char>(end_of_row);
}

void JobsTable::begin_at_first() {
    std::ranges::stable_sort(rows_, [](Row const& a, Row const& b) {
        return std::pair(a.submit, a.number) < std::pair(b.submit, b.number);
    });
    if (!rows_.empty()) origin_ = rows_.front().submit;
}

std::string JobsTable::csv() const {
    auto const columns = job_columns();
    auto used = used_;
    used.set(0);
    std::string out;
    out.reserve(cell_bytes_ + rows_.size() * (used.count() + 2) + 4096);
    for (std::size_t i = 0; i <= columns.size(); ++i) {
        if (!used.test(i)) continue;
        if (i > 0) out += ',';
        out += i < columns.size() ? columns[i].name : std::string_view("extra");
    }
    out += '\n';
    for (Row const& row : rows_) {
        std::string const& block = blocks_[row.block];
        std::size_t at = row.offset;
        for (std::size_t i = 0; i <= columns.size(); ++i) {
            if (!used.test(i)) continue;
            if (i > 0) out += ',';
            if (static_cast<unsigned char>(block[at]) != i) continue;
            std::uint32_t length = 0;
            std::memcpy(&length, block.data() + at + 1, sizeof length);
            auto const cell = std::string_view(block).substr(at + 1 + sizeof length, length);
            at += 1 + sizeof length + length;
            bool const shifted = origin_ != 0 && i < columns.size() && columns[i].instant;
            out += shifted ? counted_from(origin_, cell) : csv_cell(as_utf8(cell));
        }
        out += '\n';
    }
    return out;
}

}  // namespace clustersim::slurm
