// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/submission_check.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

constexpr char const* bad_time = "Requested time limit is invalid (missing or exceeds some limit)";

/// The cluster4x8 of spec 14: four nodes of 8 CPUs; `batch` (default, MaxTime 2-0) on all of them,
/// `short` (10 minutes) and `drained` on two. Account a has user ann, account b has user bob.
struct Cluster {
    Site site;
    Cluster() {
        NodeRecord record;
        record.cpus = 8;
        record.cores_per_socket = 8;
        record.gres.push_back({"gpu", "a100", 2, {}, {}});
        site.records.push_back(record);
        for (int i = 1; i <= 4; ++i) site.nodes.push_back({"n" + std::to_string(i), 0, {}, ""});
        add_partition("batch", {0, 1, 2, 3}).is_default = true;
        partition(0).max_minutes = 2880;
        add_partition("short", {0, 1}).max_minutes = 10;
        add_partition("drained", {2, 3}).state = PartitionState::drain;
        site.licenses.push_back({"matlab", 10});
        site.settings.enforce = {.associations = true, .limits = true, .qos = true};
        add_association("root", "", -1);
        add_association("a", "", 0);
        add_association("a", "ann", 1);
        add_association("b", "", 0);
        add_association("b", "bob", 3);
        for (char const* name : {"normal", "high", "secret"}) site.qos.emplace_back().name = name;
        site.associations[0].allowed_qos = {"normal", "high"};
    }
    Partition& add_partition(char const* name, std::vector<std::int32_t> const& nodes) {
        Partition& one = site.partitions.emplace_back();
        one.name = name;
        one.nodes = nodes;
        return one;
    }
    void add_association(char const* account, char const* user, std::int32_t parent) {
        Association& one = site.associations.emplace_back();
        one.account = account;
        one.user = user;
        one.parent = parent;
    }
    Partition& partition(std::size_t index) { return site.partitions[index]; }

    [[nodiscard]] tl::expected<CheckedSubmission, std::string> submit(JobRequest request) const {
        if (request.user.empty()) request.user = "ann";
        return check_submission(SubmissionNames(site), request, {Instant{1000}, {}});
    }
    /// The partitions of an accepted job, or the error.
    [[nodiscard]] std::string answer(JobRequest const& request) const {
        auto const got = submit(request);
        if (!got) return got.error();
        std::string out;
        for (auto const index : got->partitions)
            out += (out.empty() ? "" : ",") + site.partitions[static_cast<std::size_t>(index)].name;
        return out;
    }
};

template <class Change>
JobRequest job(Change change) {
    JobRequest request;
    change(request);
    return request;
}

}  // namespace

TEST_CASE("a plain job goes to the default partition with all names resolved",
          "[slurm_request][unit]") {
    Cluster const cluster;
    auto const got = cluster.submit({});
    REQUIRE(got);
    CHECK(got->partitions == std::vector<std::int32_t>{0});
    CHECK(got->association == 2);
    CHECK(got->account_association == 1);
    CHECK(got->account == "a");
    CHECK(got->qos == 0);
    CHECK_FALSE(got->minutes);
}

TEST_CASE("sizes beyond the partition are accepted with EnforcePartLimits=NO (TV-42 to TV-44)",
          "[slurm_request][unit]") {
    Cluster cluster;
    auto const nine_nodes = job([](JobRequest& r) { r.min_nodes = r.max_nodes = 9; });
    auto const three_days = job([](JobRequest& r) { r.time_minutes = 4320; });
    auto const tasks = job([](JobRequest& r) { r.ntasks = 64; });
    for (auto const& request : {nine_nodes, three_days, tasks})
        CHECK(cluster.answer(request) == "batch");
    for (auto const enforce : {EnforcePartLimits::any, EnforcePartLimits::all}) {
        cluster.site.settings.enforce_part_limits = enforce;
        CHECK(cluster.answer(nine_nodes) == "Node count specification invalid");
        CHECK(cluster.answer(three_days) == bad_time);
        CHECK(cluster.answer(tasks) == "More processors requested than permitted");
    }
}

TEST_CASE("unknown names are refused before a job id is assigned (TV-46)",
          "[slurm_request][unit]") {
    Cluster const cluster;
    auto const refused = [&](auto change) { return cluster.answer(job(change)); };
    CHECK(refused([](JobRequest& r) { r.node_list = "nosuch"; }) == "Invalid node name specified");
    CHECK(refused([](JobRequest& r) { r.node_list = "n[1"; }) == "Invalid node name specified");
    CHECK(refused([](JobRequest& r) { r.exclude_list = "n9"; }) == "Invalid node name specified");
    CHECK(refused([](JobRequest& r) { r.node_list = r.exclude_list = "n1"; }) ==
          "Invalid node name specified");
    CHECK(refused([](JobRequest& r) { r.partition = "nosuch"; }) ==
          "Invalid partition name specified");
    CHECK(refused([](JobRequest& r) { r.partition = "batch,nosuch"; }) ==
          "Invalid partition name specified");
    CHECK(refused([](JobRequest& r) { r.account = "nosuch"; }) ==
          "Invalid account or account/partition combination specified");
    CHECK(refused([](JobRequest& r) { r.account = "b"; }) ==
          "Invalid account or account/partition combination specified");
    CHECK(refused([](JobRequest& r) { r.user = "nobody"; }) ==
          "Invalid account or account/partition combination specified");
    CHECK(refused([](JobRequest& r) { r.qos = "nosuch"; }) == "Invalid qos specification");
    CHECK(refused([](JobRequest& r) { r.qos = "secret"; }) == "Invalid qos specification");
    CHECK(refused([](JobRequest& r) { r.licenses = "nosuch"; }) == "Invalid license specification");
    CHECK(refused([](JobRequest& r) {
              r.gres = {{"foo", "", 1, GresScope::per_node}};
          }) == "Invalid generic resource (gres) specification");
    CHECK(refused([](JobRequest& r) {
              r.gres = {{"gpu", "", 1, GresScope::per_node}};
          }) == "batch");
}

