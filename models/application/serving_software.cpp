// SPDX-License-Identifier: Apache-2.0
#include "models/application/serving_software.hpp"

#include "models/machine/provenance.hpp"
#include "sim/config/file_kind.hpp"
#include "sim/config/reader.hpp"
#include "sim/config/yaml_folder.hpp"

namespace clustersim {
namespace {

void read_scheduling(Reader reader, ServingSoftware& read) {
    if (auto const policy = reader.optional_one_of<PrefillPolicy>("prefill"))
        read.prefill = *policy;
    read.pass_tokens = static_cast<int>(reader.integer("pass_tokens", Range{1.0, 1e7, false}));
    read.largest_batch = static_cast<int>(reader.integer("max_batch", Range{1.0, 1e6, false}));
    read.memory_share = reader.number("memory_share", Range::positive(1.0));
    reader.finish();
}

void read_host(Reader reader, ServingSoftware& read) {
    Range const any = Range::at_least(0.0);
    read.launch = reader.number("launch", Range::share());
    read.pass = reader.quantity<Duration>("pass", any);
    read.prompt_kernel = reader.quantity<Duration>("prompt_kernel", any);
    read.arrival = reader.quantity<Duration>("arrival", any);
    read.prompt_token = reader.quantity<Duration>("prompt_token", any);
    reader.finish();
}

void read_kernels(Reader reader, ServingSoftware& read) {
    read.products = reader.number("products", Range::positive(4.0));
    read.experts = reader.number("experts", Range::positive(4.0));
    reader.finish();
}

}  // namespace

Result<ServingSoftware> read_serving_software(ConfigNode const& document) {
    if (auto other = other_kind(document, "clustersim/engine/1")) return failure(std::move(*other));
    Diagnostics diagnostics;
    Reader reader(document, diagnostics, Reader::Style::annotated);
    check_schema_name(reader, "clustersim/engine/1");
    reader.raw("sources");
    ServingSoftware read;
    read.name = reader.text("name");
    read.title = reader.text("title");
    read.known_as = reader.text_list("known_as");
    read_scheduling(reader.child("scheduling"), read);
    read_host(reader.child("host"), read);
    read_kernels(reader.child("kernels"), read);
    reader.finish();
    check_provenance(document, diagnostics);
    if (diagnostics.has_errors()) {
        diagnostics.sort_by_place();
        return failure(std::move(diagnostics));
    }
    return read;
}

std::vector<std::string> engine_names(std::filesystem::path const& folder) {
    return YamlFolder(folder, "engine").names();
}

Result<ServingSoftware> load_engine(std::string const& name, std::filesystem::path const& folder) {
    return YamlFolder(folder, "engine").read(name).and_then(read_serving_software);
}

}  // namespace clustersim
