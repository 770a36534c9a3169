// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>

namespace clustersim::slurm {

/// The names of a member of a structure.
struct KeyName {
    std::string_view key;  ///< in a site file and in a machine file
    std::string_view
        conf;  ///< in slurm.conf, sacctmgr or scontrol; empty if they have no such name
    std::string_view meaning;  ///< a sentence for the documentation and for editors
};

/// The keys of a structure: each(visitor) visits every member once, with its names and unit, so that
/// reader, writer and schema agree. A key is written only if its value differs from the structure's
/// default. The parameters of the cluster have their own table: parameters.inc.
template <class T>
struct KeysOf;

/// Calls `take` with the name of every member.
template <class Take>
class KeyNames {
  public:
    explicit KeyNames(Take take) : take_(std::move(take)) {}
    void operator()(KeyName const& name, auto /*member*/) { take_(name); }
    void seconds(KeyName const& name, auto /*member*/) { take_(name); }
    void minutes(KeyName const& name, auto /*member*/) { take_(name); }
    void seconds_or_unlimited(KeyName const& name, auto /*member*/) { take_(name); }
    void minutes_or_unlimited(KeyName const& name, auto /*member*/) { take_(name); }
    void mebibytes(KeyName const& name, auto /*member*/) { take_(name); }
    void nodes(KeyName const& name, auto /*member*/) { take_(name); }
    void signed_list(KeyName const& name, auto /*member*/) { take_(name); }

  private:
    Take take_;
};

/// Calls `take` with the name of every member of T that has a row.
template <class T, class Take>
void each_key_name(Take take) {
    KeyNames<Take> visitor(std::move(take));
    KeysOf<T>::each(visitor);
}

}  // namespace clustersim::slurm
