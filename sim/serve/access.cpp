// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/access.hpp"

#include "sim/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sys/random.h>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

constexpr std::size_t token_bytes = 32;
constexpr int http_port = 80;

using Token = std::array<std::uint8_t, token_bytes>;

bool fill_at_random(Token& bytes) {
    if (getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size())) return true;
    // Linux has this call since 3.17, and has always had the device.
    if (errno != ENOSYS) return false;
    std::array<char, token_bytes> read{};
    std::ifstream device("/dev/urandom", std::ios::binary);
    device.read(read.data(), read.size());
    std::ranges::transform(
        read, bytes.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
    return device.gcount() == static_cast<std::streamsize>(read.size());
}

}  // namespace

std::string random_token() {
    Token bytes{};
    if (!fill_at_random(bytes))
        throw std::system_error(errno, std::generic_category(), "random numbers");
    return fmt::format("{:02x}", fmt::join(bytes, ""));
}

bool is_secret(std::string_view given, std::string_view secret) {
    unsigned differences = given.size() == secret.size() ? 0U : 1U;
    // As many steps as what was given has characters: the secret's length is known anyway.
    for (std::size_t i = 0; i < given.size(); ++i) {
        auto const other = secret.empty() ? '\0' : secret[i % secret.size()];
        differences |= static_cast<unsigned>(static_cast<unsigned char>(given[i]) ^
                                             static_cast<unsigned char>(other));
    }
    return differences == 0 && !secret.empty();
}

std::string url_host(std::string_view address) {
    bool const is_v6 = address.find(':') != std::string_view::npos && !address.starts_with('[');
    return is_v6 ? fmt::format("[{}]", address) : std::string(address);
}

Access::Access(std::string token, std::vector<std::string> names, int port)
    : token_(std::move(token)), names_(std::move(names)), port_(port) {}

bool Access::is_host(std::string_view host, std::string_view local_address) const {
    std::string const here = url_host(local_address);
    auto const is = [&](std::string_view name) {
        return !name.empty() && (same_word(host, fmt::format("{}:{}", name, port_)) ||
                                 (port_ == http_port && same_word(host, name)));
    };
    return is(here) || std::ranges::any_of(names_, is);
}

bool Access::is_origin(std::string_view origin, std::string_view local_address) const {
    constexpr std::string_view scheme = "http://";
    return origin.starts_with(scheme) && is_host(origin.substr(scheme.size()), local_address);
}

bool Access::is_authorized(std::string_view authorization) const {
    constexpr std::string_view bearer = "bearer ";
    return authorization.size() > bearer.size() &&
           same_word(authorization.substr(0, bearer.size()), bearer) &&
           is_token(authorization.substr(bearer.size()));
}

}  // namespace clustersim
