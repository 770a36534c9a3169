// SPDX-License-Identifier: Apache-2.0
// Limits on what backfill may promise.
#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// cluster4x8 with GrpTRES=node=`nodes` for account physics. It has a core of n1 for a day; n2 and
/// n3 are in use by others for half an hour, and n4 is idle.
Controller with_node_limit(std::int64_t nodes) {
    auto site =
        std::make_shared<Site>(*cluster4x8("AccountingStorageType=accounting_storage/slurmdbd\n"
                                           "AccountingStorageEnforce=associations,limits\n"));
    Association root;
    root.account = "root";
    site->associations = {root};
    for (auto const* name : {"physics", "chemistry"}) {
        Association account;
        account.account = name;
        account.parent = 0;
        if (account.account == "physics") account.group.tres.set(tres::node, nodes);
        auto const parent = static_cast<std::int32_t>(site->associations.size());
        site->associations.push_back(account);
        Association user;
        user.account = name;
        user.user = "u";
        user.parent = parent;
        site->associations.push_back(user);
    }
    Controller controller(site, cycles_from_30());
    controller.run_until(Instant{0});
    controller.submit(request_of("-A physics -w n1 -n1 --mem=100 -t 1440", 86400));
    controller.submit(request_of("-A chemistry -w n2,n3 -N2 --exclusive -t 30", 1800));
    controller.run_until(Instant{10});
    REQUIRE(controller.find(1)->state == JobState::running);
    REQUIRE(controller.find(2)->state == JobState::running);
    return controller;
}

}  // namespace

// From the log of Slurm 22.05.8: the test of a promise does not know which nodes are already in
// use.
TEST_CASE("it promises nothing beyond GrpTRES=node, counting nodes that the group already uses",
          "[slurm_controller][unit]") {
    auto const [limit, promised] = GENERATE(std::pair(4, false), std::pair(5, true));
    INFO("GrpTRES=node=" << limit);
    auto controller = with_node_limit(limit);
    controller.submit(request_of("-A physics -N4 -n4 --mem=100 -t 60", 3000));
    controller.submit(request_of("-A chemistry -w n4 -N1 --exclusive -t 60", 3600));
    controller.run_until(Instant{100});
    CHECK(controller.state().nodes.planned.contains(3) == promised);
    CHECK((controller.find(4)->state == JobState::pending) == promised);
    // It still starts: the node that it shares with its own account then counts once.
    controller.run_until(Instant{4000});
    CHECK(controller.find(3)->state == JobState::running);
}
