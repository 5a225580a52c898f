import { describe, expect, it } from "vitest";
import { channelAt, channelPoint, channels } from "../../../src/channel/channels.ts";
import { readTables } from "../../../src/channel/table/channel-tables.ts";
import { tableMoments } from "../../../src/channel/table/table-kind.ts";
import { wordsByCell } from "../alias-words.ts";
import { BITS, SYMBOLS } from "./example-tables.ts";

const at = (tables: typeof BITS, value: number, q: number) =>
  channelAt(channelPoint("at", value, undefined, tables), { q, rate: () => 0.5 });

describe("the channel of a table", () => {
  it.each([
    ["bits", BITS, 1, 2],
    ["bits of symbols", BITS, 2, 16],
    ["symbols", SYMBOLS, 0, 4],
  ] as const)("of %s has the words and the metrics of its probabilities", (_, tables, value, q) => {
    const { noise, llrScale, tables: more } = at(tables, value, q);
    const { probabilities } = tables.tables!.find((table) => table.at === value)!;
    const metrics = [...(more!.metrics as Int32Array)].map((metric) => metric * llrScale);
    probabilities.forEach((row, input) => {
      const words = wordsByCell(noise.subarray(4096 * input, 4096 * (input + 1)));
      row.forEach((p, output) => {
        expect(Math.abs(words[output] - p * 2 ** 32)).toBeLessThanOrEqual(1);
        if (p === 0) expect(words[output]).toBe(0);
      });
      expect(words.slice(row.length).every((count) => count === 0)).toBe(true);
    });
    const logs = probabilities.map((row) => row.map(Math.log));
    const expected = logs[0].flatMap((_, output) => {
      const of = logs.map((row) => row[output]);
      return of.length === 2 ? [of[0] - of[1]] : of.map((log) => Math.min(1024, Math.max(...of) - log));
    });
    expect(metrics.length).toBe(expected.length);
    metrics.forEach((metric, i) => {
      expect(Math.abs(metric - expected[i])).toBeLessThanOrEqual(llrScale / 2);
    });
    // Sums over the bits of a symbol are integers that f32 represents exactly.
    const most = Math.max(...(more!.metrics as Int32Array).map(Math.abs));
    expect(most * (tables === BITS ? Math.log2(q) : 1)).toBeLessThanOrEqual(2 ** 24);
  });

  it("has the LLRs of the file where it has them, within 1024", () => {
    const given = readTables("0.9 0.1 0\n0.1 0.8 0.1\nllr 2 -1.5 -5000\n", "given");
    const { llrScale, tables } = at(given, 0, 2);
    expect([...(tables!.metrics as Int32Array)].map((metric) => metric * llrScale)).toEqual([2, -1.5, -1024]);
  });

  it("has no channel without tables, and no table at another value", () => {
    expect(() => channelAt(channelPoint("at", 1), { q: 2, rate: () => 1 })).toThrow("give --channel FILE");
    expect(() => at(BITS, 3, 2)).toThrow("table 3: the file has tables at 1, 2");
  });
});

describe("capacity and dispersion of a table", () => {
  const moments = (text: string) => tableMoments(readTables(text, "t").tables![0]);

  it("are those of the symmetric and the erasure channels", () => {
    expect(moments("0.89 0.11\n0.11 0.89")).toEqual(close(channels.qber.moments(0.11, { q: 2, rate: () => 1 })));
    expect(moments("0.7 0.3 0\n0 0.3 0.7")).toEqual(close(channels.erasure.moments(0.3, { q: 2, rate: () => 1 })));
    const rows = [0, 1, 2, 3].map((a) => [0, 1, 2, 3].map((b) => (a === b ? 0.7 : 0.1)).join(" "));
    expect(moments(rows.join("\n"))).toEqual(close(channels["symbol-error"].moments(0.3, { q: 4, rate: () => 1 })));
  });

  it("are 0 for outputs that tell nothing", () => {
    expect(moments("0.3 0.7\n0.3 0.7")).toEqual({ capacity: 0, dispersion: 0 });
  });
});

function close({ capacity, dispersion }: { readonly capacity: number; readonly dispersion: number }) {
  return { capacity: expect.closeTo(capacity, 10), dispersion: expect.closeTo(dispersion, 10) };
}
