import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { ALIAS_CELLS } from "../../channel/alias-table.ts";
import type { RandomGenerator } from "../../channel/random/generators.ts";
import { type ChannelTables, requireInputs } from "../../channel/table/channel-tables.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import { type Dispatch, frameBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { bitLlrs, type ChannelDispatches, partLlrs } from "./channel-dispatches.ts";

/**
 * The dispatches from `codeword` to `channel_llr` over a channel of tables: an output for each bit or symbol, then its metrics.
 * @throws InputError if the tables' inputs are neither bits nor the symbols of the code.
 */
export function tableDispatches(
  code: Code,
  input: DecoderProgram["input"],
  tables: ChannelTables,
  generator: RandomGenerator,
): ChannelDispatches {
  const { field, columns: n } = code.matrix;
  const { p, q } = field;
  requireInputs(tables, q);
  const { inputs, outputs } = tables;
  const isBit = inputs === 2;
  const uses = isBit ? n * p : n;
  const width = isBit ? 1 : q;
  const sample: Dispatch = {
    kernel: "channel/table/sample",
    constants: { N: n, P: p, INPUT_BITS: isBit ? 1 : p },
    variant: withRandom(generator),
    buffers: ["noise", "codeword", "outputs"],
    workgroups: Math.ceil(uses / (4 * WORKGROUP_SIZE)),
  };
  const metrics: Dispatch = {
    kernel: "channel/table/metrics",
    constants: { USES: uses, WIDTH: width },
    buffers: ["outputs", "metrics", "received"],
    workgroups: Math.ceil((uses * width) / WORKGROUP_SIZE),
  };
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
  };
}
