import "./style.css";
import { defaultPolynomial, galoisField, primitivePolynomials } from "../../src/index.ts";
import { h, labelled } from "../shared/dom.ts";
import { multiplicationView } from "./multiplication.ts";
import { bits, polynomialText } from "./polynomial.ts";
import { productTable } from "./product-table.ts";

const SIZES = [2, 4, 8, 16, 32, 64, 128, 256];

/** Mounts a field: its elements, its multiplication table, and a multiplication step by step. The reader chooses the field. */
export function mountField(element: HTMLElement, { q = 16, a = 11, b = 13 } = {}): void {
  const size = h(
    "select",
    { onchange: fill },
    ...SIZES.map((n) => h("option", { value: n, selected: n === q }, `GF(${n})`)),
  );
  const polynomial = h("select", { onchange: draw });
  const first = h("input", { type: "range", min: 0, value: a, oninput: multiply });
  const second = h("input", { type: "range", min: 0, value: b, oninput: multiply });
  const elements = h("div", { class: "wide" });
  const product = h("div");
  const products = productTable((x, y) => {
    [first.value, second.value] = [String(x), String(y)];
    multiply();
  });
  element.append(
    h("div", { class: "controls" }, labelled("Field", size), labelled("Primitive polynomial", polynomial)),
    h("h2", {}, "A multiplication"),
    h("div", { class: "controls" }, labelled("a", first), labelled("b", second)),
    product,
    h("h2", {}, "All products"),
    h(
      "p",
      {},
      "Row a, column b, coloured by the exponent of the product. Zeros are grey. Click one to see how it comes about.",
    ),
    products.element,
    h("h2", {}, "All elements"),
    elements,
  );
  fill();
  element.dataset.state = "done";

  function fill(): void {
    const n = Number(size.value);
    const usual = defaultPolynomial(n);
    const options = primitivePolynomials(Math.log2(n)).map((p) =>
      h("option", { value: p, selected: p === usual }, `${polynomialText(p)}  (0x${p.toString(16).toUpperCase()})`),
    );
    polynomial.replaceChildren(...options);
    for (const input of [first, second]) {
      const value = Math.min(Number(input.value), n - 1);
      input.max = String(n - 1);
      input.value = String(value);
    }
    draw();
  }

  function draw(): void {
    const field = galoisField(Number(size.value), Number(polynomial.value));
    products.show(field);
    const rows = Array.from({ length: field.q - 1 }, (_, i) => {
      const x = field.exp[i];
      return [`α${superscript(i)}`, String(x), bits(x, field.p), polynomialText(x)];
    });
    const lines = [["0", "0", bits(0, field.p), "0"], ...rows];
    elements.replaceChildren(elementTable(lines));
    multiply();
  }

  function multiply(): void {
    const field = galoisField(Number(size.value), Number(polynomial.value));
    const [x, y] = [Number(first.value), Number(second.value)];
    product.replaceChildren(multiplicationView(field, x, y));
    products.mark(x, y);
  }
}

/** The elements in several columns, because 256 rows would be too long. */
function elementTable(lines: readonly (readonly string[])[]): HTMLElement {
  const cells = lines.map(([power, x, word, text]) =>
    h("li", {}, h("b", {}, power), h("span", {}, x), h("code", {}, word), h("i", {}, text)),
  );
  return h("ol", { class: "elements" }, ...cells);
}

function superscript(exponent: number): string {
  return [...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}
