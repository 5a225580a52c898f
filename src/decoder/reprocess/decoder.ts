import { InputError } from "../../errors.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import { binaryDecoder } from "../binary/decoder.ts";
import { BINARY_OPTIONS } from "../binary/options.ts";
import type { BinaryArithmetic } from "../binary/rule.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { EdgeRule } from "../nodes/rule.ts";
import { nodeRulesOf } from "../nodes/rules.ts";
import { osdPlan } from "../osd/plan.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { ensembleProgram } from "./ensemble.ts";
import { REPROCESS_OPTIONS } from "./options.ts";
import { osdReprocessedProgram } from "./osd.ts";
import { reprocessedProgram } from "./program.ts";
import { isFrameInterleaved } from "./rounds.ts";
import { selectionRules } from "./selection.ts";

/** Most tests of a round on a GPU: tests of the shortest codes fill it. */
const GPU_TESTS = 65_536;
/**
 * Words of tests of a round on software devices, where more tests gain nothing: a round costs the same for any number
 * of waiting frames, and a test without a frame costs an iteration too.
 */
const SOFTWARE_TESTS = 256;
const CPU_TESTS = 32;

/**
 * A binary decoder as a program, with the reprocessing of failed frames that its spec asks for.
 * @throws InputError as `binaryDecoder`.
 */
export function reprocessingDecoder(
  arithmetic: BinaryArithmetic,
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const {
    reprocess,
    stages,
    alpha,
    "osd-order": order,
    "osd-sweep": sweep,
    "osd-from": from,
    ensemble: members,
    pick,
    legs,
    "leg-gamma": legGamma,
    solutions,
  } = optionsOf(REPROCESS_OPTIONS, spec);
  // Without early termination the spec has no option of reprocessing.
  if (reprocess === undefined || reprocess === "none")
    return binaryDecoder(arithmetic, code, spec, limits, request).program;
  // Tests are derived from channel LLRs and change decisions, so the main decoder has neither `lanes` nor posteriors of its own.
  const main = binaryDecoder(arithmetic, code, spec, limits, { ...request, lanes: false, soft: false }).program;
  const { syndrome = false, frames = Number.POSITIVE_INFINITY } = request;
  const { columns: n, rows: checks } = code.matrix;
  const { iterations } = spec;
  /** Ordered statistics of the frames that a decoder leaves. */
  const withOsd = (decoder: DecoderProgram) => {
    const osd = osdPlan(`reprocess=${reprocess}`, code.matrix, { order: order!, sweep: sweep!, syndrome }, limits);
    return osdReprocessedProgram(decoder, { osd, from: from!, arithmetic, iterations, checks, frames }, limits);
  };
  if (reprocess === "osd") return withOsd(main);
  const { interleave } = arithmetic.lanes;
  const tests = testsWanted(limits, interleave);
  /** The decoder with other members for the frames that it leaves, and ordered statistics for those that all of them leave. */
  const withMembers = (
    others: readonly DecoderProgram[],
    how: { readonly wanted: number; readonly isOfAll: boolean; readonly note: string },
  ) => {
    const program = ensembleProgram(main, others, { n, checks, iterations, syndrome, frames, tests, ...how });
    return reprocess.endsWith("+osd") ? withOsd(program) : program;
  };
  if (reprocess === "ensemble" || reprocess === "ensemble+osd") {
    requireRandom(spec);
    const decoders = Array.from(
      { length: members - 1 },
      (_, k) => binaryDecoder(arithmetic, code, spec, limits, { syndrome, member: k + 1 }).program,
    );
    const wanted = pick === "first" ? 1 : Number.POSITIVE_INFINITY;
    return withMembers(decoders, { wanted, isOfAll: false, note: `an ensemble of ${members}, the ${pick} word` });
  }
  if (reprocess === "relay" || reprocess === "relay+osd") {
    requireMemory(spec);
    const { mapping } = spec.options;
    // Registers keep no posteriors for the next leg.
    const first = { ...spec, options: { ...spec.options, mapping: mapping === "chip" ? "auto" : mapping } };
    const legSpec: DecoderSpec = { ...first, options: { ...first.options, gamma: legGamma } };
    // The first leg is decoded again, so that the next has its posteriors.
    const decoders = [
      binaryDecoder(arithmetic, code, first, limits, { syndrome, carries: true }).program,
      ...Array.from(
        { length: legs },
        (_, k) => binaryDecoder(arithmetic, code, legSpec, limits, { syndrome, member: k + 1, carried: true }).program,
      ),
    ];
    const words = solutions === 1 ? "the first word" : `the lightest of ${solutions} words`;
    const note = `a relay of up to ${legs + 1} legs, ${words}`;
    return withMembers(decoders, { wanted: solutions, isOfAll: solutions > 1, note });
  }
  const rule = selectionRules[reprocess];
  // Tests are many. Their changes of signs are counted in a frame-interleaved layout or with posteriors in workgroup
  // memory.
  const options = optionsOf(BINARY_OPTIONS, spec);
  const frameInterleaves = limits.software || options.mapping === "streaming";
  const mapping = frameInterleaves ? "frames" : options.mapping === "chip" ? "auto" : options.mapping;
  const testSpec: DecoderSpec = { ...spec, options: { ...spec.options, mapping } };
  const tested = rule.edge === undefined ? arithmetic : withEdge(arithmetic, rule.edge, spec);
  const { program: decoder, graph } = binaryDecoder(tested, code, testSpec, limits, { syndrome });
  const frameInterleaved = isFrameInterleaved(decoder);
  const selection = rule.weights({
    code,
    graph,
    arithmetic,
    syndrome,
    // Messages in registers are in no buffer; their changes of sign are not counted.
    elements: decoder.buffers.messages?.length ?? 0,
    frameInterleaved,
  });
  return reprocessedProgram(main, decoder, selection, {
    n,
    checks,
    iterations,
    syndrome,
    stages,
    alpha,
    rule: reprocess,
    frames,
    tests,
  });
}

/** The arithmetic with a rule of edges whose states a selection reads. @throws InputError if edges have another state. */
function withEdge(arithmetic: BinaryArithmetic, edge: EdgeRule, spec: DecoderSpec): BinaryArithmetic {
  const { reprocess, edge: named } = spec.options;
  if (arithmetic.nodes?.edge !== undefined) {
    throw new InputError(
      `reprocess=${reprocess} counts changes of signs, which ${spec.rule} cannot: use reprocess=osd`,
    );
  }
  if (nodeRulesOf(spec).edge.words > 0) {
    throw new InputError(
      `reprocess=${reprocess} counts changes of sign in the state of edges, which edge=${named} has: use reprocess=abp or osd`,
    );
  }
  return { ...arithmetic, nodes: { ...arithmetic.nodes, edge } };
}

/** @throws InputError unless the members of an ensemble differ. */
export function requireRandom({ options: { order = "", gamma = "" } }: DecoderSpec): void {
  if (String(order).startsWith("random") || String(gamma).startsWith("uniform")) return;
  throw new InputError(
    "reprocess=ensemble: all its decoders would be the same: give them schedule=layered order=random, or variable=memory gamma=uniform(a,b)",
  );
}

/** @throws InputError unless legs can go on from posteriors. */
export function requireMemory({ options: { variable } }: DecoderSpec): void {
  if (variable === "memory") return;
  throw new InputError("reprocess=relay is for variable=memory: its legs go on from posteriors by memory");
}

export function testsWanted({ software, simd }: DeviceLimits, interleave: number): number {
  if (simd) return CPU_TESTS * interleave;
  return software ? SOFTWARE_TESTS * interleave : GPU_TESTS;
}
