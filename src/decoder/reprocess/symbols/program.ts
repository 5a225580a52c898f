import {
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../../gpu/workgroup.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { SymbolOsd } from "../../osd/symbols/basis.ts";
import type { DecodableCode } from "../../rule.ts";
import { adoptDispatch, osdFrames } from "../osd.ts";
import { roundFrames, withRounds } from "../rounds.ts";

/** The parameters of ordered statistics decoding of failed frames over GF(q). */
export interface SymbolOsdReprocessing {
  readonly osd: SymbolOsd;
  readonly matrix: DecodableCode["matrix"];
  readonly iterations: number;
  /** Whether frames have syndromes. */
  readonly syndrome: boolean;
  /** Frames in flight. */
  readonly frames: number;
  /** Buffer of the main decoder's posteriors, which order positions; the channel's LLRs if left out. */
  readonly posteriors?: string;
}

/**
 * A decoder over GF(q) whose failed frames go through ordered statistics decoding in rounds. Every failed frame ends with a codeword, or
 * keeps its decision if no word has its syndrome.
 */
export function symbolOsdReprocessedProgram(
  main: DecoderProgram,
  { osd, matrix, iterations, syndrome, frames, posteriors }: SymbolOsdReprocessing,
  limits: DeviceLimits,
): DecoderProgram {
  const { columns: N, rows: CHECKS } = matrix;
  const { q: Q } = matrix.field;
  const perTest: Record<string, ProgramBuffer> = {
    ...osd.buffers,
    round_llr: frameBuffer("f32", N * Q),
    ...(posteriors === undefined ? {} : { ordering_llr: frameBuffer("f32", N * Q) }),
    ...(syndrome ? { round_syndrome: frameBuffer("u32", CHECKS) } : {}),
    round_decision: frameBuffer("u32", N),
    round_unsatisfied: frameBuffer("u32", 1),
  };
  const ofRound = roundFrames(perTest, { frames, testsOfFrame: 1, tests: osdFrames(limits) });
  const ordering = posteriors === undefined ? "round_llr" : "ordering_llr";
  const roundSyndrome = syndrome ? "round_syndrome" : "unused_syndrome";
  const takeFailed: Dispatch = {
    kernel: "osd/symbols/take-failed",
    constants: { N, Q, CHECKS, SYNDROME: syndrome ? 1 : 0, POSTERIOR: posteriors === undefined ? 0 : 1 },
    buffers: [
      ...["failed", "channel_llr", posteriors ?? "unused", syndrome ? "syndrome" : "unused", "round_llr"],
      posteriors === undefined ? "unused_ordering" : ordering,
      roundSyndrome,
    ],
    workgroups: Math.ceil((N * Q + (syndrome ? CHECKS : 0)) / WORKGROUP_SIZE),
  };
  const dispatches = [
    takeFailed,
    ...osd.dispatches({
      channel: "round_llr",
      ordering,
      syndrome: syndrome ? "round_syndrome" : "unused",
      decision: "round_decision",
      unsatisfied: "round_unsatisfied",
    }),
    adoptDispatch(N, iterations),
  ];
  const from = posteriors === undefined ? "channel" : "posterior";
  return withRounds(main, {
    iterations,
    frames: ofRound,
    testsOfFrame: 1,
    perTest,
    buffers: { unused: UNUSED_BUFFER, unused_ordering: UNUSED_BUFFER, unused_syndrome: UNUSED_BUFFER },
    dispatches: dispatches.map((dispatch) => ({ dispatch: { ...dispatch, frames: ofRound }, iteration: 0 })),
    notes: [`ordered statistics of failed frames by ${from}: rounds of ${ofRound} frames`, ...osd.notes],
  });
}
