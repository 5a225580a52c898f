import { sampleLanesDispatch } from "../../../wgsl/channel/sample-lanes.ts";
import { BIT_FRAMES } from "../../../wgsl/common/lane-signs.ts";
import { COUNTERS, tallyInvocations } from "../../../wgsl/statistics/chunk-counters.ts";
import { laneErrorsDispatch } from "../../../wgsl/statistics/lane-errors.ts";
import { ALIAS_CELLS } from "../../channel/alias-table.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderLanes } from "../../decoder/decoder-program.ts";
import { type DecoderSpec, stopConstant } from "../../decoder/spec.ts";
import { constantBuffer, type Dispatch, frameBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type CodewordSource, wordSource } from "../../source/word-source.ts";
import { type Chain, sentStates } from "./chain.ts";

/**
 * Around a decoder of bits, in its own form: `codeword` has a bit of 32 frames to a word, the channel's LLRs are written in the decoder's
 * number format and order of variables, and errors are counted from the signs of its posteriors. No LLR and no symbol word is in
 * device memory.
 * @throws InputError as `wordSource`.
 */
export function bitChain(code: Code, spec: DecoderSpec, codeword: CodewordSource, lanes: DecoderLanes): Chain {
  const { matrix } = code;
  const n = matrix.columns;
  const words = wordSource(code, codeword, BIT_FRAMES);
  const extent = [n, lanes.interleave, lanes.frameInterleaved] as const;
  const { constants, variant } = lanes;
  const sampled = sampleLanesDispatch(...extent);
  const sample: Dispatch = {
    ...sampled,
    kernel: "channel/sample-lanes",
    constants: { ...constants, ...sampled.constants, N: n, COPY: lanes.copy ? 1 : 0 },
    variant,
    buffers: ["noise", "codeword", "symbol_use", "channel", "posteriors"],
  };
  const counted = laneErrorsDispatch(...extent);
  const errors: Dispatch = {
    ...counted,
    kernel: "statistics/lane-errors",
    constants: { ...constants, ...counted.constants, N: n },
    variant,
    buffers: ["codeword", "posteriors", "symbol_use", "errors"],
  };
  const tally: Dispatch = {
    kernel: "statistics/tally-bits",
    constants: { ...constants, N: n, STOP: stopConstant(spec), ITERATIONS: spec.iterations },
    variant,
    buffers: ["errors", "unsatisfied", "codeword", "posteriors", "symbol_use", "noise", "counters"],
    workgroups: 1,
    framesPerWorkgroup: tallyInvocations(n),
  };
  const syndrome = codeword === "syndrome" ? sentSyndrome(code, lanes) : undefined;
  return {
    before: [...words.dispatches, ...(syndrome?.dispatches ?? []), sample],
    after: [errors, tally],
    buffers: {
      ...words.buffers,
      ...syndrome?.buffers,
      codeword: frameBuffer("u32", n, BIT_FRAMES),
      noise: { type: "u32", length: ALIAS_CELLS, perFrame: false },
      symbol_use: constantBuffer(symbolUse(code, lanes, words.informationPositions)),
      errors: { ...frameBuffer("u32", 2), cleared: true },
      counters: { ...frameBuffer("u32", COUNTERS), cleared: true, perChunk: true },
    },
  };
}

/** The syndromes of the words that are sent, where the decoder is told them. */
function sentSyndrome({ matrix }: Code, { constants, variant }: DecoderLanes) {
  const { columns, rows, checkStart, variable } = matrix;
  const dispatch: Dispatch = {
    kernel: "binary/sent-syndrome",
    constants: { ...constants, N: columns, CHECKS: rows },
    variant,
    buffers: ["row", "matrix_row_start", "matrix_columns", "codeword", "check_signs"],
    workgroups: Math.ceil(rows / WORKGROUP_SIZE),
    framesPerWorkgroup: BIT_FRAMES,
  };
  return {
    dispatches: [dispatch],
    buffers: { matrix_row_start: constantBuffer(checkStart), matrix_columns: constantBuffer(variable) },
  };
}

/** What becomes of each symbol (channel/sample-lanes): the decoder's variable, whether it carries information, and what is sent of it. */
function symbolUse(code: Code, { symbol }: DecoderLanes, informationPositions: Uint32Array): Uint32Array {
  const use = sentStates(code);
  for (const n of informationPositions) use[n] += 4;
  symbol.forEach((n, variable) => {
    use[n] += 8 * variable;
  });
  return use;
}
