// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/import/import_site.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <algorithm>
#include <fstream>

using namespace clustersim;

namespace {

std::filesystem::path
write(ScratchFolder const& folder, char const* name, std::string const& text) {
    std::ofstream(folder.path() / name) << text;
    return folder.path() / name;
}

std::string const conf_text = "ClusterName=alpha\n"
                              "AccountingStorageType=accounting_storage/slurmdbd\n"
                              "AccountingStorageEnforce=associations\n"
                              "Prolog=/bin/true\nEpilog=/bin/true\nNoSuchThing=1\n"
                              "NodeName=n[1-4] CPUs=8 RealMemory=1000\n"
                              "PartitionName=batch Nodes=n[1-4] Default=YES\n";
char const* const accounts_text = "Account - 'biology'\nParent - 'biology'\nUser - 'ann'\n";

bool warns_of_refusals(ImportedSite const& site) {
    return std::ranges::any_of(
        site.warnings.items(),
        [](Diagnostic const& one) {
            return one.message.find("every job would be refused") != std::string::npos;
        });
}

}  // namespace

TEST_CASE("a site has the values of its files, and lists parameters without effect by reason",
          "[study][unit]") {
    ScratchFolder const folder;
    auto const site = import_site({.conf = write(folder, "slurm.conf", conf_text),
                                   .gres = {},
                                   .topology = {},
                                   .associations = {write(folder, "people.txt", accounts_text)}});
    REQUIRE(site);
    CHECK(site->site.settings.cluster_name == "alpha");
    CHECK(site->site.nodes.size() == 4);
    CHECK(std::ranges::count_if(site->site.associations, &slurm::Association::is_user) == 2);
    CHECK(site->origin.files == std::vector<std::string>{"slurm.conf", "people.txt"});
    CHECK_FALSE(warns_of_refusals(*site));
    REQUIRE(site->unused.size() == 2);
    CHECK(site->unused[0].why == "unknown");
    CHECK(site->unused[0].names == std::vector<std::string>{"NoSuchThing"});
    CHECK(site->unused[1].names == std::vector<std::string>{"Epilog", "Prolog"});
    CHECK(site->origin.without_effect.front() == "NoSuchThing (unknown)");
}

TEST_CASE("a gres.conf in the folder of slurm.conf is read without being named", "[study][unit]") {
    ScratchFolder const folder;
    auto const conf = write(folder,
                            "slurm.conf",
                            "ClusterName=a\nGresTypes=gpu\nNodeName=n1 CPUs=8 Gres=gpu:2\n"
                            "PartitionName=p Nodes=n1\n");
    write(folder, "gres.conf", "NodeName=n1 Name=gpu Count=nonsense\n");
    CHECK_FALSE(import_site({.conf = conf, .gres = {}, .topology = {}, .associations = {}}));
}

TEST_CASE("a site that refuses all users is imported with a warning", "[study][unit]") {
    ScratchFolder const folder;
    auto const site = import_site({.conf = write(folder, "slurm.conf", conf_text),
                                   .gres = {},
                                   .topology = {},
                                   .associations = {}});
    REQUIRE(site);
    CHECK(warns_of_refusals(*site));
}

TEST_CASE("the release comes from the configuration that Slurm shows, or from the user",
          "[study][unit]") {
    ScratchFolder const folder;
    SlurmSiteFiles files;
    files.conf = write(folder, "slurm.conf", conf_text);
    auto const assumed = import_site(files);
    REQUIRE(assumed);
    CHECK_FALSE(assumed->release_named);
    CHECK(assumed->site.settings.release == slurm::Release{});
    files.show_config = write(
        folder, "config.txt", "Configuration data as of …\nSLURM_VERSION           = 24.11.5\n");
    auto const shown = import_site(files);
    REQUIRE(shown);
    CHECK(shown->release_named);
    CHECK(shown->site.settings.release == slurm::Release{2411, 5});
    files.release = slurm::Release{2311, std::nullopt};
    auto const named = import_site(files);
    REQUIRE(named);
    CHECK(named->site.settings.release == slurm::Release{2311, std::nullopt});
    for (char const* text : {"ClusterName = a\n", "SLURM_VERSION = new\n"}) {
        files.show_config = write(folder, "config.txt", text);
        auto const refused = import_site(files);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().items().front().message.find("config.txt") +
                  refused.error().items().front().where.file.find("config.txt") !=
              2 * std::string::npos);
    }
}

TEST_CASE("a key replaces the names of users and accounts", "[study][unit]") {
    ScratchFolder const folder;
    SlurmSiteFiles const files{.conf = write(folder, "slurm.conf", conf_text),
                               .gres = {},
                               .topology = {},
                               .associations = {write(folder, "people.txt", accounts_text)}};
    auto const site = import_site(files, "secret");
    REQUIRE(site);
    for (slurm::Association const& one : site->site.associations) {
        CHECK(one.user != "ann");
        CHECK(one.account != "biology");
    }
}

TEST_CASE("all files that cannot be read are reported at once", "[study][unit]") {
    ScratchFolder const folder;
    auto const site = import_site({.conf = folder.path() / "no.conf",
                                   .gres = folder.path() / "no-gres.conf",
                                   .topology = {},
                                   .associations = {}});
    REQUIRE_FALSE(site);
    CHECK(site.error().items().size() == 2);
}
