// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serve/access.hpp"
#include "sim/serve/held_bytes.hpp"
#include "sim/serve/http_site.hpp"
#include "sim/serve/served_commands.hpp"
#include "sim/serve/workers.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// The page and the interface of `clustersim serve`: who may ask, what is asked, and how it is answered.
class QuestionSite final : public HttpSite {
  public:
    QuestionSite(Access access, ServedCommands commands, Workers& workers);

    std::variant<HttpReply, std::unique_ptr<HttpBody>> begin(HttpRequest const& request) override;
    HttpReply refusal(int status) override;

  private:
    [[nodiscard]] HttpReply doorway(HttpRequest const& request) const;
    [[nodiscard]] HttpReply unknown(std::string_view path) const;
    [[nodiscard]] HttpReply look_up(std::string_view path) const;

    Access access_;
    ServedCommands commands_;
    Workers* workers_;
    HeldBytes held_;
    std::string schemas_;
    std::string openapi_;
};

}  // namespace clustersim
