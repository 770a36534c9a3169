// SPDX-License-Identifier: Apache-2.0
#include "sim/config/file_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

struct FileKind {
    std::string_view name;  ///< of the schema, between its slashes
    std::string_view what;
    std::string_view use;  ///< "{}" is the file
};
constexpr std::array kinds{
    FileKind{"scenario", "a scenario", "clustersim run {}"},
    FileKind{"project", "a project", "clustersim allocate {}"},
    FileKind{"system", "a machine", "clustersim systems show {}, or `system: {}` in a scenario"},
    FileKind{"site", "a Slurm site", "`system: {}` in a scenario, or clustersim diff {}"},
    FileKind{"application",
             "an application",
             "clustersim applications show {}, or `application: {}` in a job"},
    FileKind{"mix", "a mix of background jobs", "`background: {mix: {}}` in a scenario"},
    FileKind{"accelerator", "an accelerator", "its name in the `node_types` of a machine"},
    FileKind{"framework", "training software", "its name in an application"},
    FileKind{"link", "a class of links", "its name in the file of a machine"},
    FileKind{"communication", "a communication library", "its name in the file of a machine"},
    FileKind{
        "result", "an answer, not a question", "clustersim show with the folder of the result"}};

FileKind const* kind_of(std::string_view schema) {
    constexpr std::string_view prefix = "clustersim/";
    if (!schema.starts_with(prefix)) return nullptr;
    schema.remove_prefix(prefix.size());
    auto const found =
        std::ranges::find(kinds, schema.substr(0, schema.find('/')), &FileKind::name);
    return found == kinds.end() ? nullptr : &*found;
}

std::string with_file(std::string_view use, std::string_view file) {
    std::string out(use);
    for (std::size_t at = 0; (at = out.find("{}", at)) != std::string::npos; at += file.size())
        out.replace(at, 2, file);
    return out;
}

}  // namespace

std::optional<Diagnostic> other_kind(ConfigNode const& document, std::string_view schema) {
    ConfigNode const* own = document.find("schema");
    if (own == nullptr || own->kind != ConfigNode::Kind::scalar) return std::nullopt;
    FileKind const* is = kind_of(own->scalar);
    FileKind const* wanted = kind_of(schema);
    if (is == nullptr || wanted == nullptr || is == wanted) return std::nullopt;
    Diagnostic d = problem_at(
        *own, Code::unknown_name, fmt::format("this is {}, not {}", is->what, wanted->what));
    d.expected = schema;
    d.help = "use it so: " + with_file(is->use, own->source ? own->source->name : "FILE");
    return d;
}

}  // namespace clustersim
