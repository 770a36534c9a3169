// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serve/http_site.hpp"
#include "sim/serve/served_answer.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// An answer as a reply.
HttpReply reply_of(ServedAnswer const& answer);
/// A text in JSON.
HttpReply json_reply(std::string text);
/// A page that runs no scripts but its own.
HttpReply page_reply(int status, std::string_view html);
/// The reply with a status that the server itself gives, in the form of an answer.
HttpReply refusal_reply(int status);

}  // namespace clustersim
