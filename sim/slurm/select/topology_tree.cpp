// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/topology_tree.hpp"

#include <algorithm>
#include <limits>

namespace clustersim::slurm {

namespace {

/// The offers of one evaluation by switch; the buffers belong to the scratch.
class Tree {
  public:
    Tree(Evaluation& evaluation, bool nearer_must_fit)
        : evaluation_(evaluation),
          scratch_(evaluation.scratch()),
          nearer_must_fit_(nearer_must_fit),
          nodes_(scratch_.switch_nodes),
          cpus_(scratch_.switch_cpus),
          weight_(scratch_.switch_weight),
          distance_(scratch_.leaf_distance) {
        count_all();
    }

    [[nodiscard]] bool choose_top();
    [[nodiscard]] bool choose_lightest_top();
    void keep_below_top();
    void take_cheaper_groups();
    void end_at_weight(std::int64_t weight);
    void fill_started_leaves();
    [[nodiscard]] std::int32_t nearest_leaf() const;
    [[nodiscard]] std::int32_t fullest_leaf() const;
    void fill(std::int32_t leaf);
    [[nodiscard]] bool take_one(std::int32_t leaf);
    [[nodiscard]] std::int32_t nodes(std::int32_t node) const { return nodes_[at(node)]; }

  private:
    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
    [[nodiscard]] SwitchTable const& table(std::int32_t index) const {
        return scratch_.switches[at(index)];
    }
    [[nodiscard]] std::int32_t leaf_of(std::int32_t offer) const {
        return scratch_.node_leaf[at(evaluation_.offer(offer).node)];
    }
    [[nodiscard]] bool allowed(std::int32_t offer) const {
        return scratch_.offer_allowed[at(offer)] != 0;
    }
    void count_all();
    void use_up(std::int32_t leaf);
    /// True if the free nodes below a switch are enough for the rest of the job.
    [[nodiscard]] bool holds(std::int32_t node) const;
    struct Comparison {
        std::int32_t better;  ///< above zero: the first is the better leaf
        bool first_holds;     ///< the first, or the switch above it that decided, holds the rest
    };
    [[nodiscard]] Comparison compare(std::int32_t a, std::int32_t b) const;
    [[nodiscard]] std::int32_t hops(std::int32_t a, std::int32_t b) const;

