import { expect, it } from "vitest";
import { productTree } from "../../../src/decoder/nonbinary/tree/product-tree.ts";

/** The edges whose inputs form the product sent to each edge, and the number of products and of levels. */
function sentBy(degree: number): { readonly sent: string[]; readonly products: number; readonly levels: number } {
  const { levels, vectors } = productTree(degree, degree, degree + 1);
  const known: (readonly number[] | undefined)[] = Array.from({ length: vectors }, (_, vector) =>
    vector < degree ? [vector] : vector === degree ? [] : undefined,
  );
  const sent: string[] = [];
  for (const level of levels) {
    // All inputs of a level are read before any output is written.
    const made = level.map(({ left, right }) => {
      const [one, other] = [known[left], known[right]];
      if (one === undefined || other === undefined) throw new Error(`product of ${left} and ${right} comes too early`);
      return [...one, ...other].sort((a, b) => a - b);
    });
    for (const [j, { target }] of level.entries()) {
      if ("vector" in target) known[target.vector] = made[j];
      else sent[target.edge] = made[j].join();
    }
  }
  return { sent, products: levels.flat().length, levels: levels.length };
}

it("multiplies for each edge the inputs of all other edges, once each", () => {
  for (let degree = 1; degree <= 40; degree++) {
    const edges = Array.from({ length: degree }, (_, i) => i);
    expect(sentBy(degree).sent, `degree ${degree}`).toEqual(edges.map((i) => edges.filter((j) => j !== i).join()));
  }
});

it("takes 3(d − 2) products, 3 levels at degree 6", () => {
  for (let degree = 3; degree <= 40; degree++) expect(sentBy(degree).products).toBe(3 * (degree - 2));
  expect([3, 4, 6, 12, 30].map((degree) => sentBy(degree).levels)).toEqual([1, 2, 3, 5, 9]);
});
