import { blocksOf, eachStatement } from "../emit/uses.ts";
import type { Graph } from "../graph/graph.ts";
import { type Block, isConstant, type Node, type Statement } from "../graph/node.ts";
import { isOfPiece, type Writer } from "../schedule/writer.ts";

/** Most statements of a piece that is emitted twice: for whole vectors without a mask, and for partial vectors with a mask. */
export const LARGE = 3000;
/** Least `version` of a node in the copy of a piece's body. It keeps the copy separate from the node of the original body. */
const VERSION = 2 ** 30;

/** Splits each loop over strips into two loops: a simplified copy for the leading full strips without a done lane, then the original. */
export function specialiseStrips(graph: Graph, { root, done }: Writer): void {
  const visit = (block: Block): void => {
    const statements = block.statements.flatMap((statement) => {
      blocksOf(statement).forEach(visit);
      if (statement.kind !== "lanes" || statement.strips === undefined || sizeOf(statement.body) > LARGE)
        return [statement];
      const { body, strips } = statement;
      const yes: Block = { kind: "if", parent: block, statements: [], isOpen: false };
      const copy = new Copy(graph, body, yes, [[done, graph.words([0, 0, 0, 0])]]).made;
      yes.statements.push(...invariants(copy), { ...statement, body: copy, strips: { ...strips, part: "whole" } });
      const whole: Statement = { kind: "if", condition: strips.whole, yes };
      return [whole, { ...statement, strips: { ...strips, part: "others" } } as const];
    });
    block.statements.splice(0, block.statements.length, ...statements);
  };
  visit(root);
}

/** Removes the values that are the same for all vectors from a piece's body. @returns the statements that compute them. */
function invariants(body: Block): Statement[] {
  const inside = new Set<Node>();
  const isCommon = (node: Node): boolean =>
    node.isPure && !isOfPiece(node) && !inside.has(node) && (node.op !== "offset" || isCommon(node.args[0]));
  const noteComputed = (statement: Statement): void => {
    if (statement.kind === "compute" || statement.kind === "reload") inside.add(statement.node);
  };
  const all = body.statements.splice(0);
  return all.filter((statement) => {
    const isOutside = statement.kind === "compute" && statement.node.isPure && statement.node.args.every(isCommon);
    if (!isOutside) {
      body.statements.push(statement);
      eachStatement({ ...body, statements: [statement] }, noteComputed);
    }
    return isOutside;
  });
}

/** Number of statements of a block, including nested statements. */
export function sizeOf(block: Block): number {
  let size = 0;
  eachStatement(block, () => size++);
  return size;
}

interface Scope {
  readonly copies: Map<Node, Node>;
  readonly outer?: Scope;
}

/** A copy of a block, simplified for known values of some nodes and for a test of consecutive addresses that holds. */
export class Copy {
  readonly made: Block;
  readonly #graph: Graph;
  readonly #zero: Node;
  readonly #ones: Node;
  readonly #together?: Node;
  /** Copies of the nodes that the current block and its enclosing blocks compute. */
  #copies: Scope;
  #made = 0;

  constructor(
    graph: Graph,
    body: Block,
    parent: Block,
    known: readonly (readonly [node: Node, value: Node])[],
    together?: Node,
  ) {
    this.#graph = graph;
    this.#zero = graph.words([0, 0, 0, 0]);
    this.#ones = graph.words([-1, -1, -1, -1]);
    this.#together = together;
    this.#copies = { copies: new Map(known) };
    this.made = this.#block(body, parent);
  }

  #block({ kind, statements }: Block, parent: Block | undefined, end?: () => void): Block {
    const made: Block = { kind, parent, statements: [], isOpen: false };
    const outer = this.#copies;
    this.#copies = { copies: new Map(), outer };
    for (const statement of statements) made.statements.push(...this.#statement(statement, made));
    end?.();
    this.#copies = outer;
    return made;
  }

  #statement(statement: Statement, block: Block): readonly Statement[] {
    const node = (given: Node) => this.#node(given);
    switch (statement.kind) {
      case "compute":
        return this.#compute(statement.node);
      case "set":
        return [{ ...statement, value: node(statement.value) }];
      case "if": {
        const { yes, otherwise } = statement;
        const condition = node(statement.condition);
        if (isConstant(condition)) {
          const taken = condition.value === 0 ? otherwise : yes;
          return (taken?.statements ?? []).flatMap((each) => this.#statement(each, block));
        }
        return [
          {
            kind: "if",
            condition,
            yes: this.#block(yes, block),
            otherwise: otherwise && this.#block(otherwise, block),
          },
        ];
      }
      case "loop": {
        let condition: Node | undefined;
        const body = this.#block(statement.body, block, () => {
          condition = node(statement.condition!);
        });
        return [{ kind: "loop", body, condition }];
      }
      case "store":
      case "scatter": {
        if (statement.kind === "scatter" && statement.address[1] === this.#together && statement.mask === undefined) {
          const [added, address] = this.#neighbours(statement.address);
          const { offset } = statement;
          return [added, { kind: "store", address, offset, value: node(statement.value), isShared: true }];
        }
        const mask = statement.mask && node(statement.mask);
        if (mask === this.#zero) return [];
        const rest = { value: node(statement.value), mask: mask === this.#ones ? undefined : mask };
        return statement.kind === "store"
          ? [{ ...statement, ...rest, address: node(statement.address) }]
          : [{ ...statement, ...rest, address: statement.address.map(node) }];
      }
      case "clear":
        return [{ ...statement, address: node(statement.address) }];
      case "copy":
        return [{ ...statement, to: node(statement.to), from: node(statement.from) }];
      default:
        throw new Error(`${statement.kind} stands in a piece that runs strip by strip`);
    }
  }

