import { ITERATION_OFFSET, RUN_WORD } from "../descriptor.ts";
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";

/*
 * Specialisation: code is compiled in several forms, each for a case in which more is known.
 * - The whole shader has the functions `first` for iteration 0 and `later` for the later iterations (this file).
 * - A piece has a form for whole vectors of invocations, and one with a mask for the last vector (emit/emit.ts).
 * - A piece on active words of frames runs strip by strip (strips.ts), with a form for strips without a done lane.
 * - Accesses to memory have a form for lanes that are found to have consecutive addresses (forms.ts).
 * Values that are known in a form make operations, branches and stores of the form needless (known.ts).
 */

/** The function of a shader for iteration 0 or for the later iterations. */
export class IterationForm {
  readonly name: "first" | "later";
  /** Whether the shader reads the iteration, so that its two functions differ. */
  isRead = false;

  constructor(name: "first" | "later") {
    this.name = name;
  }

  /** The iteration, which is 0 in `first` and not 0 in `later`, if an address is its address. */
  load(graph: Graph, { op, args: [base, offset] }: Node): Node | undefined {
    if (op !== "add" || base.op !== "parameter" || offset.value !== 4 * RUN_WORD + ITERATION_OFFSET) return undefined;
    this.isRead = true;
    if (this.name === "first") return graph.i32(0);
    return graph.node("load", "i32", [base], { value: offset.value, isNotZero: true });
  }
}

/** The functions of a shader: `first`, and `later` if the shader reads the iteration. */
export function byIteration<T>(lowered: (form: IterationForm) => T): T[] {
  const form = new IterationForm("first");
  const first = lowered(form);
  return form.isRead ? [first, lowered(new IterationForm("later"))] : [first];
}
