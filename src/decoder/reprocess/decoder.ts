import { laneNumberConstants } from "../../../wgsl/binary/formats/index.ts";
import { stageAt } from "../../../wgsl/reprocess/index.ts";
import { InputError } from "../../errors.ts";
import { variantOf } from "../../gpu/part.ts";
import { type DeviceLimits, frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { binaryDecoder } from "../binary/decoder.ts";
import { BINARY_OPTIONS } from "../binary/options.ts";
import type { BinaryArithmetic } from "../binary/rule.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { EdgeRule } from "../nodes/rule.ts";
import { nodeRulesOf } from "../nodes/rules.ts";
import { osdStages } from "../osd/dispatches.ts";
import { type OsdPlan, osdPlan } from "../osd/plan.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { ensembleProgram } from "./ensemble.ts";
import { REPROCESS_OPTIONS } from "./options.ts";
import { type OsdRounds, withOsdRounds } from "./osd-rounds.ts";
import type { Reprocessing } from "./reprocessing.ts";
import { roundDispatches } from "./round.ts";
import { isFrameInterleaved, renamed, roundFrames, withRounds } from "./rounds.ts";
import { type SelectionRule, selectionRules } from "./selection.ts";

/**
 * A decoder whose failed frames are reprocessed: quasi-maximum-likelihood decoding by a tree of tests (EQML paper,
 * section 1.2). A round takes failed frames and decodes them again to select a position (stage 0). In each later stage
 * every test that did not converge makes two tests: its LLRs with one more position saturated to +alpha and to −alpha.
 * All tests of a stage of all frames of a round are decoded at once. The likeliest word that a test converged to is the
 * frame's decision; a frame without such a word keeps its own.
 * @param main decodes all frames.
 * @param decoder the same decoder for tests, frame-interleaved.
 */
function reprocessedProgram(
  main: DecoderProgram,
  decoder: DecoderProgram,
  selection: ReturnType<SelectionRule["weights"]>,
  reprocessing: Reprocessing,
): DecoderProgram {
  const { n, iterations, stages, rule } = reprocessing;
  const perTest: Record<string, ProgramBuffer> = {
    ...renamed(decoder.buffers),
    ...selection.buffers,
    weights: frameBuffer("u32", n),
  };
  const testsOfFrame = 2 ** stages;
  const { tests } = reprocessing;
  const frames = roundFrames(perTest, { frames: reprocessing.frames, testsOfFrame, tests });
  return withRounds(main, {
    iterations,
    frames,
    testsOfFrame,
    perTest,
    buffers: treeBuffers(reprocessing, frames),
    dispatches: roundDispatches({ reprocessing, decoder, weights: selection.dispatches, frames }),
    notes: [
      `reprocessing by ${rule}: rounds of ${frames} frames that failed, up to ${frames * testsOfFrame} tests at once`,
    ],
  });
}

/** The tree of tests of a round. */
function treeBuffers({ n, syndrome, stages }: Reprocessing, frames: number): Record<string, ProgramBuffer> {
  const fixed = (type: ProgramBuffer["type"], length: number): ProgramBuffer => ({ type, length, perFrame: false });
  return {
    positions: fixed("u32", stageAt(frames, stages)),
    costs: fixed("f32", frames * 2 ** stages),
    best_cost: fixed("f32", frames),
    best_word: fixed("u32", frames * n),
    ...(syndrome ? {} : { unused: UNUSED_BUFFER, unused_output: UNUSED_BUFFER }),
  };
}

/** The parameters of ordered statistics decoding of failed frames. */
interface OsdReprocessing extends Pick<OsdRounds, "from" | "iterations" | "frames"> {
  readonly osd: OsdPlan;
  readonly arithmetic: BinaryArithmetic;
  readonly checks: number;
}

/** As `withOsdRounds`. @param main decoder of all frames, without `lanes`. */
function osdReprocessedProgram(
  main: DecoderProgram,
  { osd, arithmetic, checks, ...rounds }: OsdReprocessing,
  limits: DeviceLimits,
): DecoderProgram {
  const { syndrome, constants } = osd;
  const { lanes, constants: format, lookUp } = arithmetic;
  const takeFailed = {
    kernel: "osd/take-failed",
    constants: {
      ...format,
      FRAME_INTERLEAVED: isFrameInterleaved(main) ? 1 : 0,
      DECISIONS: lookUp === undefined ? 0 : 1,
      ...laneNumberConstants(lanes),
    },
    variant: variantOf({ lanes }),
    buffers: ["failed", "symbol", "posteriors", "channel_llr"],
  };
  const shape = { positions: constants.N, llrs: 1, checks };
  return withOsdRounds(main, { ...rounds, osd: osdStages(osd), shape, syndrome, takeFailed }, limits);
}

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
