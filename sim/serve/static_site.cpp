// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/static_site.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/serve/http_replies.hpp"
#include "sim/serve/http_status.hpp"
#include "sim/serve/page_policy.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace clustersim {

StaticSite::StaticSite(Access access, std::map<std::string, StaticFile> files)
    : access_(std::move(access)), files_(std::move(files)) {}

HttpReply StaticSite::refusal(int status) {
    return refusal_reply(status);
}

std::variant<HttpReply, std::unique_ptr<HttpBody>> StaticSite::begin(HttpRequest const& request) {
    if (!access_.is_host(request.host, request.local_address))
        return refusal_reply(http::forbidden);
    if (!request.origin.empty() && !access_.is_origin(request.origin, request.local_address))
        return refusal_reply(http::forbidden);
    if (request.method != "GET" && request.method != "HEAD") {
        HttpReply reply = refusal_reply(http::wrong_method);
        reply.headers.emplace_back("Allow", "GET, HEAD");
        return reply;
    }
    auto const file = files_.find(request.path);
    if (file == files_.end()) {
        std::vector<std::string> known;
        for (auto const& [name, one] : files_) known.push_back(name);
        return reply_of(only_problem(http::not_found,
                                     problem(Code::unknown_name,
                                             fmt::format("there is no {}", request.path),
                                             did_you_mean(request.path, known))));
    }
    HttpReply reply;
    reply.type = file->second.type;
    reply.body = file->second.bytes;
    reply.headers = usual_headers();
    reply.headers.emplace_back("Content-Security-Policy", file->second.policy);
    return reply;
}

}  // namespace clustersim
