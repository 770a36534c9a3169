// SPDX-License-Identifier: Apache-2.0
#include "sim/core/input_file.hpp"

#include "sim/core/claimed_outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace clustersim {
namespace {

std::string reason(int error) {
    switch (error) {
        case ENOENT:
        case ENOTDIR: return "it does not exist";
        case EACCES:
        case EPERM: return "permission denied";
        case EISDIR: return "it is a directory";
        case ELOOP: return "its links lead in a circle";
        case ENAMETOOLONG: return "its name is too long";
        default: return std::strerror(error);
    }
}

}  // namespace

Diagnostic cannot_read(std::string const& name, std::string_view why) {
    Diagnostic d = problem(Code::cannot_read, fmt::format("cannot read the file: {}", why));
    d.where.file = name;
    return d;
}

InputFile::InputFile(int descriptor, std::string name, std::shared_ptr<std::string const> bytes)
    : descriptor_(descriptor), name_(std::move(name)), bytes_(std::move(bytes)) {}

InputFile::~InputFile() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      name_(std::move(other.name_)),
      bytes_(std::move(other.bytes_)),
      at_(other.at_) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(name_, other.name_);
    std::swap(bytes_, other.bytes_);
    std::swap(at_, other.at_);
    return *this;
}

Result<InputFile> InputFile::open(GivenFile const& given) {
    if (given.bytes != nullptr) return InputFile(-1, given.name(), given.bytes);
    std::filesystem::path const& path = given.path;
    if (path == "-") return InputFile(STDIN_FILENO, "<stdin>");
    if (auto written = also_written(path)) return failure(std::move(*written));
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so
    int const descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return failure(cannot_read(path.string(), reason(errno)));
    InputFile file(descriptor, path.string());
    struct stat status {};
    if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode))
        return failure(cannot_read(file.name_, reason(EISDIR)));
    return file;
}

Result<std::size_t> InputFile::read(std::span<char> room) {
    if (bytes_ != nullptr) {
        std::size_t const got = bytes_->copy(room.data(), room.size(), at_);
        at_ += got;
        return got;
    }
    while (true) {
        ssize_t const got = ::read(descriptor_, room.data(), room.size());
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) return failure(cannot_read(name_, reason(errno)));
    }
}

std::string plain_lines(std::string text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
    if (text.find('\r') == std::string::npos) return text;
    auto out = text.begin();
    for (auto at = text.begin(); at != text.end(); ++at) {
        if (*at == '\r' && at + 1 != text.end() && at[1] == '\n') continue;
        *out++ = *at == '\r' ? '\n' : *at;
    }
    text.erase(out, text.end());
    return text;
}

Result<std::string> read_text(GivenFile const& given, std::size_t most) {
    constexpr std::size_t block = std::size_t{64} << 10;
    auto file = InputFile::open(given);
    if (!file) return failure(std::move(file.error()));
    std::string text;
    while (true) {
        std::size_t const before = text.size();
        // One byte more than is allowed shows that the input goes on.
        text.resize(std::min(std::max(before * 2, block), most + 1));
        auto const got = file->read(std::span(text).subspan(before));
        if (!got) return failure(got.error());
        text.resize(before + *got);
        if (*got == 0) return plain_lines(std::move(text));
        if (text.size() > most) {
            return failure(cannot_read(
                file->name(),
                fmt::format("it is larger than {} MiB, which no such file is", most >> 20)));
        }
    }
}

}  // namespace clustersim
