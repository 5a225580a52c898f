import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bestOrder, rowOrder } from "../../src/decoder/order.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { clopperPearson } from "../../src/simulation/statistics.ts";
import { root } from "../source-files.ts";

/** Numbers of blocks and of blocks with wrong information bits. */
interface Counts {
  readonly frames: number;
  readonly informationFrameErrors: number;
}

type Details = Record<string, { code: string; natural: Counts; descending: Counts }>;

const detailsOf = (file: string) =>
  (JSON.parse(readFileSync(join(root, "experiments/results", file), "utf8")) as { details: Details }).details;
const details = detailsOf("row-order-h200.json");
const onCpu = detailsOf("cpu/row-order.json");
const shiftTables = detailsOf("binary/row-order-5g-h200.json");
const wimax = detailsOf("cpu/row-order-wimax.json");

const interval = ({ informationFrameErrors, frames }: Counts) => clopperPearson(informationFrameErrors, frames);

describe("order=auto", () => {
  it.each([details, onCpu, shiftTables, wimax].flatMap((each) => Object.entries(each)))(
    "%s: no order is measured to be better",
    (_, measured) => {
      const [name, rows] = measured.code.split(":");
      const best = bestOrder(loadCode(name, rows === undefined ? {} : { rows: Number(rows) }));
      const other = best === "natural" ? "descending" : "natural";
      expect(interval(measured[best]).low).toBeLessThanOrEqual(interval(measured[other]).high);
    },
  );

  it("is descending for 5G with 8 rows and more, where that is measured to be far better", () => {
    const { natural, descending } = details["nr-bg1-z384:13, 8 iterations"];
    expect(interval(descending).high).toBeLessThan(0.1 * interval(natural).low);
    const few = Object.entries(shiftTables).filter(([name]) => name.endsWith(", 8 iterations"));
    expect(few.length).toBe(24);
    for (const [name, of] of few.filter(([, of]) => of.natural.informationFrameErrors > 10)) {
      expect(interval(of.descending).high, name).toBeLessThan(interval(of.natural).low);
    }
    for (const rows of [8, 13, 46]) expect(bestOrder(loadCode("nr-bg1-z384", { rows }))).toBe("descending");
    expect(bestOrder(loadCode("nr-bg1-z384", { rows: 5 }))).toBe("natural");
    expect([...(rowOrder(loadCode("nr-bg1-z2", { rows: 8 }), "auto") ?? [])]).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  });
});

it("order=auto is descending for 802.16e of rate 1/2, where that is measured to be better after 5 iterations", () => {
  const { natural, descending } = wimax["wimax-2304-1152, 5 iterations"];
  expect(interval(descending).high).toBeLessThan(interval(natural).low);
  for (const code of ["wimax-2304-1152", "wimax-1152-576"]) expect(bestOrder(loadCode(code))).toBe("descending");
  for (const code of ["wimax-2304-1536a", "wifi-1944-972"]) expect(bestOrder(loadCode(code))).toBe("natural");
});

describe("order=searched", () => {
  it("visits each row of 5G base graph 1 once", () => {
    for (const rows of [5, 13]) {
      const order = [...(rowOrder(loadCode("nr-bg1-z2", { rows }), "searched") ?? [])];
      expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, r) => r));
    }
    expect(() => rowOrder(loadCode("nr-bg1-z2", { rows: 12 }), "searched")).toThrow("use order=auto");
  });
});
