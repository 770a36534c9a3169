// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/page_policy.hpp"

#include <fmt/format.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace clustersim {
namespace {

std::string sha256_base64(std::string_view text) {
    sha256_ctx context{};
    sha256_init(&context);
    // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): nettle takes bytes
    sha256_update(&context, text.size(), reinterpret_cast<std::uint8_t const*>(text.data()));
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_digest(&context, digest.size(), digest.data());
    std::string out(BASE64_ENCODE_RAW_LENGTH(SHA256_DIGEST_SIZE), '\0');
    base64_encode_raw(out.data(), digest.size(), digest.data());
    // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
    return out;
}

/// The hashes of the scripts inside a page. A name such as <scripted> is no script.
std::string script_hashes(std::string_view html) {
    constexpr std::string_view begin = "<script";
    std::string hashes;
    for (std::size_t at = html.find(begin); at != std::string_view::npos;
         at = html.find(begin, at + 1)) {
        char const after = at + begin.size() < html.size() ? html[at + begin.size()] : '\0';
        std::size_t const open = html.find('>', at);
        std::size_t const end = html.find("</script", open);
        if ((after != '>' && after != ' ' && after != '\n') || end == std::string_view::npos)
            continue;
        hashes += fmt::format(" 'sha256-{}'", sha256_base64(html.substr(open + 1, end - open - 1)));
        at = end;
    }
    return hashes;
}

constexpr std::string_view common =
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace

HttpHeaders usual_headers() {
    return {{"X-Content-Type-Options", "nosniff"},
            {"Referrer-Policy", "no-referrer"},
            {"Cache-Control", "no-store"},
            {"Cross-Origin-Opener-Policy", "same-origin"},
            {"Cross-Origin-Resource-Policy", "same-origin"},
            {"X-Frame-Options", "DENY"}};
}

std::string page_policy(std::string_view html) {
    std::string hashes = script_hashes(html);
    if (hashes.empty()) hashes = " 'none'";
    return fmt::format("default-src 'none'; script-src{}; {}", hashes, common);
}

std::string static_policy(std::string_view html) {
    return fmt::format(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{}; worker-src 'self'; {}",
        script_hashes(html),
        common);
}

}  // namespace clustersim
