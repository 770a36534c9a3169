// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/read_accounting.hpp"

#include "tests/support/catch.hpp"

#include <fmt/format.h>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

struct Imported {
    Site site;
    std::vector<std::string> problems;
    std::vector<std::string> without_effect;
};

Imported import_texts(std::vector<std::string> const& texts) {
    Imported out;
    out.site.settings.cluster_name = "alpha";
    out.site.tres.add("gres/gpu");
    std::vector<NamedText> files;
    for (auto const& text : texts) files.push_back({fmt::format("f{}", files.size() + 1), text});
    auto const notes = read_accounting(files, out.site);
    for (auto const& one : (notes ? notes->warnings : notes.error()).items()) {
        out.problems.push_back(fmt::format(
            "{}:{}:{}: {}", one.where.file, one.where.line, one.where.column, one.message));
    }
    if (notes) out.without_effect = notes->without_effect;
    return out;
}

/// "chem(root) chem/ann(chem)": the tree with each row's parent.
std::string tree_of(Site const& site) {
    std::string out;
    for (auto const& one : site.associations) {
        out += out.empty() ? "" : " ";
        out += one.account + (one.is_user() ? "/" + one.user : "") +
               (one.partition.empty() ? "" : "@" + one.partition);
        if (one.parent >= 0)
            out += "(" + site.associations[static_cast<std::size_t>(one.parent)].account + ")";
    }
    return out;
}

Association const& of(Site const& site, std::string_view account, std::string_view user = "") {
    auto const found = site.find_association(account, user, "");
    REQUIRE(found);
    return site.associations[static_cast<std::size_t>(*found)];
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a database without the QOS normal allows none by itself", "[slurm_import][unit]") {
    auto const [site, problems, unused] = import_texts({"Name|Priority\nhigh|2\n"});
    REQUIRE(site.qos.size() == 1);
    CHECK(of(site, "root").allowed_qos.empty());
    CHECK(of(import_texts({"Parent - 'root'\n"}).site, "root").allowed_qos == Texts{"normal"});
    auto const dump = import_texts({"Cluster - 'alpha':Fairshare=1:QOS='noRmal'\nParent - 'root'\n"
                                    "User - 'root':DefaultAccount='root':Fairshare=1\n"});
    CHECK(of(dump.site, "root").allowed_qos == Texts{"normal"});
}

TEST_CASE("it reads the output of sacctmgr dump", "[slurm_import][unit]") {
    auto const [site, problems, unused] = import_texts(
        {"# To edit this file start with a cluster line for the new cluster\n"
         "Cluster - 'alpha':Fairshare=1:QOS='normal'\n"
         "Parent - 'root'\n"
         "User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=2\n"
         "Account - 'chem':Description='a: b':Organization='c':Fairshare=399:"
         "GrpTRES=cpu=20,gres/gpu=4:MaxWallDurationPerJob=40\n"
         "Account - 'bio'\n"
         "Parent - 'chem'\n"
         "User - 'ann':DefaultAccount='chem':Fairshare=parent:MaxJobs=3:QOS='+normal'\n"
         "User - 'ann':Partition='gpu':DefaultAccount='chem':MaxTRESPerJob=cpu=4\n"
         "Parent - 'bio'\n"
         "User - 'ann':DefaultAccount='chem'\n"});
    CHECK(problems == Texts{});
    CHECK(unused == Texts{"AdminLevel", "Description", "Organization"});
    CHECK(tree_of(site) == "root root/root(root) chem(root) chem/ann(chem) chem/ann@gpu(chem) "
                           "bio(root) bio/ann(bio)");
    CHECK(of(site, "root", "root").shares == 2);
    CHECK(of(site, "chem").shares == 399);
    CHECK(of(site, "chem").group.tres.at(tres::first_configured) == 4);
    CHECK(of(site, "chem").job.wall_minutes == 40);
    CHECK(of(site, "chem", "ann").allowed_qos == Texts{"normal"});
    CHECK(site.default_account("ann") == "chem");
}

TEST_CASE("it keeps a typed GRES with its colon in one value of a dump", "[slurm_import][unit]") {
    auto const found = import_texts({"Cluster - 'alpha'\nParent - 'root'\n"
                                     "Account - 'a':GrpTRES=cpu=2,gres/gpu:a100=4:Fairshare=7\n"});
    CHECK(found.problems == Texts{"f1:3:23: GrpTRES limits gres/gpu:a100, which the cluster does "
                                  "not track: no effect"});
    CHECK(of(found.site, "a").group.tres.at(tres::cpu) == 2);
    CHECK(of(found.site, "a").shares == 7);
}

TEST_CASE("it creates a QOS that a dump names and no file describes", "[slurm_import][unit]") {
    auto const found = import_texts(
        {"Cluster - 'alpha':QOS='normal,big'\n", "Name|Priority|MaxWall|Preempt\nnormal|0||\n"});
    CHECK(found.problems == Texts{"f1:1:23: no file describes the QOS \"big\"; it is assumed to "
                                  "have no limits"});
    CHECK(found.site.find_qos("big") == 1);
}