TEST_CASE("a site without a default partition needs a named one", "[slurm_request][unit]") {
    Cluster cluster;
    cluster.partition(0).is_default = false;
    CHECK(cluster.answer({}) == "No partition specified or system default partition");
}

TEST_CASE("accounts and QOS that are not enforced are accepted", "[slurm_request][unit]") {
    Cluster cluster;
    cluster.site.settings.enforce = {};
    auto const stranger = job([](JobRequest& r) {
        r.user = "nobody";
        r.qos = "secret";
    });
    auto const got = cluster.submit(stranger);
    REQUIRE(got);
    CHECK(got->association == -1);
    CHECK(got->qos == 2);
    cluster.site.associations.clear();
    cluster.site.qos.clear();
    CHECK(cluster.submit(stranger)->qos == -1);
}

TEST_CASE("the QOS is the requested one, the default, the only one, or normal",
          "[slurm_request][unit]") {
    Cluster cluster;
    auto const qos = [&] { return cluster.submit({})->qos; };
    CHECK(qos() == 0);
    cluster.site.associations[2].allowed_qos = {"secret"};
    CHECK(qos() == 2);
    cluster.site.associations[1].default_qos = "high";
    cluster.site.associations[2].allowed_qos = {"secret", "high"};
    CHECK(qos() == 1);
    CHECK(cluster.submit(job([](JobRequest& r) { r.qos = "secret"; }))->qos == 2);
    cluster.site.associations[1].default_qos = "normal";
    CHECK(cluster.answer({}) == "Invalid qos specification");
}

TEST_CASE("a QOS that requires a reservation refuses a job without one", "[slurm_request][unit]") {
    Cluster cluster;
    cluster.site.qos[0].flags.requires_reservation = true;
    CHECK(cluster.answer({}) == "Invalid qos specification");
    CHECK(cluster.answer(job([](JobRequest& r) { r.reservation = "x"; })) == "batch");
}

TEST_CASE("an association with the partition takes precedence over one without",
          "[slurm_request][unit]") {
    Cluster cluster;
    cluster.add_association("a", "ann", 1);
    cluster.site.associations.back().partition = "short";
    CHECK(cluster.submit({})->association == 2);
    CHECK(cluster.submit(job([](JobRequest& r) { r.partition = "short"; }))->association == 5);
}

TEST_CASE("drained partitions are removed, and a job with no others is refused",
          "[slurm_request][unit]") {
    Cluster cluster;
    auto const to = [&](char const* list, std::int64_t minutes) {
        return cluster.answer(job([&](JobRequest& r) {
            r.partition = list;
            r.time_minutes = minutes;
        }));
    };
    for (auto const enforce :
         {EnforcePartLimits::no, EnforcePartLimits::any, EnforcePartLimits::all}) {
        cluster.site.settings.enforce_part_limits = enforce;
        CHECK(to("drained", 5) == "Required partition not available (inactive or drain)");
        CHECK(to("drained,batch", 5) == "batch");
        CHECK(to("batch,drained,batch", 5) == "batch");
    }
    cluster.partition(0).state = PartitionState::down;
    CHECK(to("batch", 5) == "batch");
    std::vector<PartitionState> const now = {
        PartitionState::inactive, PartitionState::up, PartitionState::up};
    JobRequest request;
    request.user = "ann";
    CHECK(check_submission(SubmissionNames(cluster.site), request, {Instant{0}, now}).error() ==
          "Required partition not available (inactive or drain)");
}

TEST_CASE("several partitions: NO takes all, ANY needs one, ALL needs each (spec 2.7.4)",
          "[slurm_request][unit]") {
    Cluster cluster;
    auto const to = [&](char const* list, std::int64_t minutes) {
        return cluster.answer(job([&](JobRequest& r) {
            r.partition = list;
            r.time_minutes = minutes;
        }));
    };
    cluster.site.settings.enforce_part_limits = EnforcePartLimits::no;
    CHECK(to("short,batch", 20) == "short,batch");
    CHECK(to("short,batch", 5000) == "short,batch");
    cluster.site.settings.enforce_part_limits = EnforcePartLimits::any;
    CHECK(to("short,batch", 20) == "short,batch");
    CHECK(to("short,batch", 5000) == bad_time);
    CHECK(to("drained,short", 20) == bad_time);
    cluster.site.settings.enforce_part_limits = EnforcePartLimits::all;
    CHECK(to("short,batch", 20) == bad_time);
    CHECK(to("batch,short", 20) == bad_time);
    CHECK(to("short,batch", 10) == "short,batch");
}

