import { formatNumber } from "../../src/index.ts";
import { planeModulations, receivedFrame } from "../../src/kernels.ts";
import { h, table } from "../shared/dom.ts";
import { type Point, sigmaOfEsN0 } from "./points.ts";

/** Largest number of symbols in the list. */
const LISTED = 8;

/** The metrics of one received point: costs of symbols, the likeliest first, and LLRs of the bits of labels. */
export function metricsOf(name: "qpsk" | "8psk" | "16qam" | "64qam", esn0: number, received: Point): HTMLElement {
  const { bits } = planeModulations[name];
  const sigma = sigmaOfEsN0(esn0);
  const labelled = { name, labeling: "gray" } as const;
  const point = Float64Array.from(received);
  const symbol = receivedFrame({ ...labelled, demapper: "symbols" }, 1, bits, sigma);
  const costs = new Float64Array(symbol.values);
  symbol.demap(point, costs);
  const least = Math.min(...costs);
  const order = [...costs.keys()].sort((a, b) => costs[a] - costs[b]).slice(0, LISTED);
  const bitwise = receivedFrame({ ...labelled, demapper: "log-map" }, bits, 1, sigma);
  const llrs = new Float64Array(bits);
  bitwise.demap(point, llrs);
  const binary = (label: number) => label.toString(2).padStart(bits, "0");
  return h(
    "div",
    {},
    h(
      "p",
      {},
      `Received ${formatNumber(received[0], 3)} ${received[1] < 0 ? "−" : "+"} ${formatNumber(Math.abs(received[1]), 3)}i`,
    ),
    table(
      ["symbol", "label", "cost −ln P(a), 0 for the likeliest"],
      order.map((label) => [String(label), binary(label), formatNumber(costs[label] - least, 3)]),
    ),
    table(
      ["bit", "LLR ln P(0)/P(1)"],
      [...llrs].map((llr, bit) => [String(bit), formatNumber(llr, 3).replace("-", "−")]),
    ),
  );
}
