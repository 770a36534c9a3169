// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/accounting_reading.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/site/association.hpp"
#include "sim/slurm/site/qos.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

// Each of these functions reads the value of one word. An empty value, -1 and NOT_SET clear a
// limit.

void set_count(std::optional<std::int64_t>& target,
               SacctmgrWord const& word,
               AccountingReading& reading);
/// Whole minutes, or a time in Slurm's format.
void set_minutes(std::optional<std::int64_t>& target,
                 SacctmgrWord const& word,
                 AccountingReading& reading);
/// "cpu=10,mem=4G,gres/gpu=2"; an amount of -1 clears its limit. Warns of resources that the
/// cluster does not track, which cannot be limited.
void set_tres_limits(TresLimits& target, SacctmgrWord const& word, AccountingReading& reading);
void set_one_limit(TresLimits& target,
                   std::size_t tres,
                   SacctmgrWord const& word,
                   AccountingReading& reading);
void set_number(std::int64_t& target, SacctmgrWord const& word, AccountingReading& reading);
void set_real(std::optional<double>& target, SacctmgrWord const& word, AccountingReading& reading);

/// A list of names, each with or without a plus sign.
void set_names(std::vector<std::string>& target,
               SacctmgrWord const& word,
               AccountingReading& reading);

void set_shares(Association& target, SacctmgrWord const& word, AccountingReading& reading);
void set_usage_factor(Qos& target, SacctmgrWord const& word, AccountingReading& reading);
void set_grace_time(Qos& target, SacctmgrWord const& word, AccountingReading& reading);
void set_preempt_mode(Qos& target, SacctmgrWord const& word, AccountingReading& reading);
void set_preempt_exempt_time(Qos& target, SacctmgrWord const& word, AccountingReading& reading);
void set_qos_flags(Qos& target, SacctmgrWord const& word, AccountingReading& reading);

}  // namespace clustersim::slurm
