import { InputError } from "../../errors.ts";
import type { DeviceLimits, Dispatch } from "../../gpu/program.ts";
import { joinedOptions } from "../checked-rules.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { givenRule, requireNames } from "../nodes/given.ts";
import { SYMBOL_NODE_OPTIONS } from "../nonbinary/weights.ts";
import type { DecoderOptions } from "../option.ts";
import { SYMBOL_OSD_OPTIONS, symbolOsdStages } from "../osd/symbols.ts";
import type { CheckNodeRule, DecodableCode, DecoderRequest } from "../rule.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { testsWanted } from "./decoder.ts";
import { withMembers } from "./ensemble.ts";
import { REPROCESS_OPTIONS } from "./options.ts";
import { withOsdRounds } from "./osd-rounds.ts";

/** The posteriors of the main decoder. They are not its soft output: decisions of failed frames change afterwards. */
const POSTERIORS = "posterior_llr";

const WITH_OSD = ["reprocess", "osd", "ensemble+osd", "relay+osd"] as const;

/** What rules of edges of bits read: costs of symbols have no signs. */
const OF_SIGNS = /\b(?:SIGN_BITS|LANE_BITS|signs?_\w+|with_signs|nonzero_word|erased_where)\b/;

/** The options of reprocessing over GF(q). */
const OPTIONS = {
  reprocess: {
    default: "none",
    choices: ["none", "osd", "ensemble", "relay", "ensemble+osd", "relay+osd"],
    onlyWith: ["stop", "syndrome"],
    description:
      "decode frames that failed again: osd, by ordered statistics; ensemble, by decoders of other random orders (order=random) or values " +
      "(gamma=uniform(a,b)); relay, by legs with other memories that go on from the posteriors before; +osd: then the frames that are left by osd",
  },
  "osd-basis": { ...SYMBOL_OSD_OPTIONS.basis, onlyWith: WITH_OSD },
  "osd-order": { ...SYMBOL_OSD_OPTIONS.order, onlyWith: WITH_OSD },
  "osd-sweep": { ...SYMBOL_OSD_OPTIONS.sweep, onlyWith: WITH_OSD },
  "osd-from": {
    default: "auto",
    choices: ["auto", "channel", "posterior"],
    onlyWith: WITH_OSD,
    description:
      "LLRs that patterns change the decisions of and that order positions; words are compared by the channel's; auto: posterior with variable=joint, as the channel knows nothing of qubits, else channel",
    rewritten: (from, { variable }) => (from !== "auto" ? from : variable === "joint" ? "posterior" : "channel"),
  },
  ensemble: REPROCESS_OPTIONS.ensemble,
  pick: {
    ...REPROCESS_OPTIONS.pick,
    description:
      "first: the word of the first decoder that finds one; lightest: of all words the one with the least Σ L(a) of the channel",
  },
  legs: REPROCESS_OPTIONS.legs,
  "leg-gamma": REPROCESS_OPTIONS["leg-gamma"],
  solutions: {
    ...REPROCESS_OPTIONS.solutions,
    description:
      "words after which a frame ends: the one with the least Σ L(a) of the channel is its decision; from 2 on all frames go through legs",
  },
} as const satisfies DecoderOptions;

/** Those that every decoder over GF(q) has, where they apply. */
const OF_OSD = {
  reprocess: OPTIONS.reprocess,
  "osd-basis": OPTIONS["osd-basis"],
  "osd-order": OPTIONS["osd-order"],
  "osd-sweep": OPTIONS["osd-sweep"],
} as const satisfies DecoderOptions;

/** Those of decoders without posteriors and without rules of variables and edges. */
const OSD_OPTIONS: DecoderOptions = {
  reprocess: {
    ...OPTIONS.reprocess,
    choices: ["none", "osd"],
    description: "decode frames that failed again by ordered statistics",
  },
  "osd-basis": { ...SYMBOL_OSD_OPTIONS.basis, onlyWith: ["reprocess", "osd"] },
  "osd-order": { ...SYMBOL_OSD_OPTIONS.order, onlyWith: ["reprocess", "osd"] },
  "osd-sweep": { ...SYMBOL_OSD_OPTIONS.sweep, onlyWith: ["reprocess", "osd"] },
};

