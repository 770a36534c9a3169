// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/http_replies.hpp"

#include "sim/serve/http_status.hpp"
#include "sim/serve/page_policy.hpp"

#include <array>
#include <utility>

namespace clustersim {
namespace {

struct RefusalText {
    int status;
    Code code;
    char const* message;
    char const* help;
};

constexpr std::array<RefusalText, 14> refusal_texts{{
    {400, Code::bad_syntax, "this is no request of HTTP that the server understands", ""},
    {401,
     Code::wrong_usage,
     "the request has no token, or a wrong one",
     "send the header `Authorization: Bearer TOKEN`; the address that `clustersim serve` printed "
     "has the token"},
    {403,
     Code::wrong_usage,
     "the request comes from another site, or by another name of this machine",
     "use the address that `clustersim serve` printed; --listen takes another name"},
    {405, Code::wrong_usage, "the address does not take this method", ""},
    {408, Code::over_limit, "the request took too long to arrive", "send it faster"},
    {411, Code::wrong_usage, "the length of the body is missing", "send Content-Length, or chunks"},
    {413,
     Code::over_limit,
     "the body has more than 32 MiB",
     "leave out what the question does not need"},
    {414, Code::over_limit, "the address is too long", "send the question in the body"},
    {415,
     Code::wrong_usage,
     "a body is JSON, neither compressed nor in several parts",
     "send it with Content-Type: application/json"},
    {416, Code::wrong_usage, "the server gives no parts of an answer", ""},
    {417, Code::wrong_usage, "the server cannot do what the request expects", ""},
    {431, Code::over_limit, "the head of the request has more than 16 KiB", ""},
    {500, Code::out_of_memory, "the server failed at this request", "ask again"},
    {503, Code::over_limit, "the server holds too many requests now", "ask again in a few seconds"},
}};

}  // namespace

HttpReply reply_of(ServedAnswer const& answer) {
    HttpReply reply;
    reply.status = status_of(answer);
    reply.body = envelope_of(answer) + "\n";
    reply.headers = usual_headers();
    if (reply.status == http::too_many || reply.status == http::unavailable)
        reply.headers.emplace_back("Retry-After", "5");
    return reply;
}

HttpReply json_reply(std::string text) {
    HttpReply reply;
    reply.body = std::move(text);
    reply.headers = usual_headers();
    return reply;
}

HttpReply page_reply(int status, std::string_view html) {
    HttpReply reply;
    reply.status = status;
    reply.type = "text/html; charset=utf-8";
    reply.body = html;
    reply.headers = usual_headers();
    reply.headers.emplace_back("Content-Security-Policy", page_policy(html));
    return reply;
}

HttpReply refusal_reply(int status) {
    for (RefusalText const& one : refusal_texts)
        if (one.status == status)
            return reply_of(only_problem(status, problem(one.code, one.message, one.help)));
    return reply_of(
        only_problem(status, problem(Code::wrong_usage, "the server refuses the request")));
}

}  // namespace clustersim
