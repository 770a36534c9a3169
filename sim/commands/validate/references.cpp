// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/references.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/machine/catalogue.hpp"
#include "models/machine/known_as.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace clustersim {
namespace {

/// The default partition, or the first with accelerators if the default has none.
Partition const& training_partition(System const& system) {
    Partition const& usual = system.default_partition();
    if (system.accelerator_of(system.node_type_of(usual)) != nullptr) return usual;
    for (Partition const& partition : system.partitions)
        if (system.accelerator_of(system.node_type_of(partition)) != nullptr) return partition;
    return usual;
}

/// Whether the text has the name as a word, in letters of any size.
bool names_it(std::string_view text, std::string_view name) {
    auto const letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    auto const alike = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) ==
               std::tolower(static_cast<unsigned char>(b));
    };
    for (auto from = text.begin(); !name.empty();) {
        auto const found = std::search(from, text.end(), name.begin(), name.end(), alike);
        if (found == text.end()) return false;
        auto const after = found + static_cast<std::ptrdiff_t>(name.size());
        bool const begins = found == text.begin() || !letter(*(found - 1));
        if (begins && (after == text.end() || !letter(*after))) return true;
        from = found + 1;
    }
    return false;
}

/// Texts by which tables name the machine.
std::vector<std::string> names_in_tables(LoadedSystem const& loaded) {
    std::vector<std::string> names;
    ConfigNode const* const node = loaded.document.find("known_as");
    if (node == nullptr) return names;
    for (ConfigNode const& item : node->items) names.push_back(item.scalar);
    return names;
}

/// The words of a text in lower case, separated by any sign except a point ("llama3.1_405b" has two).
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words(1);
    for (unsigned char const c : text)
        if (std::isalnum(c) != 0 || c == '.')
            words.back() += static_cast<char>(std::tolower(c));
        else if (!words.back().empty())
            words.emplace_back();
    if (words.back().empty()) words.pop_back();
    return words;
}

/// The length of the longest name whose words are all in `words`; 0 if there is none.
std::size_t longest_name(std::vector<std::string> const& names,
                         std::vector<std::string> const& words) {
    std::size_t longest = 0;
    for (std::string const& name : names) {
        auto const asked = words_of(name);
        bool const all = std::ranges::all_of(asked, [&](std::string const& word) {
            return std::ranges::find(words, word) != words.end();
        });
        if (all) longest = std::max(longest, name.size());
    }
    return longest;
}

}  // namespace

Result<References> References::load(ReferenceFolders const& folders) {
    References references;
    references.folders_ = folders;
    Catalogue const catalogue(folders.systems);
    std::filesystem::path const of_references = folders.systems / "reference";
    std::vector<std::string> places = catalogue.names();
    std::size_t const catalogue_size = places.size();
    for (std::string const& name : Catalogue(of_references).names())
        places.push_back((of_references / (name + ".yaml")).string());
    Diagnostics problems;
    for (std::string const& place : places) {
        auto loaded = catalogue.load(place);
        if (loaded) {
            auto known_as = names_in_tables(*loaded);
            // A reference represents a kind of node; other machines represent themselves.
            std::vector<std::string> names;
            if (references.machines_.size() < catalogue_size) {
                names = {loaded->system.name};
                if (!known_as.empty()) names.push_back(known_as.front());
            }
            references.machines_.push_back({loaded->system, std::move(known_as), std::move(names)});
        } else {
            problems.append(std::move(loaded.error()));
        }
    }
    for (std::string const& name : application_names(folders.applications)) {
        auto loaded = load_any_application(name, folders.applications);
        if (!loaded)
            problems.append(std::move(loaded.error()));
        else if (auto* trained = std::get_if<Application>(&*loaded))
            references.applications_.emplace(name, std::move(*trained));
    }
    std::filesystem::path const engines = folders.applications.parent_path() / "engines";
    for (std::string const& name : engine_names(engines)) {
        auto engine = load_engine(name, engines);
        if (engine)
            references.engines_.push_back(std::move(*engine));
        else
            problems.append(std::move(engine.error()));
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return references;
}

System const* References::machine(std::string_view hardware) const {
    for (KnownSystem const& known : machines_) {
        bool const named = std::ranges::any_of(
            known.names, [&](std::string const& name) { return names_it(hardware, name); });
        if (named) return &known.system;
    }
    System const* best = nullptr;
    std::size_t longest = 0;
    for (KnownSystem const& known : machines_) {
        std::size_t const length = longest_match(known.known_as, hardware);
        if (length <= longest) continue;
        best = &known.system;
        longest = length;
    }
    return best;
}

System const* References::machine_named(std::string_view name) const {
    for (KnownSystem const& known : machines_)
        if (known.system.name == name) return &known.system;
    return nullptr;
}

Result<Platform> References::platform(std::string_view hardware) const {
    System const* const system = machine(hardware);
    if (system == nullptr) {
        return failure(
            problem(Code::unknown_name,
                    hardware.empty() ? std::string("the hardware is not stated")
                                     : fmt::format("no machine is known as \"{}\"", hardware),
                    "a file of systems/ or systems/reference/ with such a text in `known_as`"));
    }
    return platform_on(*system);
}

Result<Platform> References::platform_on(System const& system) {
    return platform_of(system, training_partition(system));
}

Result<Application> References::application(std::string const& name) const {
    auto const found = applications_.find(name);
    if (found != applications_.end()) return found->second;
    return load_application(name, folders_.applications);
}

Result<AnyApplication> References::any_application(std::string const& name) const {
    return load_any_application(name, folders_.applications);
}

Result<Application> References::application_known_as(std::string_view text) const {
    Application const* best = nullptr;
    std::size_t longest = 0;
    auto const words = words_of(text);
    for (auto const& [name, application] : applications_) {
        std::size_t const length = longest_name(application.known_as, words);
        if (length <= longest) continue;
        best = &application;
        longest = length;
    }
    if (best != nullptr) return *best;
    return failure(problem(Code::unknown_name,
                           fmt::format("no model is known as \"{}\"", text),
                           "a file of workloads/applications/ with such a text in `known_as`"));
}

Result<ServingSoftware> References::engine_known_as(std::string_view text) const {
    ServingSoftware const* best = nullptr;
    std::size_t longest = 0;
    for (ServingSoftware const& engine : engines_) {
        std::size_t const length = longest_name(engine.known_as, words_of(text));
        if (length <= longest) continue;
        best = &engine;
        longest = length;
    }
    if (best != nullptr) return *best;
    return failure(problem(Code::unknown_name,
                           fmt::format("no engine is known as \"{}\"", text),
                           "a file of workloads/engines/ with such a text in `known_as`"));
}

Result<Framework> References::framework(std::string const& name) const {
    auto const found = frameworks_.find(name);
    if (found != frameworks_.end()) return found->second;
    auto loaded = load_framework(name, folders_.applications.parent_path() / "frameworks");
    if (loaded) frameworks_.emplace(name, *loaded);
    return loaded;
}

}  // namespace clustersim
