import { ALIAS_CELLS } from "../channel/alias-table.ts";
import type { SystematicEncoder } from "../code/encoder.ts";
import type { ParityCheckMatrix } from "../code/parity-check-matrix.ts";
import { GROUP } from "../kernel/range.ts";
import { COUNTERS } from "../kernel/tally.ts";
import { decoderProgram } from "./decoder.ts";
import { variablesPerGroup } from "./nonbinary.ts";
import { constantBuffer, type DeviceLimits, frameBuffer, type Program, type Stage } from "./program.ts";
import { type DecoderSpec, stopConstant } from "./spec.ts";

/** What is sent: random codewords, or the all-zero word (equivalent for symmetric channels and decoders). */
export type CodewordSource = "random" | "zero";

/**
 * A Monte-Carlo batch as one program: random codewords, channel, decoder, tally. Nothing is uploaded but the channel's
 * alias table (`noise`, to be written per channel point), and only `counters` come back: 12 words per chunk (wgsl/tally).
 */
export function monteCarloProgram(
  matrix: ParityCheckMatrix,
  encoder: SystematicEncoder,
  spec: DecoderSpec,
  codeword: CodewordSource,
  limits: DeviceLimits,
): Program {
  const decoder = decoderProgram({ matrix }, spec, limits);
  const { p, q } = matrix.field;
  const n = matrix.columns;
  const { k, rank } = encoder;
  const perGroup = variablesPerGroup(q, limits);
  const isInformation = new Uint32Array(n);
  for (const position of encoder.informationPositions) isInformation[position] = 1;

  const encoding: Stage[] = [
    {
      kernel: "source",
      constants: { N: n, K: k, P: p },
      buffers: ["information_position", "codeword"],
      groups: Math.ceil(k / (4 * GROUP)),
    },
    {
      kernel: "encode",
      constants: { Q: q, N: n, K: k, RANK: rank },
      buffers: ["information_position", "parity_position", "generator", "galois_tables", "codeword"],
      groups: Math.ceil(rank / GROUP),
    },
  ];
  const channel: Stage[] = [
    {
      kernel: "sample",
      constants: { N: n, P: p },
      buffers: ["noise", "codeword", "received"],
      groups: Math.ceil((n * p) / (4 * GROUP)),
    },
    {
      kernel: "symbol-llr",
      constants: { Q: q, P: p, N: n, VARIABLES_PER_GROUP: perGroup },
      buffers: ["received", "channel_llr"],
      groups: Math.ceil(n / perGroup),
    },
  ];
  const tally: Stage = {
    kernel: "tally",
    constants: { N: n, STOP: stopConstant(spec), ITERATIONS: spec.iterations },
    buffers: ["codeword", "decision", "is_information", "unsatisfied", "counters"],
    groups: 1,
  };
  return {
    ...decoder,
    buffers: {
      ...decoder.buffers,
      information_position: constantBuffer(encoder.informationPositions),
      parity_position: constantBuffer(encoder.parityPositions),
      generator: constantBuffer(Uint32Array.from(encoder.parity)),
      is_information: constantBuffer(isInformation),
      noise: { type: "u32", length: ALIAS_CELLS, perFrame: false },
      codeword: frameBuffer("u32", n),
      received: frameBuffer("i32", n * p),
      counters: { ...frameBuffer("u32", COUNTERS), cleared: true },
    },
    start: [...(codeword === "random" ? encoding : []), ...channel, ...decoder.start],
    finish: [...decoder.finish, tally],
  };
}
