// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/site.hpp"

#include <string>
#include <string_view>

namespace clustersim::slurm {

/// SHA-256 (FIPS 180-4) of a text, in hexadecimal.
std::string sha256_hex(std::string_view text);

/// Replaces names of users and accounts by anonymous ones: the first letter of the kind and 12
/// hexadecimal digits of SHA-256(key, kind, name). The same key gives the same names everywhere.
/// Names can only be guessed by trying keys, so the key should be kept secret.
class NameHash {
  public:
    explicit NameHash(std::string key) : key_(std::move(key)) {}
    /// Empty names and root are not changed.
    [[nodiscard]] std::string user(std::string_view name) const { return hashed('u', name); }
    [[nodiscard]] std::string account(std::string_view name) const { return hashed('a', name); }

  private:
    [[nodiscard]] std::string hashed(char kind, std::string_view name) const;
    std::string key_;
};

/// Hashes every name of a user, account or group in a site.
void hash_names(Site& site, NameHash const& hash);

}  // namespace clustersim::slurm