    Evaluation& evaluation_;
    SelectScratch& scratch_;
    bool nearer_must_fit_;
    std::vector<std::int32_t>& nodes_;     ///< free nodes below each switch
    std::vector<std::int64_t>& cpus_;      ///< CPUs offered below each switch at first
    std::vector<std::int64_t>& weight_;    ///< the lowest one of these offers
    std::vector<std::int32_t>& distance_;  ///< of each leaf to those in use
    std::int32_t top_ = -1;
};

void Tree::count_all() {
    nodes_.assign(scratch_.switches.size(), 0);
    cpus_.assign(scratch_.switches.size(), 0);
    weight_.assign(scratch_.switches.size(), std::numeric_limits<std::int64_t>::max());
    distance_.assign(scratch_.switches.size(), 0);
    scratch_.offer_allowed.assign(at(evaluation_.offers()), 1);
    scratch_.node_offer.assign(scratch_.node_leaf.size(), -1);
    for (std::int32_t i = 0; i < evaluation_.offers(); ++i) {
        scratch_.node_offer[at(evaluation_.offer(i).node)] = i;
        for (auto s = leaf_of(i); s >= 0; s = table(s).parent) {
            ++nodes_[at(s)];
            cpus_[at(s)] += evaluation_.offer(i).cpus;
            weight_[at(s)] = std::min(weight_[at(s)], evaluation_.offer(i).weight);
        }
    }
}

bool Tree::holds(std::int32_t node) const {
    return nodes(node) >= evaluation_.nodes_left() &&
           (!nearer_must_fit_ || cpus_[at(node)] >= evaluation_.cpus_left());
}

/// Spec 6.9.10.
bool Tree::choose_lightest_top() {
    auto lightest = std::numeric_limits<std::int64_t>::max();
    for (std::int32_t s = 0; s < static_cast<std::int32_t>(scratch_.switches.size()); ++s) {
        if (nodes(s) == 0 || !evaluation_.enough_nodes(nodes(s)) ||
            cpus_[at(s)] < evaluation_.cpus_left())
            continue;
        auto const weight = weight_[at(s)];
        if (top_ >= 0 && (table(s).level < table(top_).level || weight > lightest)) continue;
        top_ = s;
        lightest = weight;
    }
    return top_ >= 0;
}

/// Spec 6.9.1.
bool Tree::choose_top() {
    auto const& request = evaluation_.request();
    if (nearer_must_fit_ && !request.has_required()) return choose_lightest_top();
    auto const count = static_cast<std::int32_t>(scratch_.switches.size());
    for (std::int32_t s = 0; s < count; ++s) {
        auto const& one = table(s);
        auto const fits = request.has_required() ? one.nodes.intersects(request.required)
                                                 : nodes(s) >= request.min_nodes;
        if (fits && (top_ < 0 || one.level > table(top_).level ||
                     (one.level == table(top_).level && nodes(s) > nodes(top_))))
            top_ = s;
    }
    return top_ >= 0 &&
           (!request.has_required() || table(top_).nodes.contains_all(request.required));
}

void Tree::keep_below_top() {
    nodes_.assign(nodes_.size(), 0);
    for (std::int32_t i = 0; i < evaluation_.offers(); ++i) {
        auto const inside = table(top_).nodes.contains(evaluation_.offer(i).node);
        scratch_.offer_allowed[at(i)] = inside ? 1 : 0;
    }
}

/// Takes the nodes below a weight and allows none above it.
void Tree::end_at_weight(std::int64_t weight) {
    for (std::int32_t i = 0; i < evaluation_.offers(); ++i)
        if (allowed(i) && evaluation_.offer(i).weight > weight)
            scratch_.offer_allowed[at(i)] = 0;
        else if (allowed(i) && evaluation_.offer(i).weight < weight && !evaluation_.finished())
            evaluation_.take(i);
}

/// Takes the nodes of all needed weights but the highest; no node of a higher weight is allowed
/// (spec 6.9.2).
void Tree::take_cheaper_groups() {
    auto weight = std::numeric_limits<std::int64_t>::min();
    std::int64_t cpus = 0;
    std::int32_t found = 0;
    while (true) {
        auto next = std::numeric_limits<std::int64_t>::max();
        for (std::int32_t i = 0; i < evaluation_.offers(); ++i) {
            auto const& offer = evaluation_.offer(i);
            if (allowed(i) && !evaluation_.is_taken(i) && offer.weight > weight)
                next = std::min(next, offer.weight);
        }
        if (next == std::numeric_limits<std::int64_t>::max()) break;
        for (std::int32_t i = 0; i < evaluation_.offers(); ++i) {
            auto const& offer = evaluation_.offer(i);
            if (allowed(i) && !evaluation_.is_taken(i) && offer.weight == next) {
                cpus += offer.cpus;
                ++found;
            }
        }
        if (cpus >= evaluation_.cpus_left() && evaluation_.enough_nodes(found)) {
            end_at_weight(next);
            break;
        }
        weight = next;
    }
    for (std::int32_t i = 0; i < evaluation_.offers(); ++i) {
        if (!allowed(i) || evaluation_.is_taken(i)) continue;
        for (auto s = leaf_of(i); s >= 0; s = table(s).parent) ++nodes_[at(s)];
    }
}

std::int32_t Tree::hops(std::int32_t a, std::int32_t b) const {
    std::int32_t steps = 0;
    while (a != b && a >= 0 && b >= 0) {
        auto const a_first = table(a).level <= table(b).level;
        auto const b_first = table(b).level <= table(a).level;
        if (a_first) {
            a = table(a).parent;
            ++steps;
        }
        if (b_first) {
            b = table(b).parent;
            ++steps;
        }
    }
    return steps;
}

void Tree::use_up(std::int32_t leaf) {
    for (auto const other : scratch_.leaves) distance_[at(other)] += hops(leaf, other);
    auto const used = nodes(leaf);
    if (nearer_must_fit_)
        for (auto s = table(leaf).parent; s >= 0; s = table(s).parent)
            nodes_[at(s)] = std::max(nodes(s) - used, 0);
    nodes_[at(leaf)] = 0;
}

void Tree::fill(std::int32_t leaf) {
    table(leaf).nodes.for_each([&](std::int32_t node) {
        auto const i = scratch_.node_offer[at(node)];
        if (i >= 0 && allowed(i) && !evaluation_.finished()) evaluation_.take_if_enough(i);
    });
    if (!evaluation_.finished()) use_up(leaf);
}

/// Spec 6.9.3.
void Tree::fill_started_leaves() {
    scratch_.order.clear();
    for (auto const& pick : scratch_.picks) scratch_.order.push_back(leaf_of(pick.offer));
    for (auto const leaf : scratch_.leaves) {
        auto const& started = scratch_.order;
        if (std::find(started.begin(), started.end(), leaf) != started.end()) fill(leaf);
    }
}

/// Which leaf is better for the remaining need. If neither can hold it, their parents are compared,
/// and so on up to the common ancestor (spec 6.9.4, observed).
Tree::Comparison Tree::compare(std::int32_t a, std::int32_t b) const {
    bool a_holds = false;
    while (true) {
        a_holds = holds(a);
        auto const b_holds = holds(b);
        if (a_holds != b_holds) return {a_holds ? 1 : -1, a_holds};
        if (a_holds && nodes(a) != nodes(b)) return {nodes(b) - nodes(a), a_holds};
        auto const a_parent = table(a).parent, b_parent = table(b).parent;
        if (a_holds || a_parent == b_parent || a_parent < 0 || b_parent < 0) break;
        a = a_parent;
        b = b_parent;
    }
    if (nodes(a) != nodes(b)) return {nodes(a) - nodes(b), a_holds};
    return {table(b).level - table(a).level, a_holds};
}

std::int32_t Tree::nearest_leaf() const {
    std::int32_t best = -1;
    for (auto const leaf : scratch_.leaves) {
        if (nodes(leaf) == 0) continue;
        if (best < 0) {
            best = leaf;
            continue;
        }
        auto const [better, holds] = compare(leaf, best);
        auto const here = distance_[at(leaf)], there = distance_[at(best)];
        bool const nearer_wins = nearer_must_fit_ ? holds : better >= 0;
        if ((nearer_wins && here < there) || (better > 0 && here == there)) best = leaf;
    }
    return best;
}

std::int32_t Tree::fullest_leaf() const {
    std::int32_t best = -1;
    for (auto const leaf : scratch_.leaves)
        if (nodes(leaf) > 0 && (best < 0 || nodes(leaf) > nodes(best))) best = leaf;
    return best;
}

bool Tree::take_one(std::int32_t leaf) {
    bool taken = false;
    table(leaf).nodes.for_each([&](std::int32_t node) {
        auto const i = scratch_.node_offer[at(node)];
        if (i >= 0 && allowed(i) && !taken && !evaluation_.is_taken(i)) {
            evaluation_.take_if_enough(i);
            taken = evaluation_.is_taken(i);
        }
    });
    return taken;
}

void choose_nearest(Evaluation& evaluation, Tree& tree) {
    while (!evaluation.finished()) {
        auto const leaf = tree.nearest_leaf();
        if (leaf < 0) break;
        tree.fill(leaf);
    }
}

/// Spec 6.9.7: one leaf if it can hold everything, else one node of each leaf in turn.
void choose_spreading(Evaluation& evaluation, Tree& tree, bool has_required) {
    if (!has_required) {
        auto const leaf = tree.fullest_leaf();
        if (leaf >= 0 && tree.nodes(leaf) >= evaluation.nodes_left()) tree.fill(leaf);
    }
    for (bool progress = true; progress && !evaluation.finished();) {
        progress = false;
        for (auto const leaf : evaluation.scratch().leaves) {
            if (evaluation.finished()) break;
            progress = tree.take_one(leaf) || progress;
        }
    }
}

}  // namespace

bool choose_in_tree(Evaluation& evaluation, bool dragonfly, Release release) {
    Tree tree(evaluation, release.has(ReleaseChange::nearer_leaf_must_fit));
    if (!tree.choose_top()) return false;
    tree.keep_below_top();
    if (!evaluation.take_required() || evaluation.complete()) return evaluation.complete();
    tree.take_cheaper_groups();
    if (dragonfly) {
        choose_spreading(evaluation, tree, evaluation.request().has_required());
    } else {
        tree.fill_started_leaves();
        choose_nearest(evaluation, tree);
    }
    return evaluation.acceptable();
}

std::int32_t count_leaves(SelectScratch& scratch) {
    auto& seen = scratch.order;
    seen.clear();
    for (auto const& pick : scratch.picks) {
        auto const node = scratch.active[static_cast<std::size_t>(pick.offer)].node;
        auto const leaf = scratch.node_leaf[static_cast<std::size_t>(node)];
        seen.push_back(leaf >= 0 ? leaf : -1 - node);
    }
    std::sort(seen.begin(), seen.end());
    return static_cast<std::int32_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
}

}  // namespace clustersim::slurm
