// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/line_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// No trace has a line this long; a file without line ends is something else.
constexpr std::size_t longest_line = 1U << 20;

}  // namespace

Result<LineSource> LineSource::open(std::filesystem::path const& path, std::size_t most) {
    auto file = UnpackedFile::open(path, most);
    if (!file) return failure(std::move(file.error()));
    LineSource lines(std::move(*file));
    // The first block is read here, so that an unreadable file never becomes a source.
    lines.refill();
    if (lines.failure_) return failure(*lines.failure_);
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (lines.block_.starts_with(byte_order_mark))
        lines.block_.remove_prefix(byte_order_mark.size());
    return lines;
}

Diagnostic too_many_jobs(std::string const& name, std::size_t most) {
    return cannot_read(name, fmt::format("it holds more than {} million jobs", most / 1'000'000));
}

std::string_view LineSource::take_line(std::size_t end) {
    std::string_view const line = block_.substr(0, end);
    bool const is_return = block_[end] == '\r';
    block_.remove_prefix(end + 1);
    if (is_return && block_.starts_with('\n'))
        block_.remove_prefix(1);
    else
        after_return_ = is_return && block_.empty();
    ++line_;
    if (carried_.empty()) return line;
    carried_ += line;
    clear_carried_ = true;
    return carried_;
}

std::optional<std::string_view> LineSource::next() {
    if (std::exchange(clear_carried_, false)) carried_.clear();
    while (true) {
        if (!block_.empty()) {
            auto const ends_line = [](char c) { return c == '\n' || c == '\r'; };
            auto const* const end = std::ranges::find_if(block_, ends_line);
            if (end != block_.end())
                return take_line(static_cast<std::size_t>(end - block_.begin()));
            carried_ += block_;
            block_ = {};
            if (carried_.size() > longest_line) {
                fail(cannot_read(file_.name(),
                                 "it has a line of more than 1 MiB, so it is no trace"));
                return std::nullopt;
            }
        }
        if (refill()) continue;
        if (failure_ || carried_.empty()) return std::nullopt;
        ++line_;
        clear_carried_ = true;
        return carried_;
    }
}

bool LineSource::refill() {
    if (ended_) return false;
    auto const block = file_.next();
    if (!block) {
        fail(block.error().items().front());
        return false;
    }
    ended_ = block->empty();
    block_ = *block;
    if (std::exchange(after_return_, false) && block_.starts_with('\n')) block_.remove_prefix(1);
    return !ended_;
}

void LineSource::fail(Diagnostic why) {
    ended_ = true;
    failure_ = std::move(why);
    failure_->where.line = static_cast<int>(line_);
    failure_->where.column = line_ > 0 ? 1 : 0;
}

Result<std::string> whole_text(std::filesystem::path const& path, std::size_t most) {
    auto file = UnpackedFile::open(path, most);
    if (!file) return failure(std::move(file.error()));
    std::string text;
    while (true) {
        auto const block = file->next();
        if (!block) return failure(block.error());
        if (block->empty()) return plain_lines(std::move(text));
        text += *block;
    }
}

}  // namespace clustersim
