import { type TannerGraph, tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { variantOf } from "../../gpu/part.ts";
import { constantBuffer, type DeviceLimits, type Dispatch, frameBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { PAPERS } from "../../papers.ts";
import { ALL_FRAMES, movedFrames } from "../active-frames.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { nodesPerWorkgroup } from "../node-dispatch.ts";
import { type DecoderOptions, wordsOf } from "../option.ts";
import type { CheckNodeRule, DecodableCode, DecoderRequest } from "../rule.ts";
import { decoderSteps, interfaceBuffers, overActive } from "../skeleton.ts";
import { type DecoderSpec, optionsOf, stopConstant } from "../spec.ts";
import { bitsOf } from "../step.ts";

/** How messages are laid out in memory, the paper's designs: constants of the kernels, and words. */
const LAYOUTS = {
  frames: {
    FRAME_INTERLEAVED: 1,
    ROWS: 0,
    ONE_ARRAY: 0,
    note: "two arrays, each read in its order, frame-interleaved (the paper's NoM)",
  },
  "two-arrays": {
    FRAME_INTERLEAVED: 0,
    ROWS: 0,
    ONE_ARRAY: 0,
    note: "two arrays, each read in its order, [slot][node] (the paper's NoS)",
  },
  columns: {
    FRAME_INTERLEAVED: 0,
    ROWS: 0,
    ONE_ARRAY: 1,
    note: "one array [slot][variable] (the paper's Scol)",
  },
  rows: {
    FRAME_INTERLEAVED: 0,
    ROWS: 1,
    ONE_ARRAY: 1,
    note: "one array [variable][slot] (the paper's Srow)",
  },
} as const;

/** Largest channel LLR by the bits of a message, a little below the largest message. The LLR of an error probability of 0.3 % fits. */
const LLR_CLIP = { "8": 6, "10": 7.5, "32": 15 } as const;

const OPTIONS = {
  bits: {
    default: "10",
    choices: ["10", "8", "32"],
    description: "bits of a message's magnitude |a|, which has a sign beside it; 32: f32, not quantised",
  },
  layout: {
    default: "frames",
    choices: wordsOf(LAYOUTS),
    how: true,
    description:
      "where messages are: frame-interleaved, or frame by frame in two arrays, each in the order in which it is read, or in " +
      "one array [slot][variable] (columns) or [variable][slot] (rows)",
  },
} as const satisfies DecoderOptions;

/**
 * Least number of edges of an invocation, if the nodes have enough: its reads of lists are then few beside its
 * messages.
 */
const EDGES_TOGETHER = 16;
/**
 * Elements of one frame's inputs and outputs that an invocation takes side by side: 32 bytes, one transaction of device
 * memory.
 */
const SIDE_BY_SIDE = 8;

/** Checks or variables in the decoder's order. */
interface GraphSide {
  /** Index in the code of each node: by degree, and ascending among equal degrees. */
  readonly nodes: Uint32Array;
  /** Nodes of one degree, which one dispatch updates: constants of the kernels. */
  readonly groups: readonly Readonly<
    Record<"FIRST_NODE" | "FIRST_EDGE" | "COUNT" | "DEGREE" | "NODES" | "SLOTS", number>
  >[];
  /** Index of each edge in the array of messages in the order of these nodes. */
  readonly indexOf: Uint32Array;
  /** Elements of the array of messages. */
  readonly size: number;
}

/** @param start of the edges of each node. @param edgeAt number of the edge at a place of `start`'s order. */
function graphSide(
  start: Uint32Array,
  edgeAt: (place: number) => number,
  { FRAME_INTERLEAVED, ROWS }: Readonly<Record<"FRAME_INTERLEAVED" | "ROWS", number>>,
): GraphSide {
  const NODES = start.length - 1;
  const edges = start[NODES];
  const degreeOf = (node: number) => start[node + 1] - start[node];
  const nodes = Uint32Array.from({ length: NODES }, (_, node) => node).sort(
    (a, b) => degreeOf(a) - degreeOf(b) || a - b,
  );
  const SLOTS = degreeOf(nodes[NODES - 1]);
  const groups: GraphSide["groups"][number][] = [];
  const indexOf = new Uint32Array(edges);
  let FIRST_EDGE = 0;
  for (let FIRST_NODE = 0; FIRST_NODE < NODES; ) {
    const DEGREE = degreeOf(nodes[FIRST_NODE]);
    let end = FIRST_NODE;
    for (; end < NODES && degreeOf(nodes[end]) === DEGREE; end++) {
      for (let k = 0; k < DEGREE; k++) {
        // As own_index in active-words.wgsl.
        const apart = ROWS === 1 ? end * SLOTS + k : k * NODES + end;
        indexOf[edgeAt(start[nodes[end]] + k)] =
          FRAME_INTERLEAVED === 1 ? FIRST_EDGE + (end - FIRST_NODE) * DEGREE + k : apart;
      }
    }
    groups.push({ FIRST_NODE, FIRST_EDGE, COUNT: end - FIRST_NODE, DEGREE, NODES, SLOTS });
    FIRST_EDGE += (end - FIRST_NODE) * DEGREE;
    FIRST_NODE = end;
  }
  return { nodes, groups, indexOf, size: FRAME_INTERLEAVED === 1 ? edges : NODES * SLOTS };
}

/** For each message in the order of `own`, its index in the order of `other`. */
function addressesOf(own: GraphSide, other: GraphSide) {
  const addresses = new Uint32Array(own.size);
  own.indexOf.forEach((index, edge) => {
    addresses[index] = other.indexOf[edge];
  });
  return constantBuffer(addresses);
}

/**
 * Sum-product on likelihood ratios as a program, flooding (A. Mink, A. Nakassis, "LDPC Error Correction for Gbit/s QKD",
 * Proc. SPIE 9123, 2014). Checks test the decisions that come with the variables' messages, so a separate test follows
 * only the last iteration. With layout=frames and early termination, variables move the active words together.
 */
function ratioProgram(
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  if (matrix.field.q !== 2) {
    throw new InputError(`${spec.rule} decodes codes over GF(2), not GF(${matrix.field.q}): use qspa`);
  }
  const { bits, layout } = optionsOf(OPTIONS, spec);
  const { note, ...order } = LAYOUTS[layout];
  const isFloat = bits === "32";
  const isInterleaved = order.FRAME_INTERLEAVED === 1;
  const isOneArray = order.ONE_ARRAY === 1;
  const interleave = isInterleaved && !isFloat ? 2 : 1;
  const graph: TannerGraph = tannerGraph(matrix);
  const { checks: M, variables: N, edges, variableEdge } = graph;
  const checks = graphSide(graph.checkStart, (place) => place, order);
  const variables = graphSide(graph.variableStart, (place) => variableEdge[place], order);
  const STOP = stopConstant(spec);
  const compacts = isInterleaved && STOP === 1;
  const active = compacts ? movedFrames({ slotFrames: interleave }) : ALL_FRAMES;

  const part = isFloat ? "f32" : interleave === 2 ? "levels-pair" : "levels";
  const variant = variantOf({ message: { name: `reproductions/ratio/${part}` } });
  const common = { FRAME_INTERLEAVED: order.FRAME_INTERLEAVED, LEVELS: isFloat ? 0 : 2 ** Number(bits) - 1 };
  const dispatch = (kernel: string, count: number, own: KernelConstants, buffers: string[], least = SIDE_BY_SIDE) => {
    const nodes = nodesPerWorkgroup(count, limits, least);
    return {
      kernel: `reproductions/ratio/${kernel}`,
      constants: { ...common, ...own, NODES_PER_WORKGROUP: nodes },
      variant,
      buffers,
      workgroups: Math.ceil(count / (isInterleaved ? nodes : WORKGROUP_SIZE)),
      framesPerWorkgroup: isInterleaved ? WORKGROUP_SIZE * interleave : interleave,
    };
  };
  /** A dispatch for each degree. */
  const overNodes = (kernel: string, own: GraphSide, sent: GraphSide, more: KernelConstants, buffers: string[]) => {
    const made = own.groups.map((nodes): Dispatch => {
      const slots = { STOP, SLOT_FRAMES: interleave, REFILLS: 1, RECEIVED: own.size, SENT: sent.size };
      const least = Math.ceil(EDGES_TOGETHER / (nodes.DEGREE + 1));
      return dispatch(kernel, nodes.COUNT, { ...order, ...slots, ...more, ...nodes }, buffers, least);
    });
    return overActive(made, compacts);
  };
  const [toChecks, toVariables] = isOneArray ? ["messages", "messages"] : ["to_checks", "to_variables"];
  const received = (name: string) => (isOneArray ? "unused" : name);
  const list = isInterleaved ? "active_list" : "unused";
  const check = (UPDATES: 0 | 1) =>
    overNodes("check", checks, variables, { SYNDROME: syndrome ? 1 : 0, UPDATES }, [
      "check_addresses",
      syndrome ? "check_syndromes" : "unused",
      list,
      received(toChecks),
      toVariables,
      "unsatisfied",
    ]);
  // With one array both sides have the order of the variables.
  const variable = (FIRST: 0 | 1) =>
    overNodes("variable", variables, isOneArray ? variables : checks, { FIRST, PAIRS: interleave - 1 }, [
      isOneArray ? "unused" : "variable_addresses",
      "channel",
      list,
      "unsatisfied",
      received(toVariables),
      toChecks,
      "decisions",
    ]);
  const words = (length: number) => frameBuffer("u32", length, interleave);
  const phases = {
    pack: [
      dispatch("channel", N, { N, LLR_CLIP_BITS: bitsOf(LLR_CLIP[bits]) }, ["symbol", "channel_llr", "channel"]),
      ...(syndrome ? [dispatch("syndrome", M, { M }, ["row", "syndrome", "check_syndromes"])] : []),
      ...variable(1),
    ],
    check: check(1),
    variable: variable(0),
    syndrome: [],
    active,
    // Checks test the decisions of the iteration before, so a test of its own follows the last.
    decide: [...check(0), dispatch("decide", N, { N }, ["symbol", "decisions", "decision"])],
  };
  return {
    input: "bit",
    buffers: {
      ...interfaceBuffers(spec, N, N),
      symbol: constantBuffer(variables.nodes),
      check_addresses: addressesOf(checks, variables),
      channel: frameBuffer("f32", N * interleave, interleave),
      ...(isOneArray
        ? { messages: words(variables.size) }
        : {
            variable_addresses: addressesOf(variables, checks),
            to_checks: words(checks.size),
            to_variables: words(variables.size),
          }),
      ...(syndrome && {
        row: constantBuffer(checks.nodes),
        syndrome: frameBuffer("u32", M),
        check_syndromes: words(M),
      }),
      active_list: active.buffer,
      unused: UNUSED_BUFFER,
      decisions: words(N),
    },
    ...decoderSteps(spec, phases, { order: ["check", "compact", "variable"], countsActive: true }),
    plan: [
      note,
      `messages of ${isFloat ? "f32" : `${bits} bits and a sign`}, ${interleave === 2 ? "two frames" : "one frame"} to a word of 32`,
    ],
    // Messages read and written by both sides, with them the decisions; the channel's ratios, decisions for the output, and the syndrome.
    traffic: { edges, bytesPerIteration: 4 * ((4 * edges + N + (syndrome ? M : 0)) / interleave + N) },
  };
}

/**
 * Sum-product by the arithmetic of Mink and Nakassis. The paper only says "8 or 10 bit integer mapping". This
 * implementation maps |a| to an integer linearly and rounds to nearest; the least level is 1, since a level of 0 could
 * not be divided by, and products have bounds.
 */
export const ratioRules: Readonly<Record<string, CheckNodeRule>> = {
  "ratio-sum-product": {
    description: "belief propagation on likelihood ratios, products and quotients: flooding, 10-bit messages",
    equation: [
      "R_i: T/a_i, T = (−1)^s · Π a_k, a = tanh(Q/2)",
      "r = P(0)/P(1) = (1 + a)/(1 − a), R = r_0 · Π r_j",
      "  to check j: a = (R/r_j − 1)/(R/r_j + 1), as sign and 10 bits",
    ],
    source: `${PAPERS.qkd.short}, section 3`,
    claim:
      "Mink and Nakassis 2014 print its failures and iterations at 104 points. Here all agree (ldpc experiment qkd-tables).",
    cost: {
      formula: "6d",
      operations: (d) => 6 * d,
      kind: "arithmetic",
      of: "a product, a quotient, a bound, and what reading and rounding a level takes",
    },
    exactness: {
      devices: "tolerance",
      text:
        "quotients differ in their last bits, so a message at the middle between two levels may differ by one; equal bit " +
        "for bit in every layout on one device",
    },
    use:
      "To compare with the paper, as its experiments do (qkd-tables, qkd-memory-layout, qkd-message-bits). It needs neither " +
      "exponentials nor logarithms but for the channel. Flooding only.",
    advice: [
      {
        wanted: "what Mink and Nakassis measured",
        decoder: "ratio-sum-product iterations=31",
        reason: "their arithmetic, their number of iterations",
      },
    ],
    input: "bit",
    options: OPTIONS,
    llrMaximum: ({ bits }) => LLR_CLIP[bits as keyof typeof LLR_CLIP],
    decoder: ratioProgram,
  },
};
