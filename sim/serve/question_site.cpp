// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/question_site.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/core/version.hpp"
#include "sim/serve/asked_body.hpp"
#include "sim/serve/http_replies.hpp"
#include "sim/serve/http_status.hpp"
#include "sim/serve/page_policy.hpp"
#include "sim/serve/served_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

constexpr std::string_view api = "/api/v1/";
constexpr std::size_t most_held = std::size_t{128} << 20;
constexpr std::size_t longest_asker = 100;

bool wants_events(HttpRequest const& request) {
    return request.accept.find("text/event-stream") != std::string::npos;
}

/// An asker that waits for the whole answer.
class PatientAsker : public QuestionHearer {
  public:
    explicit PatientAsker(HttpRequest const& request) : request_(&request) {}
    [[nodiscard]] bool is_there() const override { return request_->is_there(); }

  private:
    HttpRequest const* request_;
};

/// An asker that hears how the answer grows.
class EventAsker : public QuestionHearer {
  public:
    EventAsker(HttpRequest const& request, HttpWrite const& write)
        : request_(&request), write_(&write) {}

    [[nodiscard]] bool is_there() const override { return !gone_ && request_->is_there(); }
    void queued(std::size_t before) override {
        tell(sse_event("queued", fmt::format(R"({{"before":{}}})", before)));
    }
    void hear(WorkerEvent const& event) override {
        tell(sse_event(event.name, event.answer ? envelope_of(*event.answer) : event.data));
    }
    void wait_on() override { tell(": still at it\n\n"); }
    void tell(std::string const& text) { gone_ = gone_ || !(*write_)(text); }

  private:
    HttpRequest const* request_;
    HttpWrite const* write_;
    bool gone_ = false;
};

/// The body of a question while it arrives.
class QuestionBody final : public HttpBody {
  public:
    QuestionBody(ServedCommand const& command, Workers& workers, HeldBytes& held)
        : command_(&command), workers_(&workers), held_(&held) {}
    ~QuestionBody() override { held_->give_back(text_size_); }

    int take(std::string_view bytes) override {
        if (!held_->take(bytes.size())) return http::unavailable;
        text_size_ += bytes.size();
        text_ += bytes;
        return 0;
    }

    HttpReply answer(HttpRequest const& request) override {
        auto const body = read_asked_body(std::move(text_));
        if (!body) return reply_of(only_problems(http::unprocessable, body.error()));
        if (body->has_command && body->command != command_->name)
            return reply_of(only_problem(
                http::bad_request,
                problem(Code::inconsistent,
                        fmt::format("the address asks `{}`, and the body another command",
                                    command_->name),
                        "leave out the key command")));
        ServedQuestion question{.text = body->text,
                                .command = command_->name,
                                .machine = body->machine,
                                .so_far = wants_events(request)};
        std::string asker = request.asker.substr(0, longest_asker);
        if (asker.empty()) asker = fmt::format("connection {}", request.connection);
        ServedAnswer refusal;
        auto const place = workers_->enter(asker, refusal);
        if (!place) return reply_of(refusal);
        if (!wants_events(request)) {
            PatientAsker patient(request);
            return reply_of(workers_->ask(*place, question, patient));
        }
        HttpReply reply = json_reply({});
        reply.type = "text/event-stream";
        reply.stream = [place, question = std::move(question), request, workers = workers_](
                           HttpWrite const& write) {
            EventAsker asker_of_events(request, write);
            ServedAnswer const answer = workers->ask(*place, question, asker_of_events);
            asker_of_events.tell(sse_event("answer", envelope_of(answer)));
        };
        return reply;
    }

  private:
    ServedCommand const* command_;
    Workers* workers_;
    HeldBytes* held_;
    std::string text_;
    std::size_t text_size_ = 0;
};

}  // namespace

QuestionSite::QuestionSite(Access access, ServedCommands commands, Workers& workers)
    : access_(std::move(access)),
      commands_(std::move(commands)),
      workers_(&workers),
      held_(most_held),
      schemas_(served_schemas(commands_)),
      openapi_(openapi_document(commands_)) {}

HttpReply QuestionSite::refusal(int status) {
    return refusal_reply(status);
}

HttpReply QuestionSite::doorway(HttpRequest const& request) const {
    if (request.method != "GET" && request.method != "HEAD")
        return refusal_reply(http::wrong_method);
    if (access_.is_token(request.token)) return page_reply(200, served_page());
    return page_reply(http::unauthorized, doorway_page());
}

HttpReply QuestionSite::unknown(std::string_view path) const {
    std::string_view const asked = path.starts_with(api) ? path.substr(api.size()) : path;
    std::string name(asked);
    std::ranges::replace(name, '/', ' ');
    std::string message = fmt::format("there is no {}", path);
    if (auto const left_out = commands_.left_out.find(name); left_out != commands_.left_out.end())
        message = fmt::format("the server does not answer `{}`: {}", name, left_out->second);
    std::vector<std::string> known{"schema", "openapi.json", "health"};
    for (auto const& [each, command] : commands_.by_name) known.push_back(path_of_command(each));
    return reply_of(only_problem(http::not_found,
                                 problem(Code::unknown_name, message, did_you_mean(asked, known))));
}

HttpReply QuestionSite::look_up(std::string_view path) const {
    constexpr std::string_view schema_of = "schema/";
    if (path == "schema") return json_reply(schemas_);
    if (path == "openapi.json") return json_reply(openapi_);
    if (path == "health") {
        auto const load = workers_->load();
        return json_reply(
            fmt::format(R"({{"status":"ok","version":"{}","waiting":{},"running":{},"workers":{}}})"
                        "\n",
                        program_version(),
                        load.waiting,
                        load.running,
                        load.workers));
    }
    std::string name(path.substr(schema_of.size()));
    std::ranges::replace(name, '/', ' ');
    auto const command = commands_.by_name.find(name);
    if (command == commands_.by_name.end()) return unknown(fmt::format("{}{}", api, name));
    return json_reply(command->second.schema + "\n");
}

std::variant<HttpReply, std::unique_ptr<HttpBody>> QuestionSite::begin(HttpRequest const& request) {
    if (!access_.is_host(request.host, request.local_address))
        return refusal_reply(http::forbidden);
    if (!request.origin.empty() && !access_.is_origin(request.origin, request.local_address))
        return refusal_reply(http::forbidden);
    if (request.path == "/") return doorway(request);
    if (!access_.is_authorized(request.authorization)) {
        HttpReply reply = refusal_reply(http::unauthorized);
        reply.headers.emplace_back("WWW-Authenticate", "Bearer");
        return reply;
    }
    auto const only = [&](char const* method) {
        HttpReply reply = refusal_reply(http::wrong_method);
        reply.headers.emplace_back("Allow", method);
        return reply;
    };
    std::string_view const path = request.path;
    if (!path.starts_with(api)) return unknown(path);
    std::string_view const asked = path.substr(api.size());
    bool const is_looked_up = asked == "schema" || asked == "openapi.json" || asked == "health" ||
                              asked.starts_with("schema/");
    if (is_looked_up && request.method != "GET" && request.method != "HEAD")
        return only("GET, HEAD");
    if (is_looked_up) return look_up(asked);
    std::string name(asked);
    std::ranges::replace(name, '/', ' ');
    auto const command = commands_.by_name.find(name);
    if (command == commands_.by_name.end()) return unknown(path);
    if (request.method != "POST") return only("POST");
    return std::make_unique<QuestionBody>(command->second, *workers_, held_);
}

}  // namespace clustersim