  /** The consecutive addresses of an access, and the statement that computes the first. */
  #neighbours([base, , , first]: readonly Node[]): readonly [Statement, Node] {
    const args = [base, first].map((arg) => this.#node(arg));
    const node = this.#graph.node("add", "i32", args, { version: VERSION + this.#made++ });
    return [{ kind: "compute", node }, this.#graph.offset(node, [0, 4, 8, 12])];
  }

  #compute(given: Node): readonly Statement[] {
    if (isUnmaskedSpread(given, this.#together)) {
      const [added, address] = this.#neighbours(given.args);
      const { value, isPure } = given;
      const copy = this.#graph.node("vload", "v128", [address], { value, isPure, version: VERSION + this.#made++ });
      this.#copies.copies.set(given, copy);
      return [added, { kind: "compute", node: copy }];
    }
    const args = given.args.map((arg) => this.#node(arg));
    const simple = this.#constant(given, args) ?? this.#simple(given, args);
    const version = VERSION + this.#made++;
    const copy = simple ?? this.#graph.node(given.op, given.type, args, { ...given, version });
    this.#copies.copies.set(given, copy);
    return simple === undefined ? [{ kind: "compute", node: copy }] : [];
  }

  /** The copy of a value, or the value itself if it is computed before the piece. */
  #node(given: Node): Node {
    for (let scope: Scope | undefined = this.#copies; scope !== undefined; scope = scope.outer) {
      const copy = scope.copies.get(given);
      if (copy !== undefined) return copy;
    }
    if (given.op === "offset") return this.#graph.offset(this.#node(given.args[0]), given.lanes!);
    return given.op === "splat" ? (this.#constant(given, given.args) ?? given) : given;
  }

  #constant({ op, type }: Node, args: readonly Node[]): Node | undefined {
    if ((op !== "splat" && op !== "eq") || type !== "v128" || !args.every(isUniformWord)) return undefined;
    const [a, b] = args.map(wordOf);
    if (op === "splat") return a === 0 ? this.#zero : a === -1 ? this.#ones : undefined;
    return a === b ? this.#ones : this.#zero;
  }

  /** Simplifies an operation to one of its operands or a constant. Undefined if no rule applies. */
  #simple({ op }: Node, [a, b, c]: readonly Node[]): Node | undefined {
    const [zero, ones] = [this.#zero, this.#ones];
    const has = (node: Node) => a === node || b === node;
    const other = (node: Node) => (a === node ? b : a);
    switch (op) {
      case "and":
        return has(zero) ? zero : has(ones) ? other(ones) : undefined;
      case "or":
        return has(ones) ? ones : has(zero) ? other(zero) : undefined;
      case "xor":
        if (has(zero)) return other(zero);
        return a === b ? zero : undefined;
      case "andnot":
        return b === zero ? a : a === zero || b === ones ? zero : undefined;
      case "not":
        return a === zero ? ones : a === ones ? zero : undefined;
      case "bitselect":
        return c === zero ? b : c === ones ? a : undefined;
      case "any_true":
        return a === zero ? this.#graph.i32(0) : a === ones ? this.#graph.i32(1) : undefined;
      default:
        return undefined;
    }
  }
}

/** Whether a value is a constant i32 or a vector with the same constant word in each lane. */
const isUniformWord = ({ op, type, lanes, args }: Node): boolean =>
  op === "words"
    ? lanes!.every((word) => word === lanes![0])
    : op === "splat"
      ? isConstant(args[0]) && args[0].type === "i32"
      : op === "const" && type === "i32";
const wordOf = ({ op, lanes, value, args }: Node): number =>
  op === "words" ? lanes![0] : op === "splat" ? args[0].value : value;

/** Whether a node loads a word for each lane without a mask: with a mask the address of an inactive lane may be outside of the memory. */
export const isUnmaskedSpread = ({ op, args }: Node, test?: Node): boolean =>
  op === "spread" && args[1] === test && args.length === UNMASKED;
const UNMASKED = 7;
