// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/http_server.hpp"

#include "sim/serve/http/body_length.hpp"
#include "sim/serve/http/connection.hpp"
#include "sim/serve/http/connection_threads.hpp"

#include <httplib.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <variant>

namespace clustersim {
namespace {

using httplib::Request;
using httplib::Response;

/// A reply of a few bytes to a connection for which there is no thread.
constexpr std::string_view full_reply = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: "
                                        "5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

class Server final : public httplib::Server, public HttpServer {
  public:
    Server(int socket, HttpSite& site, HttpLimits const& limits);
    void run() override { listen_after_bind(); }
    void stop() override;

  private:
    using Clock = std::chrono::steady_clock;

    bool process_and_close_socket(int socket) override;
    void serve(Connection& connection);
    template <class Prepare>
    bool answer(Connection& connection, bool last, bool& closed, Prepare const& prepare);
    HandlerResponse begin(Request const& request, Response& response);
    void take_body(Request const& request, Response& response, httplib::ContentReader const& read);
    void refuse(std::function<void()> const& task);
    Room make_room();
    void cut_all();
    Connection& current();

    HttpSite* site_;
    HttpLimits limits_;
    std::atomic<std::size_t> made_ = 0;
    std::atomic<bool> stopping_ = false;
    std::atomic<std::thread::id> refusing_;
    std::mutex mutex_;
    /// Those of the threads that serve one, in the order of their numbers.
    std::map<std::size_t, Connection*> open_;
    std::map<std::thread::id, Connection*> by_thread_;
    std::map<std::thread::id, std::unique_ptr<HttpBody>> bodies_;
    std::map<std::thread::id, HttpRequest> heads_;
};

void give(HttpReply reply, Response& response) {
    response.status = reply.status;
    for (auto const& [name, value] : reply.headers) response.set_header(name, value);
    if (!reply.stream) {
        response.set_content(reply.body, reply.type);
        return;
    }
    response.set_chunked_content_provider(
        reply.type, [stream = std::move(reply.stream)](std::size_t, httplib::DataSink& sink) {
            stream([&](std::string_view part) { return sink.write(part.data(), part.size()); });
            sink.done();
            return true;
        });
}

HttpRequest head_of(Request const& request, Connection& connection) {
    HttpRequest head;
    head.method = request.method;
    head.path = request.path;
    head.token = request.get_param_value("token");
    // A request with two of them is made to be understood in two ways.
    if (request.get_header_value_count("Host") == 1) head.host = request.get_header_value("Host");
    head.origin = request.get_header_value("Origin");
    if (request.get_header_value_count("Origin") > 1) head.origin = "several";
    if (request.get_header_value_count("Authorization") == 1)
        head.authorization = request.get_header_value("Authorization");
    head.asker = request.get_header_value("X-Clustersim-Asker");
    head.accept = request.get_header_value("Accept");
    head.local_address = request.local_addr;
    head.connection = connection.number();
    head.is_there = [&connection] { return connection.is_there(); };
    return head;
}

Server::Server(int socket, HttpSite& site, HttpLimits const& limits)
    : site_(&site), limits_(limits) {
    svr_sock_ = socket;
    new_task_queue = [this] {
        return new ConnectionThreads(  // NOLINT(cppcoreguidelines-owning-memory): the library deletes it
            limits_.connections,
            [this] { return make_room(); },
            [this](std::function<void()> const& task) { refuse(task); },
            [this] { cut_all(); });
    };
    set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(limits.idle).count());
    set_keep_alive_max_count(limits.requests_a_connection);
    set_payload_max_length(limits.body_bytes);
    set_pre_routing_handler(
        [this](Request const& request, Response& response) { return begin(request, response); });
    Post(".*",
         [this](Request const& request, Response& response, httplib::ContentReader const& read) {
             take_body(request, response, read);
         });
    set_error_handler(HandlerWithResponse([this](Request const&, Response& response) {
        if (!response.body.empty()) return HandlerResponse::Unhandled;
        give(site_->refusal(response.status), response);
        return HandlerResponse::Handled;
    }));
    set_exception_handler([this](Request const&, Response& response, std::exception_ptr const&) {
        current().leave_unread();
        give(site_->refusal(500), response);
    });
}

void Server::stop() {
    stopping_ = true;
    // The library's stop does nothing before it listens.
    for (int tries = 0; tries < 1000 && !is_running(); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    httplib::Server::stop();
}

Connection& Server::current() {
    std::scoped_lock const lock(mutex_);
    return *by_thread_.at(std::this_thread::get_id());
}

void Server::refuse(std::function<void()> const& task) {
    refusing_ = std::this_thread::get_id();
    task();
    refusing_ = std::thread::id();
}

Room Server::make_room() {
    std::scoped_lock const lock(mutex_);
    auto const unknown =
        std::ranges::find_if(open_, [](auto const& one) { return !one.second->is_known(); });
    // Those that are not open are just beginning, or closing.
    if (unknown == open_.end()) return open_.size() < limits_.connections ? Room::soon : Room::none;
    unknown->second->cut();
    open_.erase(unknown);
    return Room::made;
}

void Server::cut_all() {
    stopping_ = true;
    std::scoped_lock const lock(mutex_);
    for (auto const& [thread, connection] : by_thread_) connection->cut();
}

bool Server::process_and_close_socket(int socket) {
    if (refusing_.load() == std::this_thread::get_id()) {
        static_cast<void>(
            send(socket, full_reply.data(), full_reply.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
        close(socket);
        return true;
    }
    int const yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    Connection connection(socket, ++made_, limits_);
    auto const thread = std::this_thread::get_id();
    {
        std::scoped_lock const lock(mutex_);
        open_.emplace(connection.number(), &connection);
        by_thread_.emplace(thread, &connection);
    }
    serve(connection);
    if (!stopping_) connection.close_gently();
    {
        std::scoped_lock const lock(mutex_);
        open_.erase(connection.number());
        by_thread_.erase(thread);
        bodies_.erase(thread);
        heads_.erase(thread);
    }
    close(socket);
    return true;
}

/// Release 0.11 of the library asks the connection for its addresses, later ones are given them.
template <class Prepare>
bool Server::answer(Connection& connection, bool last, bool& closed, Prepare const& prepare) {
    if constexpr (requires { process_request(connection, last, closed, prepare); }) {
        return process_request(connection, last, closed, prepare);
    } else {
        std::string remote;
        std::string local;
        int remote_port = 0;
        int local_port = 0;
        connection.get_remote_ip_and_port(remote, remote_port);
        connection.get_local_ip_and_port(local, local_port);
        return process_request(
            connection, remote, remote_port, local, local_port, last, closed, prepare);
    }
}

void Server::serve(Connection& connection) {
    for (std::size_t asked = 0; asked < limits_.requests_a_connection && !stopping_; ++asked) {
        // A client that only connects is as one that is slow.
        auto const head = connection.read_head(asked == 0 ? limits_.head_time : limits_.idle);
        if (head == Connection::Head::none) return;
        if (head != Connection::Head::whole) {
            HttpReply const reply = site_->refusal(head == Connection::Head::late    ? 408
                                                   : head == Connection::Head::wrong ? 400
                                                                                     : 431);
            std::string text = "HTTP/1.1 " + std::to_string(reply.status) +
                               " Refused\r\nConnection: close\r\nContent-Type: " + reply.type +
                               "\r\nContent-Length: " + std::to_string(reply.body.size()) + "\r\n";
            for (auto const& [name, value] : reply.headers) text += name + ": " + value + "\r\n";
            connection.write(text + "\r\n" + reply.body);
            return;
        }
        bool closed = false;
        bool const last = asked + 1 == limits_.requests_a_connection;
        bool const went_well = answer(connection, last, closed, [](Request&) {});
        if (!went_well || closed || connection.has_unread()) return;
    }
}

httplib::Server::HandlerResponse Server::begin(Request const& request, Response& response) {
    Connection& connection = current();
    HttpRequest head = head_of(request, connection);
    BodyLength const length = body_length(request);
    bool const has_body = length.in_chunks || length.wrong || length.bytes.value_or(0) > 0;
    auto next = site_->begin(head);
    auto const end = [&](HttpReply reply) {
        if (has_body) {
            connection.leave_unread();
            response.set_header("Connection", "close");
        }
        give(std::move(reply), response);
        return HandlerResponse::Handled;
    };
    if (auto* const reply = std::get_if<HttpReply>(&next)) return end(std::move(*reply));
    connection.set_known();
    if (length.wrong) return end(site_->refusal(400));
    if (!length.in_chunks && !length.bytes) return end(site_->refusal(411));
    if (length.bytes.value_or(0) > limits_.body_bytes) return end(site_->refusal(413));
    if (request.has_header("Content-Encoding") || request.is_multipart_form_data())
        return end(site_->refusal(415));
    std::scoped_lock const lock(mutex_);
    auto const thread = std::this_thread::get_id();
    bodies_[thread] = std::move(std::get<std::unique_ptr<HttpBody>>(next));
    heads_[thread] = std::move(head);
    return HandlerResponse::Unhandled;
}

void Server::take_body(Request const& /*request*/,
                       Response& response,
                       httplib::ContentReader const& read) {
    Connection& connection = current();
    std::unique_ptr<HttpBody> body;
    HttpRequest head;
    {
        std::scoped_lock const lock(mutex_);
        auto const thread = std::this_thread::get_id();
        body = std::move(bodies_[thread]);
        head = std::move(heads_[thread]);
    }
    connection.expect_body();
    std::size_t size = 0;
    int refused = 0;
    bool const whole = read([&](char const* data, std::size_t count) {
        size += count;
        refused = size > limits_.body_bytes ? 413 : body->take({data, count});
        return refused == 0;
    });
    if (refused != 0 || !whole) {
        connection.leave_unread();
        response.set_header("Connection", "close");
        // Nothing came any more, or sizes of chunks that are none.
        give(site_->refusal(refused != 0 ? refused : connection.ran_dry() ? 408 : 400), response);
        return;
    }
    give(body->answer(head), response);
}

}  // namespace
}  // namespace clustersim

extern "C" __attribute__((visibility("default"))) clustersim::HttpServer* clustersim_http_server(
    int socket, clustersim::HttpSite& site, clustersim::HttpLimits const& limits) {
    return new clustersim::Server(socket, site, limits);  // NOLINT(cppcoreguidelines-owning-memory)
}
