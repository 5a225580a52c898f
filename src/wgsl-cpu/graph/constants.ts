import { Graph } from "./graph.ts";
import { isConstant, type Node } from "./node.ts";
import { isDivision, isShift, type OperationName } from "./operations.ts";

/** A graph for the rules of constant expressions: a value that is no constant is `unknown`. */
export class Constants extends Graph {
  constructor() {
    super(4);
  }

  readonly unknown = this.fresh("unknown", "i32", [], {});

  override node(...[op, type, args, given = {}]: Parameters<Graph["node"]>): Node {
    return op === "const" || op === "abstract" ? this.fresh(op, type, args, given) : this.unknown;
  }

  override f32(value: number): Node {
    if (!Number.isFinite(Math.fround(value))) throw new Error(`${value} is no number of type f32`);
    return super.f32(value);
  }

  override operation(name: OperationName, a: Node, b?: Node): Node {
    const { value } = b ?? a;
    if (b !== undefined && isConstant(b)) {
      if (isDivision(name) && value === 0) throw new Error("this divides by 0");
      if (isShift(name) && value >>> 0 > 31) throw new Error(`this shifts by ${value} bits`);
    }
    return isConstant(a) && (b === undefined || isConstant(b)) ? super.operation(name, a, b) : this.unknown;
  }

  override select(condition: Node, yes: Node, no: Node): Node {
    return [condition, yes, no].every(isConstant) ? super.select(condition, yes, no) : this.unknown;
  }
}