TEST_CASE("with ALL, every partition checks accounts, QOS, nodes and node counts",
          "[slurm_request][unit]") {
    Cluster cluster;
    cluster.site.settings.enforce_part_limits = EnforcePartLimits::all;
    CHECK(cluster.answer(job([](JobRequest& r) {
        r.partition = "short";
        r.node_list = "n3";
    })) == "Requested nodes not in this partition");
    cluster.partition(0).max_nodes = 2;
    CHECK(cluster.answer(job([](JobRequest& r) { r.min_nodes = r.max_nodes = 3; })) ==
          "Node count specification invalid");
    cluster.site.qos[0].flags.partition_max_nodes = true;
    CHECK(cluster.answer(job([](JobRequest& r) { r.min_nodes = r.max_nodes = 3; })) == "batch");
    cluster.partition(0).min_nodes = 2;
    CHECK(cluster.answer(job([](JobRequest& r) { r.min_nodes = r.max_nodes = 1; })) ==
          "Node count specification invalid");
    CHECK(cluster.answer({}) == "batch");
    cluster.partition(0).deny_qos = {"normal"};
    CHECK(cluster.answer({}) == "Invalid qos specification");
    cluster.partition(0).allow_accounts = {"b"};
    CHECK(cluster.answer({}) == "Invalid account or account/partition combination specified");
    cluster.site.settings.enforce_part_limits = EnforcePartLimits::no;
    CHECK(cluster.answer({}) == "batch");
}

TEST_CASE("root-only and reservation-only partitions always refuse", "[slurm_request][unit]") {
    Cluster cluster;
    cluster.partition(0).allow_groups = {"hpc", "staff"};
    CHECK(cluster.answer({}) == "batch");  // no groups are known
    cluster.site.users = {{"bob", {"students", "staff"}}};
    CHECK(cluster.answer({}) == "User's group not permitted to use this partition");
    cluster.site.users.push_back({"ann", {"hpc"}});
    CHECK(cluster.answer({}) == "batch");
    cluster.partition(0).root_only = true;
    CHECK(cluster.answer({}) == "Access/permission denied");
    cluster.partition(0).root_only = false;
    cluster.partition(0).requires_reservation = true;
    CHECK(cluster.answer({}) == "Access/permission denied");
    CHECK(cluster.answer(job([](JobRequest& r) { r.reservation = "x"; })) == "batch");
}

TEST_CASE("times get defaults and are compared (spec 2.6, 2.7.6)", "[slurm_request][unit]") {
    Cluster cluster;
    auto const minutes = [&](std::optional<std::int64_t> asked) {
        return cluster.submit(job([&](JobRequest& r) { r.time_minutes = asked; }))->minutes;
    };
    CHECK_FALSE(minutes(std::nullopt));
    CHECK_FALSE(minutes(0));
    CHECK(minutes(90) == 90);
    cluster.partition(0).default_minutes = 30;
    CHECK(minutes(std::nullopt) == 30);
    cluster.partition(0).default_minutes = 0;
    CHECK(cluster.answer({}) == bad_time);
    CHECK(cluster.answer(job([](JobRequest& r) { r.time_minutes = 1; })) == "batch");
}

TEST_CASE("a deadline must be in the future and leave time for --time-min",
          "[slurm_request][unit]") {
    Cluster const cluster;
    constexpr char const* bad_time_min =
        "Invalid time-min specification (exceeds job's time or other limits)";
    auto const with = [&](std::int64_t deadline, std::int64_t least, std::int64_t limit) {
        return cluster.answer(job([&](JobRequest& r) {
            r.deadline = Instant{deadline};
            if (least > 0) r.time_min_minutes = least;
            r.time_minutes = limit;
        }));
    };
    CHECK(with(999, 0, 1) == bad_time);
    CHECK(with(1600, 0, 20) == "batch");
    CHECK(with(1600, 20, 30) == bad_time_min);
    CHECK(with(1600, 5, 30) == "batch");
    CHECK(with(100'000, 31, 30) == bad_time_min);
    CHECK(with(1'000'000, 2881, 2881) == bad_time_min);
}

TEST_CASE("required nodes are compared with the node count", "[slurm_request][unit]") {
    Cluster const cluster;
    auto const got = cluster.submit(job([](JobRequest& r) {
        r.node_list = "n[1-2]";
        r.exclude_list = "n4";
    }));
    REQUIRE(got);
    CHECK(got->required.count() == 2);
    CHECK(got->excluded.contains(3));
    CHECK(cluster.answer(job([](JobRequest& r) {
        r.node_list = "n[1-2]";
        r.min_nodes = r.max_nodes = 1;
    })) == "Node count specification invalid");
}
