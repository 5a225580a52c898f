import { ALIAS_CELLS } from "../channel/alias-table.ts";
import type { Code } from "../code/code.ts";
import { PUNCTURED, SENT, SHORTENED } from "../kernel/bit-llr.ts";
import { GROUP } from "../kernel/range.ts";
import { symbolLlrDispatch } from "../kernel/symbol-llr.ts";
import { COUNTERS } from "../kernel/tally.ts";
import { decoderProgram } from "./decoder.ts";
import {
  constantBuffer,
  type DecoderProgram,
  type DeviceLimits,
  frameBuffer,
  type Program,
  type ProgramBuffer,
  type Stage,
} from "./program.ts";
import { type DecoderSpec, stopConstant } from "./spec.ts";
import { type CodewordSource, wordSource } from "./word-source.ts";

/**
 * A Monte-Carlo batch as one program: words, channel, decoder, tally. Nothing is uploaded but the channel's alias table
 * (`noise`, to be written per channel point), and only `counters` come back: 12 words per chunk (wgsl/tally).
 * @throws InputError as `decoderProgram` and `wordSource`.
 */
export function monteCarloProgram(
  code: Code,
  spec: DecoderSpec,
  codeword: CodewordSource,
  limits: DeviceLimits,
): DecoderProgram {
  const decoder = decoderProgram(code, spec, limits, { syndrome: codeword === "syndrome" });
  const n = code.matrix.columns;
  const words = wordSource(code, codeword);
  const channel = channelStages(code, decoder.input);
  const isInformation = new Uint32Array(n);
  for (const position of words.informationPositions) isInformation[position] = 1;
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
      ...words.buffers,
      ...channel.buffers,
      codeword: frameBuffer("u32", n),
      is_information: constantBuffer(isInformation),
      counters: { ...frameBuffer("u32", COUNTERS), cleared: true },
    },
    start: [...words.stages, ...channel.stages, ...decoder.start],
    finish: [...decoder.finish, tally],
  };
}

/** From `codeword` to `channel_llr`. */
function channelStages(
  code: Code,
  input: DecoderProgram["input"],
): { readonly stages: readonly Stage[]; readonly buffers: Readonly<Record<string, ProgramBuffer>> } {
  const { field, columns: n } = code.matrix;
  const { p, q } = field;
  const sample: Stage = {
    kernel: "sample",
    constants: { N: n, P: p },
    buffers: ["noise", "codeword", "received"],
    groups: Math.ceil((n * p) / (4 * GROUP)),
  };
  const buffers = {
    noise: { type: "u32", length: ALIAS_CELLS, perFrame: false } as const,
    received: frameBuffer("i32", n * p),
  };
  if (input === "bit") {
    const bitLlr: Stage = {
      kernel: "bit-llr",
      constants: { N: n },
      buffers: ["received", "sent_state", "channel_llr"],
      groups: Math.ceil(n / GROUP),
    };
    return { stages: [sample, bitLlr], buffers: { ...buffers, sent_state: constantBuffer(sentStates(code)) } };
  }
  const symbolLlr: Stage = {
    kernel: "symbol-llr",
    ...symbolLlrDispatch(p, n),
    buffers: ["received", "channel_llr"],
  };
  const unsent = unsentSymbols(code, q);
  return { stages: [sample, symbolLlr, ...unsent.stages], buffers: { ...buffers, ...unsent.buffers } };
}

/** What the channel's LLRs are replaced by where nothing is sent. */
function unsentSymbols(code: Code, q: number): Pick<Program, "buffers"> & { readonly stages: readonly Stage[] } {
  const states = [...sentStates(code).entries()].filter(([, state]) => state !== SENT);
  if (states.length === 0) return { stages: [], buffers: {} };
  const stage: Stage = {
    kernel: "unsent-llr",
    constants: { Q: q, N: code.matrix.columns, UNSENT: states.length },
    buffers: ["unsent", "channel_llr"],
    groups: Math.ceil((states.length * q) / GROUP),
  };
  return { stages: [stage], buffers: { unsent: constantBuffer(Uint32Array.from(states.flat())) } };
}

function sentStates({ matrix, punctured, shortened }: Code): Uint32Array {
  const states = new Uint32Array(matrix.columns);
  for (const position of punctured ?? []) states[position] = PUNCTURED;
  for (const position of shortened ?? []) states[position] = SHORTENED;
  return states;
}
