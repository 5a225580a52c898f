import { type GaloisField, multiply } from "../../src/index.ts";
import { h } from "../shared/dom.ts";
import { bits, polynomialText } from "./polynomial.ts";

/** A line of a multiplication by hand. */
interface Line {
  readonly word: number;
  readonly text: string;
  readonly kind: "factor" | "sum";
}

/** The product a·b by hand: shifted copies are added, then multiples of the polynomial, until the degree is small enough. */
export function multiplicationView(field: GaloisField, a: number, b: number): HTMLElement {
  const width = 2 * field.p;
  const lines = handMultiplication(field, a, b);
  const cells = (word: number) =>
    [...bits(word, width)].map((bit, i) => h("td", { class: bitClass(bit, width - 1 - i, field.p) }, bit));
  const rows = lines.map(({ word, text, kind }) =>
    h("tr", { class: kind }, ...cells(word), h("td", { class: "text" }, text)),
  );
  const product = multiply(field, a, b);
  const { log, q } = field;
  const logs =
    product === 0
      ? `${a} · ${b} = 0`
      : `${a} · ${b} = ${product}. By logarithms: α^${log[a]} · α^${log[b]} = α^${(log[a] + log[b]) % (q - 1)}, because ${log[a]} + ${log[b]} ${
          log[a] + log[b] >= q - 1 ? `− ${q - 1} ` : ""
        }= ${(log[a] + log[b]) % (q - 1)}.`;
  return h("div", {}, h("div", { class: "wide" }, h("table", { class: "bits" }, ...rows)), h("p", {}, logs));
}

/** The lines from the factors to the product. */
export function handMultiplication({ p, polynomial }: GaloisField, a: number, b: number): Line[] {
  const lines: Line[] = [];
  let sum = 0;
  for (let i = 0; i < p; i++) {
    if (((b >>> i) & 1) === 0) continue;
    sum ^= a << i;
    lines.push({ word: a << i, kind: "factor", text: i === 0 ? `a` : `a · ${polynomialText(1 << i)}` });
  }
  lines.push({ word: sum, kind: "sum", text: `sum: ${polynomialText(sum)}` });
  for (let degree = 2 * p - 2; degree >= p; degree--) {
    if (((sum >>> degree) & 1) === 0) continue;
    const shift = degree - p;
    sum ^= polynomial << shift;
    lines.push({
      word: polynomial << shift,
      kind: "factor",
      text: `polynomial${shift === 0 ? "" : ` · ${polynomialText(1 << shift)}`}`,
    });
    lines.push({ word: sum, kind: "sum", text: `rest: ${polynomialText(sum)}` });
  }
  return lines;
}

function bitClass(bit: string, position: number, p: number): string {
  return `${bit === "1" ? "one" : "zero"}${position >= p ? " high" : ""}`;
}
