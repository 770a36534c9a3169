// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serve/http_server.hpp"

#include <httplib.h>

#include <chrono>
#include <cstddef>
#include <string>

namespace clustersim {

/// The stream of one connection. cpp-httplib bounds the time between two bytes but not that of a whole request, and the
/// length of a line but not their number; this stream reads the whole head itself, within a time and a size, and bounds
/// the body likewise.
class Connection final : public httplib::Stream {
  public:
    Connection(int socket, std::size_t number, HttpLimits const& limits);
    ~Connection() override = default;

    enum class Head { whole, none, late, too_large, wrong };
    /// Reads the head of the next request. Without the lines of which the server makes no use and the library too much:
    /// ranges (which multiply an answer), compression (which is slower than this machine's network).
    Head read_head(std::chrono::milliseconds until_first_byte);
    /// Allows the rest of the request to be read.
    void expect_body();
    /// Bytes of the request were left unread, so that no other request can follow.
    void leave_unread() { unread_ = true; }
    [[nodiscard]] bool has_unread() const { return unread_; }
    /// Whether a body stopped before its end.
    [[nodiscard]] bool ran_dry() const { return dry_; }
    /// Ends the connection after the client had a moment to read the last reply.
    void close_gently() const;
    /// Wakes whoever reads or writes; may be called from another thread.
    void cut() const;

    [[nodiscard]] bool is_there() const;
    [[nodiscard]] std::size_t number() const { return number_; }
    /// Whether a head of the connection had the token.
    [[nodiscard]] bool is_known() const { return known_; }
    void set_known() { known_ = true; }

    [[nodiscard]] bool is_readable() const override { return true; }
    [[nodiscard]] bool is_writable() const override { return is_there(); }
    ssize_t read(char* ptr, size_t size) override;
    ssize_t write(char const* ptr, size_t size) override;
    using httplib::Stream::write;
    void get_remote_ip_and_port(std::string& ip, int& port) const override;
    void get_local_ip_and_port(std::string& ip, int& port) const override;
    [[nodiscard]] socket_t socket() const override { return socket_; }

  private:
    using Clock = std::chrono::steady_clock;

    /// Waits until the socket can be read or written; false at the deadline.
    [[nodiscard]] bool wait(short events, Clock::time_point deadline) const;
    /// Receives more into `raw_`; false at the deadline or the end of the stream.
    bool receive(Clock::time_point deadline);
    void take_head(std::size_t size);

    int socket_;
    std::size_t number_;
    HttpLimits const* limits_;
    std::string raw_;            ///< received
    std::size_t raw_given_ = 0;  ///< of it, to the reader of a body
    std::string head_;           ///< of the present request, as the library gets it
    std::size_t head_given_ = 0;
    Clock::time_point deadline_;
    std::size_t body_left_ = 0;  ///< bytes that the rest of the request may have
    bool wants_continue_ = false;
    bool unread_ = false;
    bool dry_ = false;
    bool known_ = false;
};

}  // namespace clustersim
