// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// How far a number can be trusted, best first; `recalled`: not looked up again; `calibrated`:
/// fitted to the data named in its note.
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
std::string_view name_of(Confidence confidence);

/// One number of an annotated document with its source; values_of() also gives text values.
struct Fact {
    std::string path;      ///< "partitions.boost_usr_prod.limits.max_nodes"
    std::string value;     ///< as written, with its unit; a list in brackets
    std::string source;    ///< key of the document's `sources:`; empty if it has none
    std::string citation;  ///< the citation under that key
    std::string confidence;
    std::string note;
    SourceSpan span;
    std::string line_text;  ///< the text of its line
    bool is_number = true;
};

/// Every number of the document in its order. `source`, `confidence` and `note` are inherited from
/// the nearest mapping that contains the number, but only from one in the same file: values that
/// replace a parent's by `extends:` do not take the parent's sources.
std::vector<Fact> facts_of(ConfigNode const& document);

/// Every number and every text of the document that describes its subject, in its order: names of
/// parts, flags, units, lists of names. A mapping that has a `note:` and is not itself a number gives
/// a row without a value, before its parts.
std::vector<Fact> values_of(ConfigNode const& document);

/// The value at a path of keys ("training.precision"), number or text, with its source; nothing if the
/// document has none.
std::optional<Fact> fact_at(ConfigNode const& document, std::string_view path);

/// The citations of `sources:`, by key.
std::map<std::string, std::string> sources_of(ConfigNode const& document);

/// Reports each number without source or confidence, each source that is not in `sources:`, and
/// each unknown confidence.
void check_provenance(ConfigNode const& document, Diagnostics& diagnostics);

/// Reads the list `corrections:`: values that differ from a source (`seed`), what is used instead,
/// and why.
void read_corrections(Reader& reader);

/// Reads `remarks:`, what is known of the subject that no other key takes: texts by name, each with source and confidence.
void read_remarks(Reader& reader);

/// Requires `schema:` to be `expected`.
void check_schema_name(Reader& reader, std::string_view expected);

}  // namespace clustersim
