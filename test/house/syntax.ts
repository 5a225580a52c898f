import { parseSync } from "vite";

/** A node of a syntax tree (ESTree with TypeScript), with the members that tests read. */
export interface SyntaxNode {
  readonly type: string;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly name?: unknown;
  readonly computed?: boolean;
  readonly body?: unknown;
  readonly source?: { readonly value?: unknown } | null;
}

/** A node, its parent and its key in the parent. */
export interface PlacedNode {
  readonly node: SyntaxNode;
  readonly parent?: SyntaxNode;
  readonly key: string;
}

const known = new Map<string, readonly PlacedNode[]>();

/** All nodes of a TypeScript text, parents first. @throws Error if the text is not TypeScript. */
export function nodesOf(text: string): readonly PlacedNode[] {
  const nodes = known.get(text) ?? parseNodes(text);
  known.set(text, nodes);
  return nodes;
}

function parseNodes(text: string): PlacedNode[] {
  const { program, errors } = parseSync("text.ts", text, { lang: "ts", sourceType: "module" });
  if (errors.length > 0) throw new Error(errors[0].message);
  const found: PlacedNode[] = [];
  const visit = (value: unknown, key: string, parent?: SyntaxNode): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, key, parent);
    if (!isNode(value)) return;
    found.push({ node: value, parent, key });
    for (const [name, child] of Object.entries(value)) visit(child, name, value);
  };
  visit(program, "program");
  return found;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
