// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/http/connection.hpp"

#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>

namespace clustersim {
namespace {

constexpr std::size_t block = 16384;

/// Of the address of one side of a connection.
void name_of(int socket, decltype(&getpeername) side, std::string& ip, int& port) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> service{};
    // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): the interface of sockets
    if (side(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return;
    if (getnameinfo(reinterpret_cast<sockaddr*>(&address),
                    size,
                    host.data(),
                    host.size(),
                    service.data(),
                    service.size(),
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        return;
    // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
    ip = host.data();
    port = std::atoi(service.data());
}

bool is_header(std::string_view line, std::string_view name) {
    return line.size() > name.size() && line[name.size()] == ':' &&
           strncasecmp(line.data(), name.data(), name.size()) == 0;
}

/// Whether the lines are a request and its headers. What other programs on the way could read in another way is none: a
/// line that goes on with the one before, a name with spaces, a control character.
bool is_head(std::string_view head) {
    auto const is_control = [](char c) { return (c >= 0 && c < ' ' && c != '\t') || c == '\x7f'; };
    for (bool first = true; !head.empty(); first = false) {
        std::size_t const end = head.find('\n');
        std::string_view line = head.substr(0, end);
        head.remove_prefix(end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (std::ranges::any_of(line, is_control)) return false;
        if (first || (line.empty() && head.empty())) continue;
        std::size_t const colon = line.find(':');
        if (colon == 0 || colon == std::string_view::npos) return false;
        if (line.substr(0, colon).find_first_of(" \t") != std::string_view::npos) return false;
    }
    return true;
}

}  // namespace

Connection::Connection(int socket, std::size_t number, HttpLimits const& limits)
    : socket_(socket), number_(number), limits_(&limits) {}

bool Connection::wait(short events, Clock::time_point deadline) const {
    while (true) {
        // Rounded up: a wait that ends before its deadline looks like a connection that has closed.
        auto const left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) return false;
        pollfd one{socket_, events, 0};
        int const ready = poll(&one, 1, static_cast<int>(left.count()));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
}

bool Connection::receive(Clock::time_point deadline) {
    if (!wait(POLLIN, deadline)) return false;
    std::array<char, block> part;  // NOLINT(cppcoreguidelines-pro-type-member-init): written next
    ssize_t const got = recv(socket_, part.data(), part.size(), MSG_DONTWAIT);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    raw_.append(part.data(), static_cast<std::size_t>(got));
    return got > 0;
}

Connection::Head Connection::read_head(std::chrono::milliseconds until_first_byte) {
    auto const first = Clock::now() + until_first_byte;
    raw_.erase(0, raw_given_);
    raw_given_ = 0;
    while (raw_.empty())
        if (!receive(first)) return Head::none;
    auto const last = Clock::now() + limits_->head_time;
    for (std::size_t searched = 0;;) {
        std::size_t const end = raw_.find("\n\r\n", searched);
        if (end != std::string::npos && end + 3 <= limits_->head_bytes) {
            if (!is_head(std::string_view(raw_).substr(0, end + 3))) return Head::wrong;
            take_head(end + 3);
            return Head::whole;
        }
        if (raw_.size() >= limits_->head_bytes) return Head::too_large;
        searched = raw_.size() < 2 ? 0 : raw_.size() - 2;
        if (!receive(last)) return Clock::now() >= last ? Head::late : Head::none;
    }
}

void Connection::take_head(std::size_t size) {
    head_.clear();
    head_given_ = 0;
    body_left_ = 0;
    wants_continue_ = false;
    deadline_ = Clock::now() + limits_->body_time;
    for (std::size_t at = 0; at < size;) {
        std::size_t const next = raw_.find('\n', at) + 1;
        std::string_view const line = std::string_view(raw_).substr(at, next - at);
        if (is_header(line, "Expect"))
            wants_continue_ = true;
        else if (!is_header(line, "Range") && !is_header(line, "Accept-Encoding"))
            head_ += line;
        at = next;
    }
    raw_.erase(0, size);
}

void Connection::expect_body() {
    // A body in chunks has their sizes, too.
    body_left_ = 2 * limits_->body_bytes + block;
    deadline_ = Clock::now() + limits_->body_time;
    if (wants_continue_) write("HTTP/1.1 100 Continue\r\n\r\n");
    wants_continue_ = false;
}

ssize_t Connection::read(char* ptr, size_t size) {
    if (head_given_ < head_.size()) {
        std::size_t const part = std::min(size, head_.size() - head_given_);
        std::memcpy(ptr, head_.data() + head_given_, part);
        head_given_ += part;
        return static_cast<ssize_t>(part);
    }
    if (body_left_ == 0) return -1;
    while (raw_.size() == raw_given_) {
        raw_.clear();
        raw_given_ = 0;
        dry_ = !receive(deadline_);
        if (dry_) return -1;
    }
    std::size_t const part = std::min({size, raw_.size() - raw_given_, body_left_});
    std::memcpy(ptr, raw_.data() + raw_given_, part);
    raw_given_ += part;
    body_left_ -= part;
    return static_cast<ssize_t>(part);
}

ssize_t Connection::write(char const* ptr, size_t size) {
    auto const deadline = Clock::now() + limits_->write_time;
    std::size_t done = 0;
    while (done < size) {
        ssize_t const sent = send(socket_, ptr + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0)
            done += static_cast<std::size_t>(sent);
        else if (errno != EINTR && errno != EAGAIN)
            return -1;
        else if (!wait(POLLOUT, deadline))
            return -1;
    }
    return static_cast<ssize_t>(size);
}

bool Connection::is_there() const {
    pollfd one{socket_, POLLRDHUP, 0};
    return poll(&one, 1, 0) == 0;
}

void Connection::cut() const {
    shutdown(socket_, SHUT_RDWR);
}

void Connection::close_gently() const {
    // Closed with unread bytes, the client would get a reset in place of the reply.
    shutdown(socket_, SHUT_WR);
    auto const deadline = Clock::now() + std::chrono::seconds(1);
    std::array<char, block> part;  // NOLINT(cppcoreguidelines-pro-type-member-init): thrown away
    constexpr int most = 256;
    for (int parts = 0; parts < most && wait(POLLIN, deadline); ++parts)
        if (recv(socket_, part.data(), part.size(), MSG_DONTWAIT) <= 0) return;
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
    name_of(socket_, &getpeername, ip, port);
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
    name_of(socket_, &getsockname, ip, port);
}

}  // namespace clustersim
