/** A product of two vectors of a check; `target` is a vector, or an edge that the product is sent to. */
export interface Product {
  readonly left: number;
  readonly right: number;
  readonly target: { readonly vector: number } | { readonly edge: number };
}

/** The products of a check, and the vectors that they read and write. */
interface ProductTree {
  /** Products of one level do not depend on each other. */
  readonly levels: readonly (readonly Product[])[];
  /** Vectors 0 … d − 1 are the edges' inputs; products follow from `firstProduct` on. */
  readonly vectors: number;
}

/** A vector and the first level after which it is available. */
interface Available {
  readonly vector: number;
  readonly level: number;
}

/** Edges from … to − 1 with the product of their inputs. */
interface Node {
  readonly product: Available;
  readonly from: number;
  readonly children: readonly Node[];
}

/**
 * For each of the d edges of a check, the product of all other inputs, in 3(d − 2) products from d = 3 on. The edges
 * are the leaves of a tree, whose root has three children and whose other nodes have two: products of the leaves below
 * go up, products of all other leaves come down, in about 2·log2(d) levels.
 * @param degree d, at least 1.
 * @param neutral the vector that changes nothing: degrees 1 and 2 are products with it.
 * @param firstProduct the first vector that is free for products.
 */
export function productTree(degree: number, neutral: number, firstProduct: number): ProductTree {
  const levels: Product[][] = [];
  let vectors = firstProduct;
  const multiply = (one: Available, other: Available, edge?: number): Available => {
    const level = Math.max(one.level, other.level);
    const vector = edge === undefined ? vectors++ : -1;
    while (levels.length <= level) levels.push([]);
    levels[level].push({ left: one.vector, right: other.vector, target: edge === undefined ? { vector } : { edge } });
    return { vector, level: level + 1 };
  };
  const up = (from: number, to: number): Node => {
    if (to - from === 1) return { product: { vector: from, level: 0 }, from, children: [] };
    const middle = Math.ceil((from + to) / 2);
    const children = [up(from, middle), up(middle, to)];
    return { product: multiply(children[0].product, children[1].product), from, children };
  };
  /** @param one, other the product of both is that of all leaves outside the node. */
  const down = ({ from, children }: Node, one: Available, other: Available): void => {
    if (children.length === 0) {
      multiply(one, other, from);
      return;
    }
    const others = multiply(one, other);
    down(children[0], others, children[1].product);
    down(children[1], others, children[0].product);
  };
  const nothing: Available = { vector: neutral, level: 0 };
  if (degree < 3) {
    const inputs = Array.from({ length: degree }, (_, i) => up(i, i + 1));
    for (const [i, input] of inputs.entries()) down(input, inputs.find((_, j) => j !== i)?.product ?? nothing, nothing);
  } else {
    const ends = [0, Math.ceil(degree / 3), Math.ceil((2 * degree) / 3), degree];
    const children = [0, 1, 2].map((i) => up(ends[i], ends[i + 1]));
    for (const [i, child] of children.entries()) {
      const [one, other] = children.filter((_, j) => j !== i);
      down(child, one.product, other.product);
    }
  }
  return { levels, vectors };
}
