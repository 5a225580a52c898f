import { rowEntries } from "../../code/parity-check-matrix.ts";
import { variantOf } from "../../gpu/part.ts";
import { constantBuffer, type Dispatch, type ProgramBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../gpu/workgroup.ts";
import { type BinaryGraph, messageVariables } from "../binary/graph.ts";
import type { BinaryArithmetic } from "../binary/rule.ts";
import { plain } from "../nodes/edges/plain.ts";
import type { EdgeRule } from "../nodes/rule.ts";
import type { DecodableCode } from "../rule.ts";

/** The inputs of a selection rule. */
interface SelectionContext {
  readonly code: DecodableCode;
  /** The graph of the tests' decoder. */
  readonly graph: BinaryGraph;
  readonly arithmetic: BinaryArithmetic;
  readonly syndrome: boolean;
  /** Elements of a word of tests in the decoder's messages. */
  readonly elements: number;
  /** Layout of the tests' decoder. */
  readonly frameInterleaved: boolean;
}

/**
 * A rule that selects the position which the children of a test saturate: dispatches that write `weights`
 * [symbol][test]. The largest weight decides, then the smallest |channel LLR|, then the lowest symbol
 * (wgsl/reprocess/select-position).
 */
export interface SelectionRule {
  /** The rule of edges of the tests' decoder, if it reads states: in the place of the plain one. */
  readonly edge?: EdgeRule;
  /** Dispatches of the tests; buffers of the tests' decoder are `test_` and their name. */
  weights(context: SelectionContext): {
    readonly dispatches: readonly Dispatch[];
    /**
     * Buffers besides `weights` and the buffers of the tests' decoder; a `perFrame` buffer has an element for each word
     * of tests.
     */
    readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  };
}

export const selectionRules: Readonly<Record<"eqml" | "abp", SelectionRule>> = {
  // Edge-wise selection: sign changes of the messages of the symbol's edges (EQML paper, eq. 6).
  eqml: {
    edge: { ...plain, part: { name: "nodes/edges/flips" }, words: 1, isRead: true },
    weights({ code, graph, arithmetic, elements, frameInterleaved }) {
      const lists: number[][] = Array.from({ length: code.matrix.columns }, () => []);
      messageVariables(graph).forEach((variable, message) => {
        if (message !== graph.absent) lists[graph.symbol[variable]].push(message);
      });
      return {
        dispatches: [
          sumDispatch(lists.length, arithmetic, {
            buffer: "test_messages",
            at: graph.messages,
            elements,
            frameInterleaved,
          }),
        ],
        buffers: edgeLists(lists),
      };
    },
  },
  // Augmented belief propagation: degree of the symbol in the subgraph of unsatisfied checks (Varnica, Fossorier and Kavčić 2007).
  abp: {
    weights({ code: { matrix }, graph, arithmetic, syndrome, frameInterleaved }) {
      const lists: number[][] = Array.from({ length: matrix.columns }, () => []);
      const number = new Uint32Array(matrix.columns);
      graph.symbol.forEach((symbol, variable) => {
        number[symbol] = variable;
      });
      const start = [0];
      const variables: number[] = [];
      graph.row.forEach((row, check) => {
        for (const [symbol] of rowEntries(matrix, row)) {
          lists[symbol].push(check);
          variables.push(number[symbol]);
        }
        start.push(variables.length);
      });
      const perWorkgroup = Math.ceil(graph.checks / WORKGROUPS_MAXIMUM);
      const { variant, interleave } = format(arithmetic);
      const odd: Dispatch = {
        kernel: "reprocess/weights/unsatisfied-checks",
        constants: {
          ...arithmetic.constants,
          N: graph.variables,
          CHECKS: graph.checks,
          SYNDROME: syndrome ? 1 : 0,
          FRAME_INTERLEAVED: frameInterleaved ? 1 : 0,
          CHECKS_PER_WORKGROUP: perWorkgroup,
        },
        variant,
        buffers: ["check_start", "check_variables", "test_check_signs", "test_posteriors", "odd_checks"],
        workgroups: Math.ceil(graph.checks / perWorkgroup),
        framesPerWorkgroup: WORKGROUP_SIZE * interleave,
      };
      return {
        dispatches: [
          odd,
          sumDispatch(lists.length, arithmetic, {
            buffer: "odd_checks",
            at: 0,
            elements: graph.checks,
            frameInterleaved,
          }),
        ],
        buffers: {
          ...edgeLists(lists),
          check_start: constantBuffer(Uint32Array.from(start)),
          check_variables: constantBuffer(Uint32Array.from(variables)),
          odd_checks: { type: "u32", length: graph.checks, perFrame: true, interleave },
        },
      };
    },
  },
};

/** Place of the counts: the elements from `at` on, and the number of elements of a word. */
interface Counts {
  readonly buffer: string;
  readonly at: number;
  readonly elements: number;
  readonly frameInterleaved: boolean;
}

/** Sums counts over the edges of each symbol. */
function sumDispatch(symbols: number, arithmetic: BinaryArithmetic, counts: Counts): Dispatch {
  const { variant, interleave } = format(arithmetic);
  const perWorkgroup = Math.ceil(symbols / WORKGROUPS_MAXIMUM);
  return {
    kernel: "reprocess/weights/edge-weights",
    constants: {
      ...arithmetic.constants,
      N: symbols,
      COUNTS_AT: counts.at,
      COUNTS: counts.elements,
      SYMBOLS_PER_WORKGROUP: perWorkgroup,
      FRAME_INTERLEAVED: counts.frameInterleaved ? 1 : 0,
    },
    variant,
    buffers: ["symbol_start", "symbol_edges", counts.buffer, "weights"],
    workgroups: Math.ceil(symbols / perWorkgroup),
    framesPerWorkgroup: WORKGROUP_SIZE * interleave,
  };
}

/** The tests' number format. */
function format({ lanes }: BinaryArithmetic) {
  return { variant: variantOf({ lanes }), interleave: lanes.interleave };
}

/** Lists of the count elements of each symbol. */
function edgeLists(lists: readonly (readonly number[])[]): Record<string, ProgramBuffer> {
  const start = new Uint32Array(lists.length + 1);
  lists.forEach((list, n) => {
    start[n + 1] = start[n] + list.length;
  });
  return { symbol_start: constantBuffer(start), symbol_edges: constantBuffer(Uint32Array.from(lists.flat())) };
}