/**
 * The decoder of a rule over GF(q), with reprocessing of failed frames as its spec asks.
 * @param isMessagePassing whether the family has messages, with rules of variables and edges, and can write posteriors.
 */
export function symbolReprocessingRule(rule: CheckNodeRule, isMessagePassing: boolean): CheckNodeRule {
  return {
    ...rule,
    options: joinedOptions(rule.options, ...(isMessagePassing ? [SYMBOL_NODE_OPTIONS, OPTIONS] : [OSD_OPTIONS])),
    decoder(code, spec, limits, request = {}) {
      const given = isMessagePassing ? givenRule(spec) : undefined;
      if (given?.kind === "check") {
        throw new InputError(
          `is a rule of checks, which is for codes over GF(2): over GF(q) ${spec.rule} takes a rule of variables (prior) or of edges (edge_updated)`,
          { file: given.part.given.file },
        );
      }
      if (given !== undefined) {
        requireNames(
          given.part.given,
          OF_SIGNS,
          "costs of symbols have no signs; edge_updated has the cost t of a symbol over GF(q), and symbol, likeliest and is_tied of its message",
        );
      }
      const { reprocess = "none" } = optionsOf(isMessagePassing ? OPTIONS : OSD_OPTIONS, spec);
      if (reprocess === "none") return rule.decoder(code, spec, limits, request);
      const soft = spec.options["osd-from"] === "posterior";
      const main = rule.decoder(code, spec, limits, { ...request, soft });
      const { syndrome = false, frames = Number.POSITIVE_INFINITY } = request;
      const { columns: n, rows: checks, field } = code.matrix;
      const members = { q: field.q, n, checks, syndrome, frames, tests: testsWanted(limits, 1) };
      const decoder =
        reprocess === "osd"
          ? main
          : withMembers(main, spec, members, (own, member) => rule.decoder(code, own, limits, { syndrome, ...member }));
      return String(reprocess).endsWith("osd") ? withOsd(decoder, code, spec, limits, request) : decoder;
    },
  };
}

/** Ordered statistics of the frames that a decoder leaves. */
function withOsd(
  decoder: DecoderProgram,
  { matrix, rewired, name = "this code" }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false, frames = Number.POSITIVE_INFINITY }: DecoderRequest,
): DecoderProgram {
  if (rewired?.pair !== undefined && spec.options["osd-from"] !== "posterior") {
    throw new InputError(
      `ordered statistics of ${name} need osd-from=posterior: it is a pair of codes, of whose qubits the channel says the same`,
    );
  }
  const { "osd-basis": basis, "osd-order": order, "osd-sweep": sweep } = optionsOf(OF_OSD, spec);
  const how = { basis: basis!, order: order!, sweep: sweep!, syndrome };
  const osd = symbolOsdStages(`reprocess=${spec.options.reprocess}`, matrix, how, limits);
  const from = spec.options["osd-from"] === "posterior" ? "posterior" : "channel";
  const { iterations } = spec;
  const { q: Q } = matrix.field;
  const takeFailed = {
    kernel: "osd/symbols/take-failed",
    constants: { Q },
    buffers: ["failed", "channel_llr", from === "posterior" ? POSTERIORS : "unused"],
  };
  const shape = { positions: matrix.columns, llrs: Q, checks: matrix.rows };
  const main = from === "posterior" ? withPosteriors(decoder, spec.rule) : decoder;
  return withOsdRounds(main, { osd, shape, syndrome, from, iterations, frames, takeFailed }, limits);
}

/** The program with its soft output as a buffer of another name. @throws InputError if it has none. */
function withPosteriors(main: DecoderProgram, rule: string): DecoderProgram {
  const { soft, ...buffers } = main.buffers;
  if (soft === undefined) {
    throw new InputError(`${rule} with these options has no posteriors for osd-from=posterior: give osd-from=channel`);
  }
  const renamed = (dispatches: readonly Dispatch[]) =>
    dispatches.map((dispatch) => ({
      ...dispatch,
      buffers: dispatch.buffers.map((name) => (name === "soft" ? POSTERIORS : name)),
    }));
  return {
    ...main,
    buffers: { ...buffers, [POSTERIORS]: soft },
    start: renamed(main.start),
    iterate: renamed(main.iterate),
    afterIterations: renamed(main.afterIterations),
  };
}
