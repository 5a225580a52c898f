import { constantBuffer, frameBuffer } from "../../gpu/program.ts";
import type { MakeHardDecisions } from "./program.ts";

/** Other messages that make a message differ from the channel's decision, and messages that make a decision differ. */
export interface Bounds {
  readonly message: number;
  readonly decision: number;
}

/**
 * Gallager's algorithms, whose messages are bits. @param boundsOf by the degree of a variable; none for algorithm E, whose messages are bits or erased.
 */
export function edgeDecisions(boundsOf?: (degree: number) => Bounds): MakeHardDecisions {
  return (graph, dispatch, { SYNDROME }) => {
    const { checks, variables, edges, variableStart, variableDegreeMaximum: degree } = graph;
    const ERASURES = boundsOf === undefined ? 1 : 0;
    const PLANES = 1 + ERASURES;
    // The largest numbers are twice the votes of all messages and the channel, whose vote may count twice, or d + 2.
    const COUNT_BITS = Math.floor(Math.log2(ERASURES === 1 ? 2 * (degree + 2) : degree + 2)) + 1;
    const bounds = boundsOf
      ? Array.from({ length: variables }, (_, n) => boundsOf(variableStart[n + 1] - variableStart[n]))
      : [];
    const variable = (FIRST: 0 | 1) =>
      dispatch("edge-variable", variables, { FIRST, ERASURES, PLANES, COUNT_BITS, BOUNDS_AT: variables + 1 }, [
        ...["variable_start", "variable_edges", "channel", ERASURES === 1 ? "erased" : "no_erased"],
        ...["active_list", "messages", "posteriors"],
      ]);
    const check = dispatch("edge-check", checks, { ERASURES, SYNDROME }, [
      ...["check_start", "check_signs", "active_list", "messages"],
    ]);
    return {
      start: [variable(1)],
      decide: [check, variable(0)],
      buffers: {
        messages: frameBuffer("u32", PLANES * edges, 32),
        variable_start: constantBuffer(
          Uint32Array.from([...variableStart, ...bounds.flatMap(({ message, decision }) => [message, decision])]),
        ),
        variable_edges: constantBuffer(graph.variableEdge),
      },
      keeps: false,
      erases: ERASURES === 1,
      words: 4 * PLANES * edges + 3 * variables,
    };
  };
}