TEST_CASE("it reports all problems of a dump with their places", "[slurm_import][unit]") {
    auto const found = import_texts({"Cluster - 'alpha'\n"
                                     "Parent - 'nowhere'\n"
                                     "Acount - 'a'\n"
                                     "Account 'a'\n"
                                     "Account - 'b':Color=red\n"
                                     "Account - 'b'\n"
                                     "Account - 'c\n"
                                     "User - 'u' oops\n"
                                     "Account - 'd':GrpJobs=many:GrpTRES=cpu=x:GrpWall=1-2-3\n"});
    CHECK(found.problems == Texts{"f1:2:11: there is no account \"nowhere\" above this",
                                  "f1:3:1: unknown kind of line \"acount\"",
                                  "f1:4:1: this is not a line of `sacctmgr dump`",
                                  "f1:5:15: an account has no \"Color\"",
                                  "f1:6:12: the account \"b\" appears twice",
                                  "f1:7:11: this is not a line of `sacctmgr dump`",
                                  "f1:8:11: this is not a line of `sacctmgr dump`",
                                  "f1:9:23: GrpJobs is \"many\"",
                                  "f1:9:36: GrpTRES is \"cpu=x\"",
                                  "f1:9:50: GrpWall is \"1-2-3\""});
}

TEST_CASE("it reads the tables of sacctmgr in any order of columns", "[slurm_import][unit]") {
    auto const [site, problems, unused] =
        import_texts({"Cluster|Account|User|Partition|Share|GrpTRES|MaxJobs|QOS|Def QOS|\n"
                      "alpha|root|||1|||normal||\n"
                      "alpha| root|root||1|||normal||\n"
                      "alpha| chem|||10|cpu=4,mem=2G||normal,high|high|\n"
                      "alpha|  organic|||parent|||normal||\n"
                      "alpha|   organic|ann||parent||5|normal||\n"
                      "alpha| bio|||1|||normal||\n"
                      "beta|other|||1|||normal||\n",
                      "Name|Priority|GraceTime|Preempt|PreemptExemptTime|PreemptMode|Flags|"
                      "UsageFactor|MaxTRESPU|"
                      "MaxJobsPU|MaxSubmitPU|MinTRES\n"
                      "normal|0|00:00:00|||cluster||1.000000||||\n"
                      "high|100|00:01:00|normal|00:05:00|within,requeue|DenyOnLimit,NoDecay|0."
                      "500000|gres/gpu=2|4|"
                      "9|cpu=1\n"});
    CHECK(problems == Texts{});
    CHECK(tree_of(site) == "root root/root(root) chem(root) organic(chem) organic/ann(organic) "
                           "bio(root)");
    CHECK(of(site, "chem").group.tres.at(tres::mem) == 2048);
    CHECK(of(site, "chem").default_qos == "high");
    CHECK(of(site, "organic").shares_of_parent);
    CHECK(of(site, "organic", "ann").max_jobs == 5);
    REQUIRE(site.qos.size() == 2);
    Qos const& high = site.qos[1];
    CHECK(high.grace_seconds == 60);
    CHECK(high.preempt_exempt_seconds == 300);
    CHECK(high.preempt_mode == PreemptMode::requeue);
    CHECK(high.preempt_within);
    CHECK(high.flags.no_decay);
    CHECK(high.usage_factor == 0.5);
    CHECK(high.max_tres_per_user.at(tres::first_configured) == 2);
    CHECK(high.max_jobs_per_user == 4);
    CHECK(high.max_submit_per_user == 9);
    CHECK(high.min_tres_per_job.at(tres::cpu) == 1);
    CHECK(!site.qos[0].preempt_mode);
}

TEST_CASE("it nests accounts by the column of their parents", "[slurm_import][unit]") {
    auto const found = import_texts({"Account|User|ParentName\nroot||\nchem||root\norganic||chem\n"
                                     "organic|ann|\nbio||nowhere\n"});
    CHECK(found.problems == Texts{"f1:6:6: there is no account \"nowhere\" above this"});
}

TEST_CASE("it reports all problems of tables with their places", "[slurm_import][unit]") {
    auto const found = import_texts({"Name|Priority|Shape\nnormal|x|\nhigh|1\nnormal|1|round\n"
                                     "low|1|flat\nlower|2|flat\n"});
    CHECK(found.problems == Texts{"f1:2:8: Priority is \"x\"",
                                  "f1:3:1: 2 cells for 3 columns (line 1)",
                                  "f1:4:1: the QOS \"normal\" appears twice"});
}

TEST_CASE("it lists the columns of another release without a refusal", "[slurm_import][unit]") {
    auto const found = import_texts({"Name|Priority|Shape\nnormal|1|round\n"});
    CHECK(found.problems.empty());
    CHECK(found.without_effect == std::vector<std::string>{"the column Shape"});
}

TEST_CASE("it warns of a QOS whose minimum job size exceeds its maximum", "[slurm_import][unit]") {
    auto const imported =
        import_texts({"Name|MinTRES|MaxTRES\nh|node=4|node=2\nk|node=2|node=2\n"});
    CHECK(imported.problems ==
          Texts{":0:0: the QOS h requires at least 4 node and at most 2 per job"});
}
