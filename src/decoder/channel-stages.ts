import { ALIAS_CELLS } from "../channel/alias-table.ts";
import type { ChannelAlphabet } from "../channel/discrete-channel.ts";
import type { Code } from "../code/code.ts";
import { PUNCTURED, SENT, SHORTENED } from "../kernel/bit-llr.ts";
import { GROUP } from "../kernel/range.ts";
import { symbolLlrDispatch } from "../kernel/symbol-llr.ts";
import { constantBuffer, type DecoderProgram, frameBuffer, type ProgramBuffer, type Stage } from "./program.ts";

/** Part of a program. */
export interface ChannelStages {
  readonly stages: readonly Stage[];
  /** What they need beside `codeword` and `channel_llr`: `noise`, the channel's alias table, is to be written. */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

/**
 * From `codeword` [frame][N] to `channel_llr`: what a channel of this alphabet makes of the words, and what the receiver
 * knows of it and of the symbols that are not sent.
 * @param input what the decoder takes; of bits, only from a channel of bits.
 */
export function channelStages(code: Code, input: DecoderProgram["input"], alphabet: ChannelAlphabet): ChannelStages {
  const noise = { type: "u32", length: ALIAS_CELLS, perFrame: false } as const;
  const { stages, buffers } = alphabet === "bit" ? bitChannel(code, input) : symbolChannel(code, input);
  return { stages, buffers: { noise, ...buffers } };
}

function bitChannel(code: Code, input: DecoderProgram["input"]): ChannelStages {
  const { field, columns: n } = code.matrix;
  const { p } = field;
  const sample: Stage = {
    kernel: "sample",
    constants: { N: n, P: p },
    buffers: ["noise", "codeword", "received"],
    groups: Math.ceil((n * p) / (4 * GROUP)),
  };
  const received = frameBuffer("i32", n * p);
  if (input === "bit") {
    const bitLlr: Stage = {
      kernel: "bit-llr",
      constants: { N: n },
      buffers: ["received", "sent_state", "channel_llr"],
      groups: Math.ceil(n / GROUP),
    };
    return { stages: [sample, bitLlr], buffers: { received, sent_state: constantBuffer(sentStates(code)) } };
  }
  const symbolLlr: Stage = {
    kernel: "symbol-llr",
    ...symbolLlrDispatch(p, n),
    buffers: ["received", "channel_llr"],
  };
  const unsent = unsentSymbols(code);
  return { stages: [sample, symbolLlr, ...unsent.stages], buffers: { received, ...unsent.buffers } };
}

function symbolChannel(code: Code, input: DecoderProgram["input"]): ChannelStages {
  if (input === "bit")
    throw new Error("a decoder of bits behind a channel of symbols: over GF(2) channels are of bits");
  const { field, columns: n } = code.matrix;
  const sample: Stage = {
    kernel: "sample-symbol",
    constants: { N: n },
    buffers: ["noise", "codeword", "received"],
    groups: Math.ceil(n / (4 * GROUP)),
  };
  const llr: Stage = {
    kernel: "received-llr",
    constants: { Q: field.q, N: n },
    buffers: ["received", "channel_llr"],
    groups: Math.ceil((n * field.q) / (2 * GROUP)),
  };
  const unsent = unsentSymbols(code);
  return { stages: [sample, llr, ...unsent.stages], buffers: { received: frameBuffer("u32", n), ...unsent.buffers } };
}

/** What the channel's LLRs of symbols are replaced by where nothing is sent. */
function unsentSymbols(code: Code): ChannelStages {
  const { field, columns: n } = code.matrix;
  const states = [...sentStates(code).entries()].filter(([, state]) => state !== SENT);
  if (states.length === 0) return { stages: [], buffers: {} };
  const stage: Stage = {
    kernel: "unsent-llr",
    constants: { Q: field.q, N: n, UNSENT: states.length },
    buffers: ["unsent", "channel_llr"],
    groups: Math.ceil((states.length * field.q) / GROUP),
  };
  return { stages: [stage], buffers: { unsent: constantBuffer(Uint32Array.from(states.flat())) } };
}

/** What is sent of each symbol, as bit-llr knows it. */
export function sentStates({ matrix, punctured, shortened }: Code): Uint32Array {
  const states = new Uint32Array(matrix.columns);
  for (const position of punctured ?? []) states[position] = PUNCTURED;
  for (const position of shortened ?? []) states[position] = SHORTENED;
  return states;
}
