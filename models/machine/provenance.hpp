// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// How far a number can be trusted, best first; `recalled` was not looked up again, `calibrated`
/// was fitted to data named in its note.
enum class Confidence {
    seed,
    docs,
    paper,
    vendor,
    community,
    probe,
    inferred,
    estimate,
    recalled,
    calibrated,
};
NameTable<Confidence> confidence_names();
std::string_view name_of(Confidence confidence);

/// One number of an annotated document with where it comes from; values_of() gives its words too.
struct Fact {
    std::string path;      ///< "partitions.boost_usr_prod.limits.max_nodes"
    std::string value;     ///< as written, with its unit; a list in brackets
    std::string source;    ///< key of the document's `sources:`; empty when it has none
    std::string citation;  ///< what that key stands for
    std::string confidence;
    std::string note;
    SourceSpan span;
    std::string line_text;  ///< the line it stands on
    bool is_number = true;
};

/// Every number of the document in its order. `source`, `confidence` and `note` are inherited from
/// the nearest mapping around the number, but only from one written in the same file: what `extends:`
/// lays over a parent does not borrow the parent's sources.
std::vector<Fact> facts_of(ConfigNode const& document);

/// Every number and every word of the document that is about the thing it describes, in its order:
/// names of parts, flags, units, lists of names. A mapping that has a `note:` and is no number of its
/// own gives a row without a value, before its parts.
std::vector<Fact> values_of(ConfigNode const& document);

/// The value at a path of keys ("training.precision"), number or text, with where it comes from; nothing
/// where the document has none.
std::optional<Fact> fact_at(ConfigNode const& document, std::string_view path);

/// The citations of `sources:`, by key.
std::map<std::string, std::string> sources_of(ConfigNode const& document);

/// Reports each number without source or confidence, each source that `sources:` lacks, and each
/// unknown confidence.
void check_provenance(ConfigNode const& document, Diagnostics& diagnostics);

/// Reads the list `corrections:`: where a source (`seed`) is not followed, what is used, and why.
void read_corrections(Reader& reader);

/// Requires `schema:` to be `expected`.
void check_schema_name(Reader& reader, std::string_view expected);

}  // namespace clustersim
