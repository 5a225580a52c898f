import type { Lanes } from "../../../../wgsl/binary/formats/index.ts";
import { fileOption } from "../../given-files.ts";
import { plain as plainEdges } from "../../nodes/edges/plain.ts";
import type { EdgeRule } from "../../nodes/rule.ts";
import { plain as plainVariables } from "../../nodes/variables/plain.ts";
import type { DecoderOptions } from "../../option.ts";
import { optionsOf } from "../../spec.ts";
import { checkTables, degreesOf, levelConstants, levelWords, readLevels } from "../level-tables.ts";
import type { BinaryRule } from "../rule.ts";

const OPTIONS = {
  table: fileOption(
    "maps",
    "JSON with the levels of messages, the maps of variables and checks, and thresholds of the channel's LLRs (doc/guide/finite-alphabet.md); none: sums in 7 levels",
  ),
} as const satisfies DecoderOptions;

/** Messages that variables have looked up, as states of edges. */
const lookedUp: EdgeRule = { ...plainEdges, part: { name: "binary/levels/given" }, words: 1 };

const levels: Lanes = { name: "binary/formats/levels", interleave: 4 };

export const finiteAlphabet: BinaryRule = {
  description: "messages of 3 to 5 bits by tables: FAID, information bottleneck",
  equation: [
    "Q_k = Φ(y, R_1 … R_d without R_k), by a table for each degree d",
    "R_i = Π_{k≠i} sign(Q_k) · min_{k≠i} |Q_k|,",
    "  or tables of two magnitudes each",
    "  y the channel's value, the first Q_k Φ(y, 0 … 0)",
    "  unless the table says otherwise",
  ],
  source:
    "Planjery, Declercq, Danjean and Vasić, IEEE Trans. Commun. 61 (2013) 4033; tables in steps: Kurkoski, Yamaguchi and Kobayashi 2008",
  claim:
    "Planjery et al. 2013: the 7-level table corrects every pattern of five errors on tanner-155-64 and has a lower floor than belief propagation. Here it corrects the errors of the smallest trapping sets (test/decoder/binary/levels.node.test.ts), and at QBER 0.02 fails in 21 of 2,932,736 frames, sum-product in 60 of 2,756,608, with 100 iterations (doc/guide/finite-alphabet.md).",
  cost: {
    formula: "5d",
    operations: (d) => 5 * d,
    kind: "comparison",
    of: "minima and signs of each edge; variables look a table up d − 1 times for each edge, for each of four frames",
  },
  exactness: { devices: "bit-equal", text: "whole numbers" },
  use:
    "For decoders of few bits, whose tables are made for a channel or against the trapping sets of a code. Posteriors are decisions alone: there is " +
    "no soft output. A known symbol counts as the channel's largest value. Without a table it is min-sum in 3 bits.",
  advice: [],
  options: OPTIONS,
  llrMaximum: () => Number.POSITIVE_INFINITY,
  fixed: {
    schedule: "flooding",
    messages: "int8",
    storage: "auto",
    mapping: "auto",
  },
  arithmetic: (spec) => {
    const decoder = readLevels(optionsOf(OPTIONS, spec).table);
    const hasPairs = decoder.iterations[0].check !== undefined;
    return {
      lanes: levels,
      rule: { name: hasPairs ? "binary/levels/pairs" : "binary/levels/least" },
      constants: levelConstants(decoder),
      ...(hasPairs && { tables: (_graph, code) => checkTables(decoder, degreesOf(code).check) }),
      nodes: { variable: { ...plainVariables }, edge: lookedUp },
      lookUp: (code) => levelWords(decoder, degreesOf(code).variables),
    };
  },
};
