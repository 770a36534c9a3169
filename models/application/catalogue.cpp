// SPDX-License-Identifier: Apache-2.0
#include "models/application/catalogue.hpp"

#include "sim/config/yaml_folder.hpp"

namespace clustersim {

namespace fs = std::filesystem;

namespace {

YamlFolder applications(fs::path const& folder) {
    return {folder, "application"};
}

}  // namespace

std::vector<std::string> application_names(fs::path const& folder) {
    return applications(folder).names();
}

Result<ConfigNode>
application_document(std::string const& name, fs::path const& folder, fs::path const& from) {
    return applications(folder).read(name, from);
}

Result<Application>
load_application(std::string const& name, fs::path const& folder, fs::path const& from) {
    return application_document(name, folder, from).and_then(read_application);
}

Result<AnyApplication>
load_any_application(std::string const& name, fs::path const& folder, fs::path const& from) {
    return application_document(name, folder, from).and_then(read_any_application);
}

Result<Framework> load_framework(std::string const& name, fs::path const& folder) {
    return YamlFolder(folder, "framework").read(name).and_then(read_framework_document);
}

}  // namespace clustersim
