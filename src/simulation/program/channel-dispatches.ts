import { SENT } from "../../../wgsl/channel/bit-llr.ts";
import { symbolLlrDispatch } from "../../../wgsl/channel/symbol-llr.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { ALIAS_CELLS } from "../../channel/alias-table.ts";
import type { ChannelAlphabet } from "../../channel/discrete-channel.ts";
import type { RandomGenerator } from "../../channel/random/generators.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import { constantBuffer, type Dispatch, frameBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import type { KernelVariant } from "../../gpu/variant.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { sentStates } from "./chain.ts";

/** A part of the chain's program. */
export interface ChannelDispatches {
  readonly dispatches: readonly Dispatch[];
  /**
   * The buffers of the dispatches besides `codeword` and `channel_llr`; the caller writes `noise`, the channel's alias
   * table.
   */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

/**
 * The dispatches from `codeword` [frame][N] to `channel_llr`: the channel of this alphabet, and the receiver's LLRs,
 * including the LLRs of symbols that are not sent.
 * @param input the decoder's kind of input; bits only from a channel of bits.
 * @param generator random generator of the noise.
 */
export function channelDispatches(
  code: Code,
  input: DecoderProgram["input"],
  alphabet: ChannelAlphabet,
  generator: RandomGenerator,
): ChannelDispatches {
  const random = withRandom(generator);
  const noise = { type: "u32", length: ALIAS_CELLS, perFrame: false } as const;
  const { dispatches, buffers } =
    alphabet === "bit" ? bitChannel(code, input, random) : symbolChannel(code, input, random);
  return { dispatches, buffers: { noise, ...buffers } };
}

function bitChannel(code: Code, input: DecoderProgram["input"], variant: KernelVariant): ChannelDispatches {
  const { field, columns: n } = code.matrix;
  const { p } = field;
  const sample: Dispatch = {
    kernel: "channel/sample",
    constants: { N: n, P: p },
    variant,
    buffers: ["noise", "codeword", "received"],
    workgroups: Math.ceil((n * p) / (4 * WORKGROUP_SIZE)),
  };
  const llrs = bitLlrs(code, input);
  return {
    dispatches: [sample, ...llrs.dispatches],
    buffers: { received: frameBuffer("i32", n * p), ...llrs.buffers },
  };
}

/** Computes symbol LLRs from `received` [frame][N·p], multiples of the LLRs of bits. */
export function bitLlrs(code: Code, input: DecoderProgram["input"]): ChannelDispatches {
  const { field, columns: n } = code.matrix;
  if (input === "bit") {
    const bitLlr: Dispatch = {
      kernel: "channel/bit-llr",
      constants: { N: n },
      buffers: ["received", "sent_state", "channel_llr"],
      workgroups: Math.ceil(n / WORKGROUP_SIZE),
    };
    return { dispatches: [bitLlr], buffers: { sent_state: constantBuffer(sentStates(code)) } };
  }
  const symbolLlr: Dispatch = {
    kernel: "channel/symbol-llr",
    ...symbolLlrDispatch(field.p, n),
    buffers: ["received", "channel_llr"],
  };
  const unsent = unsentSymbols(code);
  return { dispatches: [symbolLlr, ...unsent.dispatches], buffers: unsent.buffers };
}

function symbolChannel(code: Code, input: DecoderProgram["input"], variant: KernelVariant): ChannelDispatches {
  if (input === "bit")
    throw new Error("a decoder of bits behind a channel of symbols: over GF(2) channels are of bits");
  const { field, columns: n } = code.matrix;
  const sample: Dispatch = {
    kernel: "channel/sample-symbol",
    constants: { N: n },
    variant,
    buffers: ["noise", "codeword", "received"],
    workgroups: Math.ceil(n / (4 * WORKGROUP_SIZE)),
  };
  const llr: Dispatch = {
    kernel: "channel/received-llr",
    constants: { Q: field.q, N: n },
    buffers: ["received", "channel_llr"],
    workgroups: Math.ceil((n * field.q) / (2 * WORKGROUP_SIZE)),
  };
  const unsent = unsentSymbols(code);
  return {
    dispatches: [sample, llr, ...unsent.dispatches],
    buffers: { received: frameBuffer("u32", n), ...unsent.buffers },
  };
}

/** Computes LLR vectors of symbols from `received` [frame][N·p/bits][2^bits], the costs of their parts of `bits` bits. */
export function partLlrs(code: Code, bits: number): ChannelDispatches {
  const { field, columns: n } = code.matrix;
  const llr: Dispatch = {
    kernel: "channel/points/group-llr",
    constants: { N: n, Q: field.q, PARTS: field.p / bits, BITS: bits },
    buffers: ["received", "channel_llr"],
    workgroups: Math.ceil((n * field.q) / WORKGROUP_SIZE),
  };
  const unsent = unsentSymbols(code);
  return { dispatches: [llr, ...unsent.dispatches], buffers: unsent.buffers };
}

/** Replaces the channel's LLRs at symbols that are not sent. */
function unsentSymbols(code: Code): ChannelDispatches {
  const { field, columns: n } = code.matrix;
  const states = [...sentStates(code).entries()].filter(([, state]) => state !== SENT);
  if (states.length === 0) return { dispatches: [], buffers: {} };
  const dispatch: Dispatch = {
    kernel: "channel/unsent-llr",
    constants: { Q: field.q, N: n, UNSENT: states.length },
    buffers: ["unsent", "channel_llr"],
    workgroups: Math.ceil((states.length * field.q) / WORKGROUP_SIZE),
  };
  return { dispatches: [dispatch], buffers: { unsent: constantBuffer(Uint32Array.from(states.flat())) } };
}
