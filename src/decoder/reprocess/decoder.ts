import { laneNumberConstants } from "../../../wgsl/binary/formats/index.ts";
import { stageAt } from "../../../wgsl/reprocess/index.ts";
import { InputError } from "../../errors.ts";
import { variantOf } from "../../gpu/part.ts";
import { type DeviceLimits, frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { binaryDecoder } from "../binary/decoder.ts";
import type { BinaryArithmetic } from "../binary/rule.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { EdgeRule } from "../nodes/rule.ts";
import { nodeRulesOf } from "../nodes/rules.ts";
import { osdStages } from "../osd/bits.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { withMembers } from "./ensemble.ts";
import { REPROCESS_OPTIONS } from "./options.ts";
import { withOsdRounds } from "./osd-rounds.ts";
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

/** Ordered statistics decoding of the frames that a decoder leaves. @param main without `lanes`. */
function withOsd(
  main: DecoderProgram,
  { lanes, constants: format, lookUp }: BinaryArithmetic,
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false, frames = Number.POSITIVE_INFINITY }: DecoderRequest,
): DecoderProgram {
  const { reprocess, "osd-order": order, "osd-sweep": sweep, "osd-from": from } = optionsOf(REPROCESS_OPTIONS, spec);
  const osd = osdStages(`reprocess=${reprocess}`, matrix, { order: order!, sweep: sweep!, syndrome }, limits);
  const layout = {
    FRAME_INTERLEAVED: isFrameInterleaved(main) ? 1 : 0,
    DECISIONS: lookUp === undefined ? 0 : 1,
    ...laneNumberConstants(lanes),
  };
  const takeFailed = {
    kernel: "osd/take-failed",
    constants: { ...format, ...layout },
    variant: variantOf({ lanes }),
    buffers: ["failed", "symbol", "posteriors", "channel_llr"],
  };
  const shape = { positions: matrix.columns, llrs: 1, checks: matrix.rows };
  const { iterations } = spec;
  return withOsdRounds(main, { from: from!, iterations, frames, osd, shape, syndrome, takeFailed }, limits);
}

/** Most tests of a round on a GPU: tests of the shortest codes fill it. */
const GPU_TESTS = 65_536;
/**
 * Words of tests of a round on software devices, where more tests gain nothing: a round costs the same for any number
 * of waiting frames, and a test without a frame costs an iteration too.
 */
const SOFTWARE_TESTS = 256;
const CPU_TESTS = 32;

/** A binary decoder as a program, with the reprocessing of failed frames that its spec asks for. */
export function reprocessingDecoder(
  arithmetic: BinaryArithmetic,
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { reprocess, stages, alpha } = optionsOf(REPROCESS_OPTIONS, spec);
  // Without early termination the spec has no option of reprocessing.
  if (reprocess === undefined || reprocess === "none")
    return binaryDecoder(arithmetic, code, spec, limits, request).program;
  // Tests are derived from channel LLRs and change decisions, so the main decoder has neither `lanes` nor posteriors of its own.
  const main = binaryDecoder(arithmetic, code, spec, limits, { ...request, lanes: false, soft: false }).program;
  const { syndrome = false, frames = Number.POSITIVE_INFINITY } = request;
  const { columns: n, rows: checks } = code.matrix;
  const { iterations } = spec;
  const tests = testsWanted(limits, arithmetic.lanes.interleave);
  const ofMapping = (mapping: string | number): DecoderSpec => ({ ...spec, options: { ...spec.options, mapping } });
  const { mapping: wanted } = spec.options;
  // Registers keep no posteriors for the next leg, and no changes of signs.
  const kept = wanted === "chip" ? "auto" : wanted;
  if (reprocess !== "eqml" && reprocess !== "abp") {
    const decoder =
      reprocess === "osd"
        ? main
        : withMembers(main, spec, { n, checks, syndrome, frames, tests }, (own, member) => {
            const isRelay = member.carries === true;
            const leg = isRelay ? { ...own, options: { ...own.options, mapping: kept } } : own;
            return binaryDecoder(arithmetic, code, leg, limits, { syndrome, ...member }).program;
          });
    return reprocess.endsWith("osd") ? withOsd(decoder, arithmetic, code, spec, limits, request) : decoder;
  }
  const rule = selectionRules[reprocess];
  // Tests are many. Their changes of signs are counted in a frame-interleaved layout or with posteriors in workgroup memory.
  const testSpec = ofMapping(limits.software || wanted === "streaming" ? "frames" : kept);
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

export function testsWanted({ software, simd }: DeviceLimits, interleave: number): number {
  if (simd) return CPU_TESTS * interleave;
  return software ? SOFTWARE_TESTS * interleave : GPU_TESTS;
}
