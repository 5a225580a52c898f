import { type GaloisField, multiply } from "../../src/index.ts";
import { h } from "../shared/dom.ts";

/** The table of all products of a field, drawn on a canvas. */
export interface ProductTable {
  readonly element: HTMLElement;
  show(field: GaloisField): void;
  /** Draws a frame around a product. */
  mark(a: number, b: number): void;
}

/** Pixels of the whole table; a multiple of every field size. */
const PIXELS = 1024;

/** @param choose receives the factors of a clicked product. */
export function productTable(choose: (a: number, b: number) => void): ProductTable {
  const canvas = h("canvas", {
    width: PIXELS,
    height: PIXELS,
    class: "products",
    role: "img",
    "aria-label": "multiplication table",
  });
  const context = canvas.getContext("2d")!;
  let shown: GaloisField | undefined;
  canvas.addEventListener("click", (event) => {
    if (shown === undefined) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = (offset: number, size: number, q: number) =>
      Math.min(q - 1, Math.max(0, Math.floor((offset / size) * q)));
    choose(at(event.clientY - top, height, shown.q), at(event.clientX - left, width, shown.q));
  });

  function show(field: GaloisField): void {
    shown = field;
    const { q, log } = field;
    const side = PIXELS / q;
    for (let a = 0; a < q; a++) {
      for (let b = 0; b < q; b++) {
        const product = multiply(field, a, b);
        context.fillStyle = product === 0 ? "#999999" : `hsl(${Math.round((360 * log[product]) / (q - 1))} 62% 62%)`;
        context.fillRect(b * side, a * side, side, side);
        if (q <= 32) write(String(product), b, a, side);
      }
    }
  }

  function write(text: string, column: number, row: number, side: number): void {
    context.fillStyle = "#111111";
    context.font = `${Math.floor(side * (side < 40 ? 0.5 : 0.4))}px sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, (column + 0.5) * side, (row + 0.54) * side);
  }

  return {
    element: canvas,
    show,
    mark(a, b) {
      if (shown === undefined) return;
      show(shown);
      const side = PIXELS / shown.q;
      context.strokeStyle = "#000000";
      context.lineWidth = 5;
      context.strokeRect(b * side, a * side, side, side);
      context.strokeStyle = "#ffffff";
      context.lineWidth = 2;
      context.strokeRect(b * side, a * side, side, side);
    },
  };
}
