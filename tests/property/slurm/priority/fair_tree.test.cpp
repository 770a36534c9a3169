// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/fairshare.hpp"
#include "sim/slurm/priority/shares.hpp"
#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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

/// Some users get more usage; few of them where `all` is false.
void use(Site const& site, AssociationUsage& usage, bool all = true) {
    for (std::int32_t i = 0; i < std::ssize(site.associations); ++i)
        if (site.associations[static_cast<std::size_t>(i)].is_user() &&
            (all || *rc::gen::inRange(0, 5) == 0)) {
            double const amount = *rc::gen::inRange(0, 4);
            switch (*rc::gen::inRange(0, 3)) {
                case 0: usage.add_past(i, amount); break;
                // The accounts above keep theirs, as in an import.
                case 1: usage.set_past(i, amount, 0.0, {}); break;
                default: usage.charge(i, {}, {.elapsed = Seconds{300}, .billing = amount}); break;
            }
        }
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

namespace {

/// The rule as it is documented for one walk of the whole tree, with the level fair shares that were found.
class PlainWalk {
  public:
    PlainWalk(Site const& site, FairshareFactors const& factors)
        : site_(site), shares_(level_shares(site)), factors_(factors) {
        for (Association const& one : site.associations) users_ += one.is_user() ? 1 : 0;
        next_ = given_ = users_;
    }

    std::vector<double> ranked() {
        found_.assign(site_.associations.size(), 0.0);
        visit(members_of({0}), false);
        return found_;
    }

  private:
    [[nodiscard]] long double level(std::size_t i) const {
        // Users with Fairshare=parent have none in the report, and come first.
        return factors_[i].level_fs.value_or(std::numeric_limits<long double>::infinity());
    }
    [[nodiscard]] std::vector<std::size_t>
    members_of(std::vector<std::size_t> const& accounts) const {
        std::vector<std::size_t> members;
        for (std::size_t i = 1; i < site_.associations.size(); ++i) {
            Association const& one = site_.associations[i];
            auto const parent = static_cast<std::size_t>(shares_.level_parent[i]);
            if ((one.is_user() || !one.shares_of_parent) &&
                std::ranges::find(accounts, parent) != accounts.end())
                members.push_back(i);
        }
        std::ranges::stable_sort(members, [&](std::size_t a, std::size_t b) {
            if (level(a) != level(b)) return level(a) > level(b);
            return site_.associations[a].is_user() && !site_.associations[b].is_user();
        });
        return members;
    }
    void visit(std::vector<std::size_t> const& members, bool tied) {
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (i > 0) tied = level(members[i]) == level(members[i - 1]);
            if (site_.associations[members[i]].is_user()) {
                if (!tied) given_ = next_;
                found_[members[i]] = static_cast<double>(given_) / static_cast<double>(users_);
                --next_;
                continue;
            }
            std::vector<std::size_t> accounts = {members[i]};
            while (site_.settings.priority.merge_tied_accounts && i + 1 < members.size() &&
                   level(members[i + 1]) == level(members[i]))
                accounts.push_back(members[++i]);
            visit(members_of(accounts), tied);
        }
    }

    Site const& site_;
    Shares shares_;
    FairshareFactors const& factors_;
    std::vector<double> found_;
    std::int64_t users_ = 0;
    std::int64_t next_ = 0;
    std::int64_t given_ = 0;
};

}  // namespace

TEST_CASE("fair tree ranks as one walk of the whole tree does", "[slurm_priority][property]") {
    CHECK(rc::check([] {
        auto const site = any_tree();
        AssociationUsage usage(site);
        use(site, usage);
        auto const factors = compute_fairshare(site, usage);
        auto const plain = PlainWalk(site, factors).ranked();
        for (std::size_t i = 0; i < plain.size(); ++i) RC_ASSERT(factors[i].factor == plain[i]);
    }));
}

TEST_CASE("fair tree kept between periods equals a new one", "[slurm_priority][property]") {
    CHECK(rc::check([] {
        auto const site = any_tree();
        AssociationUsage usage(site);
        Fairshare kept(site);
        for (int period = 0; period < 5; ++period) {
            // The scale of the usage is renewed after very long gaps.
            usage.decay(*rc::gen::element(Seconds{300}, Seconds{1000 * 86400}));
            if (*rc::gen::inRange(0, 8) == 0) usage.reset();
            if (*rc::gen::arbitrary<bool>()) use(site, usage, *rc::gen::arbitrary<bool>());
            kept.update(usage);
            auto const anew = compute_fairshare(site, usage);
            auto const seen = kept.report();
            for (std::size_t i = 0; i < anew.size(); ++i) {
                RC_ASSERT(kept.factor(static_cast<std::int32_t>(i)) == anew[i].factor);
                RC_ASSERT(seen[i].level_fs == anew[i].level_fs);
                RC_ASSERT(seen[i].effective_usage == anew[i].effective_usage);
                RC_ASSERT(seen[i].norm_usage == anew[i].norm_usage);
            }
        }
    }));
}
