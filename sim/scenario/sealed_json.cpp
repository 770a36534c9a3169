// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/sealed_json.hpp"

#include "sim/core/ensure.hpp"
#include "sim/scenario/resolved_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

constexpr std::string_view end_of_mapping = "\n}\n";
constexpr std::string_view seal_begin = ",\n  \"hash\": \"";
constexpr std::string_view seal_end = "\"\n}\n";
constexpr std::size_t hash_length = 16;

}  // namespace

std::string sealed_json(std::string json) {
    CS_ENSURE(json.ends_with(end_of_mapping), "a document of several keys is sealed");
    std::string const hash = content_hash({json});
    json.resize(json.size() - end_of_mapping.size());
    return fmt::format("{}{}{}{}", json, seal_begin, hash, seal_end);
}

Result<void> check_seal(std::string_view sealed, std::string const& file) {
    Diagnostic d = problem(Code::cannot_read, "", "run its scenario again with this version");
    d.where.file = file;
    std::size_t const length = seal_begin.size() + hash_length + seal_end.size();
    std::size_t const at = sealed.size() - std::min(sealed.size(), length);
    std::string_view const seal = sealed.substr(at);
    if (!seal.starts_with(seal_begin) || !seal.ends_with(seal_end) || seal.size() != length) {
        d.message =
            "this file has no hash of itself at its end: it was changed or cut, or an earlier "
            "version of the program wrote it";
        return failure(std::move(d));
    }
    std::string const json = std::string(sealed.substr(0, at)) + std::string(end_of_mapping);
    if (content_hash({json}) == seal.substr(seal_begin.size(), hash_length)) return {};
    d.message = "this file has been changed or cut since the result was written";
    return failure(std::move(d));
}

}  // namespace clustersim
