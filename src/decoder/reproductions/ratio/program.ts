import { type TannerGraph, tannerGraph } from "../../../code/tanner-graph.ts";
import { InputError } from "../../../errors.ts";
import {
  constantBuffer,
  type DeviceLimits,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../../gpu/program.ts";
import { ALL_FRAMES, movedFrames } from "../../active-frames.ts";
import type { DecoderProgram, DecoderTraffic } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../../rule.ts";
import { decoderSteps, interfaceBuffers } from "../../skeleton.ts";
import { type DecoderSpec, optionsOf } from "../../spec.ts";
import { compactsWords } from "./decoding.ts";
import { ratioPhases } from "./dispatches.ts";
import { addressesOf, type GraphSide, graphSides } from "./graph.ts";
import { RATIO_LAYOUTS, RATIO_OPTIONS } from "./options.ts";

/**
 * Model of the work of an iteration. Messages read and written by both sides, with them the decisions; the channel's ratios,
 * decisions for the output, and the syndrome.
 */
function ratioTraffic(
  { edges, checks, variables }: TannerGraph,
  interleave: number,
  syndrome: boolean,
): DecoderTraffic {
  const perWord = 4 * edges + variables + (syndrome ? checks : 0);
  return { edges, bytesPerIteration: 4 * (perWord / interleave + variables) };
}

/**
 * Sum-product on likelihood ratios as a program, flooding (A. Mink, A. Nakassis, "LDPC Error Correction for Gbit/s QKD",
 * Proc. SPIE 9123, 2014). Checks test the decisions that come with the variables' messages, so a separate test follows
 * only the last iteration. With layout=frames and early termination, variables move the active words together.
 * @throws InputError for a code over another field.
 */
export function ratioProgram(
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  if (matrix.field.q !== 2) {
    throw new InputError(`${spec.rule} decodes codes over GF(2), not GF(${matrix.field.q}): use qspa`);
  }
  const options = optionsOf(RATIO_OPTIONS, spec);
  const { bits, layout } = options;
  const { note: words, ...order } = RATIO_LAYOUTS[layout];
  const interleave = order.FRAME_INTERLEAVED === 1 && bits !== "32" ? 2 : 1;
  const graph = tannerGraph(matrix);
  const { checks, variables } = graph;
  const sides = graphSides(graph, order);
  const decoding = { spec, options, sides, interleave, syndrome, limits };
  const active = compactsWords(decoding) ? movedFrames({ slotFrames: interleave }) : ALL_FRAMES;
  return {
    input: "bit",
    buffers: {
      ...interfaceBuffers(spec, variables, variables),
      symbol: constantBuffer(sides.variables.nodes),
      check_addresses: constantBuffer(addressesOf(sides.checks, sides.variables)),
      channel: frameBuffer("f32", variables * interleave, interleave),
      ...messageBuffers(sides, order.ONE_ARRAY === 1, interleave),
      ...(syndrome
        ? {
            row: constantBuffer(sides.checks.nodes),
            syndrome: frameBuffer("u32", checks),
            check_syndromes: frameBuffer("u32", checks, interleave),
          }
        : {}),
      active_list: active.buffer,
      unused: UNUSED_BUFFER,
      decisions: frameBuffer("u32", variables, interleave),
    },
    // Checks test the decisions of the iteration before, so compaction follows them.
    ...decoderSteps(
      spec,
      { ...ratioPhases(decoding), active },
      { order: ["check", "compact", "variable"], countsActive: true },
    ),
    plan: [
      words,
      `messages of ${bits === "32" ? "f32" : `${bits} bits and a sign`}, ${interleave === 2 ? "two frames" : "one frame"} to a word of 32`,
    ],
    traffic: ratioTraffic(graph, interleave, syndrome),
  };
}

function messageBuffers(
  { checks, variables }: { checks: GraphSide; variables: GraphSide },
  oneArray: boolean,
  interleave: number,
): Record<string, ProgramBuffer> {
  if (oneArray) return { messages: frameBuffer("u32", variables.size, interleave) };
  return {
    variable_addresses: constantBuffer(addressesOf(variables, checks)),
    to_checks: frameBuffer("u32", checks.size, interleave),
    to_variables: frameBuffer("u32", variables.size, interleave),
  };
}
