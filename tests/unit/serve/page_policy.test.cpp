// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/page_policy.hpp"

#include "sim/serve/served_page.hpp"
#include "sim/serve/static_folder.hpp"
#include "tests/support/catch.hpp"

#include <string>

using namespace clustersim;

namespace {

TEST_CASE("a page runs its own scripts and no others", "[serve][unit]") {
    // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
    std::string const policy = page_policy("<p><script>alert(1)</script><scripted>x</scripted>");
    CHECK(policy.find("script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';") !=
          std::string::npos);
    CHECK(policy.find("default-src 'none'") == 0);
    CHECK(page_policy("<p>").find("script-src 'none'") != std::string::npos);
    // A script that is cut off is none.
    CHECK(page_policy("<script>alert(1)").find("script-src 'none'") != std::string::npos);
}

TEST_CASE("the doorway has a script, and the page is one", "[serve][unit]") {
    CHECK(page_policy(doorway_page()).find("'sha256-") != std::string::npos);
    CHECK(served_page().find("<title>") != std::string_view::npos);
}

TEST_CASE("files have the types by which browsers load them", "[serve][unit]") {
    CHECK(content_type("a/clustersim.wasm") == "application/wasm");
    CHECK(content_type("worker.js") == "text/javascript; charset=utf-8");
    CHECK(content_type("x") == "application/octet-stream");
}

}  // namespace
