// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serve/access.hpp"
#include "sim/serve/http_site.hpp"
#include "sim/serve/static_folder.hpp"

#include <map>
#include <memory>
#include <string>
#include <variant>

namespace clustersim {

/// Serves the files of a static edition, and answers no questions. There is no secret in them, so no token is needed; other
/// sites are kept out all the same.
class StaticSite final : public HttpSite {
  public:
    StaticSite(Access access, std::map<std::string, StaticFile> files);

    std::variant<HttpReply, std::unique_ptr<HttpBody>> begin(HttpRequest const& request) override;
    HttpReply refusal(int status) override;

  private:
    Access access_;
    std::map<std::string, StaticFile> files_;
};

}  // namespace clustersim
