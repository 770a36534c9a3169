// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/name_hash.hpp"

#include <fmt/format.h>
#include <nettle/sha2.h>

#include <array>
#include <cstdint>

namespace clustersim::slurm {

std::string sha256_hex(std::string_view text) {
    sha256_ctx context{};
    sha256_init(&context);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): nettle takes bytes
    sha256_update(&context, text.size(), reinterpret_cast<std::uint8_t const*>(text.data()));
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_digest(&context, digest.size(), digest.data());
    return fmt::format("{:02x}", fmt::join(digest, ""));
}

std::string NameHash::hashed(char kind, std::string_view name) const {
    if (name.empty() || name == "root") return std::string(name);
    std::string const digest = sha256_hex(fmt::format("{}\n{}\n{}", key_, kind, name));
    return kind + digest.substr(0, 12);
}

void hash_names(Site& site, NameHash const& hash) {
    // A '-' before a name denies it and is kept.
    auto const each = [](std::vector<std::string>& names, auto make) {
        for (std::string& name : names) {
            bool const denies = name.starts_with('-');
            name = (denies ? "-" : "") + make(std::string_view(name).substr(denies ? 1 : 0));
        }
    };
    auto const user = [&](std::string_view name) { return hash.user(name); };
    auto const account = [&](std::string_view name) { return hash.account(name); };
    for (Association& one : site.associations) {
        one.account = hash.account(one.account);
        one.user = hash.user(one.user);
    }
    for (Partition& one : site.partitions) {
        each(one.allow_accounts, account);
        each(one.deny_accounts, account);
        each(one.allow_groups, user);
    }
    for (Reservation& one : site.reservations) {
        each(one.users, user);
        each(one.accounts, account);
    }
    for (SiteUser& one : site.users) {
        one.name = hash.user(one.name);
        each(one.groups, user);
    }
}

}  // namespace clustersim::slurm
