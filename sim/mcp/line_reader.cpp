// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/line_reader.hpp"

#include <array>
#include <cerrno>
#include <unistd.h>
#include <utility>

namespace clustersim {

bool LineReader::fill() {
    std::array<char, 65536>
        bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    ssize_t count = 0;
    do {
        count = ::read(descriptor_, bytes.data(), bytes.size());
    } while (count < 0 && errno == EINTR);
    if (count <= 0) return false;
    buffer_.erase(0, begin_);
    begin_ = 0;
    buffer_.append(bytes.data(), static_cast<std::size_t>(count));
    return true;
}

std::optional<LineReader::Line> LineReader::next() {
    Line line;
    bool begun = false;
    while (begin_ < buffer_.size() || fill()) {
        begun = true;
        std::size_t const end = buffer_.find('\n', begin_);
        std::size_t const stop = end == std::string::npos ? buffer_.size() : end;
        if (!line.too_long) line.text.append(buffer_, begin_, stop - begin_);
        if (line.text.size() > limit_) line = {{}, true};
        begin_ = stop;
        if (end == std::string::npos) continue;
        ++begin_;
        return line;
    }
    if (!begun) return std::nullopt;
    return line;
}

}  // namespace clustersim
