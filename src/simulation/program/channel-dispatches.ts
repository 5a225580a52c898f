import { PUNCTURED, SENT, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import { symbolLlrDispatch } from "../../../wgsl/channel/symbol-llr.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { ALIAS_CELLS, type ChannelUse, type DiscreteChannel } from "../../channel/discrete-channel.ts";
import type { RandomGenerator } from "../../channel/random.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import type { PreparedProgram } from "../../engine/engine.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import type { KernelVariant } from "../../gpu/part.ts";
import { constantBuffer, type Dispatch, frameBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";

/** State of each symbol as the kernel bit-llr defines it: sent, punctured or shortened. */
export function sentStates({ matrix, punctured, shortened }: Code): Uint32Array {
  const states = new Uint32Array(matrix.columns);
  for (const position of punctured ?? []) states[position] = PUNCTURED;
  for (const position of shortened ?? []) states[position] = SHORTENED;
  return states;
}

/** Writes the tables of a channel point to the buffers of a prepared Monte-Carlo program. */
export function writeChannel(prepared: Pick<PreparedProgram, "write">, { noise, tables = {} }: DiscreteChannel): void {
  // Mechanisms of an error model have no noise beside their tables.
  if (noise.length > 0) prepared.write("noise", noise);
  for (const [name, table] of Object.entries(tables)) prepared.write(name, table);
}

/** A dispatch of a kernel with a number of invocations for each frame. */
export function dispatchOf(
  kernel: string,
  constants: KernelConstants,
  buffers: readonly string[],
  invocations: number,
  variant?: KernelVariant,
): Dispatch {
  const workgroups = Math.ceil(Math.ceil(invocations) / WORKGROUP_SIZE);
  return { kernel, constants, buffers, workgroups, ...(variant && { variant }) };
}

/** A part of the chain's program. */
export interface ChannelDispatches {
  readonly dispatches: readonly Dispatch[];
  /**
   * The buffers of the dispatches besides `codeword` and `channel_llr`; the caller writes `noise`, the channel's alias
   * table.
   */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  /** Bits of the parts of a symbol whose costs `received` has; 0 if it has values of bits or symbols. */
  readonly partBits?: number;
}

/**
 * The dispatches from `codeword` [frame][N] to `channel_llr`: a channel that is not of points, and the receiver's LLRs,
 * including the LLRs of symbols that are not sent.
 * @param input the decoder's kind of input; bits not from a channel of symbols.
 * @param generator random generator of the noise.
 */
export function channelDispatches(
  code: Code,
  input: DecoderProgram["input"],
  use: Exclude<ChannelUse, { alphabet: "point" }>,
  generator: RandomGenerator,
): ChannelDispatches {
  const random = withRandom(generator);
  if (use.alphabet === "table") return tableChannel(code, input, use, random);
  const noise = { type: "u32", length: ALIAS_CELLS, perFrame: false } as const;
  const { dispatches, buffers } =
    use.alphabet === "bit" ? bitChannel(code, input, random) : symbolChannel(code, input, random);
  return { dispatches, buffers: { noise, ...buffers } };
}

function bitChannel(code: Code, input: DecoderProgram["input"], variant: KernelVariant): ChannelDispatches {
  const { field, columns: n } = code.matrix;
  const { p } = field;
  const sample = dispatchOf("channel/sample", { N: n, P: p }, ["noise", "codeword", "received"], (n * p) / 4, variant);
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
    const bitLlr = dispatchOf("channel/bit-llr", { N: n }, ["received", "sent_state", "channel_llr"], n);
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
  const sample = dispatchOf("channel/sample-symbol", { N: n }, ["noise", "codeword", "received"], n / 4, variant);
  const llr = dispatchOf("channel/received-llr", { Q: field.q, N: n }, ["received", "channel_llr"], (n * field.q) / 2);
  const unsent = unsentSymbols(code);
  return {
    dispatches: [sample, llr, ...unsent.dispatches],
    buffers: { received: frameBuffer("u32", n), ...unsent.buffers },
  };
}

/** An output for each bit or symbol, then its metrics. */
function tableChannel(
  code: Code,
  input: DecoderProgram["input"],
  { inputs, outputs }: Extract<ChannelUse, { alphabet: "table" }>,
  variant: KernelVariant,
): ChannelDispatches {
  const { field, columns: n } = code.matrix;
  const { p, q } = field;
  const isBit = inputs === 2;
  const uses = isBit ? n * p : n;
  const width = isBit ? 1 : q;
  const sample = dispatchOf(
    "channel/table/sample",
    { N: n, P: p, INPUT_BITS: isBit ? 1 : p },
    ["noise", "codeword", "outputs"],
    uses / 4,
    variant,
  );
  const metrics = dispatchOf(
    "channel/table/metrics",
    { USES: uses, WIDTH: width },
    ["outputs", "metrics", "received"],
    uses * width,
  );
  const llrs = isBit ? bitLlrs(code, input) : partLlrs(code, p);
  return {
    dispatches: [sample, metrics, ...llrs.dispatches],
    buffers: {
      noise: { type: "u32", length: inputs * ALIAS_CELLS, perFrame: false },
      metrics: { type: "i32", length: outputs * width, perFrame: false },
      outputs: frameBuffer("u32", uses),
      received: frameBuffer("i32", uses * width),
      ...llrs.buffers,
    },
    partBits: isBit ? 0 : p,
  };
}

/** Computes LLR vectors of symbols from `received` [frame][N·p/bits][2^bits], the costs of their parts of `bits` bits. */
export function partLlrs(code: Code, bits: number): ChannelDispatches {
  const { field, columns: n } = code.matrix;
  const llr = dispatchOf(
    "channel/points/group-llr",
    { N: n, Q: field.q, PARTS: field.p / bits, BITS: bits },
    ["received", "channel_llr"],
    n * field.q,
  );
  const unsent = unsentSymbols(code);
  return { dispatches: [llr, ...unsent.dispatches], buffers: unsent.buffers };
}

/** Replaces the channel's LLRs at symbols that are not sent. */
function unsentSymbols(code: Code): ChannelDispatches {
  const { field, columns: n } = code.matrix;
  const states = [...sentStates(code).entries()].filter(([, state]) => state !== SENT);
  if (states.length === 0) return { dispatches: [], buffers: {} };
  const dispatch = dispatchOf(
    "channel/unsent-llr",
    { Q: field.q, N: n, UNSENT: states.length },
    ["unsent", "channel_llr"],
    states.length * field.q,
  );
  return { dispatches: [dispatch], buffers: { unsent: constantBuffer(Uint32Array.from(states.flat())) } };
}
