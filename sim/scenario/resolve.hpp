// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/library.hpp"
#include "sim/scenario/node_wish.hpp"
#include "sim/scenario/read_inputs.hpp"
#include "sim/scenario/resolved_run.hpp"
#include "sim/scenario/variants.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace clustersim {

/// Resolves variants one after another and remembers what it has read, so that runs with the same queue share it.
class RunResolver {
  public:
    /// `wish` as in resolve_all(). `known` are inputs that were read before; they are not read again.
    explicit RunResolver(Library library,
                         std::optional<NodeWish> wish = std::nullopt,
                         ReadInputs known = {});
    ~RunResolver();
    RunResolver(RunResolver&&) noexcept;
    RunResolver& operator=(RunResolver&&) noexcept;

    /// Changes the wish, for the variants of another scenario.
    void wish(NodeWish wish);
    [[nodiscard]] Library const& library() const;

    /// The run without `inputs`, or all problems of the variant.
    Result<ResolvedRun> resolve(Variant const& variant);
    /// All that was read so far.
    [[nodiscard]] ReadInputs const& inputs() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

/// Resolves every variant and reports all problems; a problem of several variants is reported once. Impossible
/// requests (never fits, over a limit, out of memory) are errors. For a scenario without a partition, one that admits
/// its jobs is chosen, with nodes as in `wish`, or as in the machine's default partition if there is no wish.
Result<std::vector<ResolvedRun>> resolve_all(std::vector<Variant> const& variants,
                                             Library const& library,
                                             std::optional<NodeWish> const& wish = std::nullopt);

}  // namespace clustersim
