// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/fairshare.hpp"
#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <string>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// A tree of up to 30 associations with small numbers, so that ties are frequent.
Site any_tree() {
    Site site;
    site.associations.resize(1);
    std::vector<std::int32_t> accounts = {0};
    auto const count = *rc::gen::inRange(1, 30);
    for (std::int32_t i = 1; i <= count; ++i) {
        Association next;
        next.parent = *rc::gen::elementOf(accounts);
        next.account = "a" + std::to_string(i);
        next.shares = *rc::gen::inRange<std::int64_t>(0, 4);
        next.shares_of_parent = *rc::gen::inRange(0, 8) == 0;
        if (*rc::gen::inRange(0, 3) > 0)
            next.user = "u" + std::to_string(i);
        else
            accounts.push_back(i);
        site.associations.push_back(next);
    }
    site.settings.priority.merge_tied_accounts = *rc::gen::arbitrary<bool>();
    return site;
}

void use(Site const& site, AssociationUsage& usage) {
    for (std::int32_t i = 0; i < std::ssize(site.associations); ++i)
        if (site.associations[static_cast<std::size_t>(i)].is_user())
            usage.add_past(i, *rc::gen::inRange(0, 4));
}

}  // namespace

TEST_CASE("fair tree gives users factors in (0, 1], larger ones for larger level fairshare",
          "[slurm_priority][property]") {
    CHECK(rc::check([] {
        auto const site = any_tree();
        AssociationUsage usage(site);
        use(site, usage);
        auto const factors = compute_fairshare(site, usage);
        for (std::size_t a = 0; a < factors.size(); ++a) {
            auto const& one = site.associations[a];
            RC_ASSERT((factors[a].factor > 0.0) == one.is_user());
            RC_ASSERT(factors[a].factor <= 1.0);
            for (std::size_t b = 0; b < factors.size(); ++b) {
                auto const& other = site.associations[b];
                if (!one.is_user() || !other.is_user() || one.parent != other.parent ||
                    !factors[a].level_fs || !factors[b].level_fs)
                    continue;
                if (factors[a].level_fs > factors[b].level_fs)
                    RC_ASSERT(factors[a].factor > factors[b].factor);
                else if (factors[a].level_fs == factors[b].level_fs)
                    RC_ASSERT(factors[a].factor == factors[b].factor);
            }
        }
    }));
}

TEST_CASE("fair tree kept between periods equals a new one", "[slurm_priority][property]") {
    CHECK(rc::check([] {
        auto const site = any_tree();
        AssociationUsage usage(site);
        Fairshare kept(site);
        for (int period = 0; period < 3; ++period) {
            usage.decay(Seconds{300});
            if (*rc::gen::arbitrary<bool>()) use(site, usage);
            kept.update(usage);
            auto const anew = compute_fairshare(site, usage);
            for (std::size_t i = 0; i < anew.size(); ++i)
                RC_ASSERT(kept.factor(static_cast<std::int32_t>(i)) == anew[i].factor);
        }
    }));
}
