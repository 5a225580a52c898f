import { describe, expect, it } from "vitest";
import { CHANNEL_POINT } from "../../../src/channel/channel-schema.ts";
import { channelAt, channelKind, channelPoint, channels, familyOfColumn } from "../../../src/channel/channels.ts";
import {
  parseTablesText,
  readTables,
  requireInputs,
  tablesJson,
  tablesText,
} from "../../../src/channel/table/channel-tables.ts";
import { tableMoments } from "../../../src/channel/table/table-kind.ts";
import { InputError } from "../../../src/errors.ts";
import { fitted } from "../../../src/json.ts";
import { wordsByCell } from "../alias-words.ts";
import { BITS, SYMBOLS } from "./example-tables.ts";

describe("tables of a channel", () => {
  it("are read from lines, with comments and any separators, in the order of their values", () => {
    const { tables, ...sizes } = readTables(
      "# reads\nat 3\n0.5, 0.5 # even\n1;0\nllr 1 -1e3\r\n\nAT\t2\n0.25 0.75\n0.75\t0.25\n",
      "two",
    );
    expect(sizes).toEqual({ name: "two", inputs: 2, outputs: 2, digest: expect.stringMatching(/^[0-9a-f]{8}$/) });
    expect(tables).toEqual([
      { at: 2, probabilities: [[0.25, 0.75], [0.75, 0.25]] }, // biome-ignore format: as in the file
      { at: 3, probabilities: [[0.5, 0.5], [1, 0]], llr: [1, -1000] }, // biome-ignore format: as in the file
    ]);
  });

  it("are read from JSON, one or several", () => {
    const one = readTables('{ "probabilities": [[0.9, 0.1], [0.2, 0.8]] }', "one");
    expect(one.tables).toEqual([{ at: 0, probabilities: [[0.9, 0.1], [0.2, 0.8]] }]); // biome-ignore format: as in the file
    expect(one).toEqual(readTables("0.9 0.1\n0.2 0.8", "one"));
    expect(readTables(tablesJson(BITS), "other")).toEqual(BITS);
  });

  it("have a text for points.csv that tells other tables apart", () => {
    const { tables, ...known } = BITS;
    expect(tablesText(BITS)).toBe(`bits 2x3:${BITS.digest}`);
    expect(parseTablesText(tablesText(BITS))).toEqual(known);
    expect(readTables(tablesJson(BITS).replace("0.15", "0.14").replace("0.8", "0.81"), "x").digest).not.toBe(
      BITS.digest,
    );
    const family = familyOfColumn(`table ${tablesText(BITS)}`)!;
    expect(family).toEqual({ name: "table", parameter: "at", table: known });
    expect(channelKind(family).fault(17)).toBeUndefined();
    expect(() => channelKind(family).moments(1, { q: 2, rate: () => 1 })).toThrow(
      "tables of bits are not in points.csv",
    );
    expect(familyOfColumn("table bits 2x3")).toBeUndefined();
  });

  it("are known from a task only as they were", () => {
    const point = channelPoint("at", 1, undefined, BITS);
    expect(fitted(point, CHANNEL_POINT)).toEqual({ content: point });
    const wrong = [
      { ...point, table: { ...BITS, digest: "00000000" } },
      { ...point, table: { ...BITS, outputs: 4 } },
      { ...point, table: { ...BITS, tables: [] } },
      { ...point, table: undefined },
      { ...channelPoint("ebn0", 1), table: BITS },
    ];
    for (const one of wrong) expect(fitted(one, CHANNEL_POINT).misfit).toBeDefined();
  });

  it("fit codes over fields with their inputs", () => {
    expect(() => requireInputs(BITS, 16)).not.toThrow();
    expect(() => requireInputs(SYMBOLS, 4)).not.toThrow();
    expect(() => requireInputs(SYMBOLS, 16)).toThrow(
      "channel symbols: its tables have 4 rows, for symbols of GF(4), and the code is over GF(16): give tables with 16 rows, or with 2 rows for bits",
    );
    expect(() => requireInputs(SYMBOLS, 2)).toThrow("the code is over GF(2): give tables with 2 rows for bits");
  });

  it("say which values they have, and which direction is the better", () => {
    const kind = channelKind(channelPoint("at", 1, undefined, BITS));
    expect(kind).toMatchObject({ values: [1, 2], better: "smaller", title: "bits, a table of 2 inputs and 3 outputs" });
    expect(kind.fault(1.5)).toBe("the file has tables at 1, 2");
    const mirrored = readTables(tablesJson(BITS).replace('"at":1', '"at":3'), "mirrored");
    expect(channelKind(channelPoint("at", 2, undefined, mirrored)).better).toBe("larger");
  });

  const REFUSED: readonly (readonly [text: string, message: string])[] = [
    ["", "t.csv: no table: give a row for each input"],
    [
      "0.5 0.5\n0.4 0.5\n",
      "t.csv:2: the row adds to 0.9, not to 1: add the missing output, or divide the row by its sum",
    ],
    ["0.5 0.5\n1.1 -0.1\n", "t.csv:2: probability 1.1 of output 0: give a number from 0 to 1"],
    ["0.9, ,0.1\n0.1,0,0.9\n", 't.csv:1: "0.9, ,0.1" leaves a value out: write 0 for none'],
    ["0.5 0.5\n\n0.5 x\n", 't.csv:3: "x" is not a number: a row has the probability of each output'],
    ["0.5 0.5\n0.2 0.3 0.5\n", "t.csv:2: 3 probabilities where the first row has 2"],
    ["0.5 0.5\n0.5 0.5\n0.5 0.5", "t.csv:1: 3 rows: a table has 2 rows, for the values of a bit, or q"],
    ["1\n1\n", "t.csv:1: 1 output for each input: give 2 or more"],
    ["0.5 0.5 0\n0.4 0.6 0\n", "t.csv:1: output 2 has probability 0 for every input: it is never received"],
    ["0.5 0.5\n0.5 0.5\nllr 1\n", "t.csv:3: 1 LLR for 2 outputs: give one for each"],
    [
      "0.5 0.5\n0.5 0.5\nllr 1 Infinity\n",
      "t.csv:3: LLR Infinity of output 1 is not finite: 1024 stands for certainty",
    ],
    ["0.5 0.5\n0.5 0.5\nllr 1 1\nllr 1 1\n", "t.csv:4: a second line of LLRs"],
    [`${"0.5 0.5\n".repeat(4)}llr 1 1\n`, "t.csv:5: LLRs of bits in a table of symbols: leave them out"],
    ["0.5 0.5\n0.5 0.5\nat 2\n0.5 0.5\n0.5 0.5\n", "t.csv:1: a table without a value"],
    ["at 2\n0.5 0.5\n0.5 0.5\nat 2\n0.5 0.5\n0.5 0.5\n", "t.csv:4: a table at 2 stands above already"],
    ["at 2\n0.5 0.5\n0.5 0.5\nat 3\n0.5 0.2 0.3\n0.5 0.2 0.3\n", "t.csv:4: 2 rows of 3 outputs where the first table"],
    ["at 1 2\n", "t.csv:1: at stands before one value"],
    ["at Infinity\n0.5 0.5\n0.5 0.5\n", "t.csv:1: value Infinity: give a finite number"],
    [`${`${"0 ".repeat(4096)}1\n`.repeat(2)}`, "t.csv:1: 4097 outputs: 4096 can be sampled; quantise more coarsely"],
    [`${`${"0 ".repeat(3999)}1\n`.repeat(17)}`, "t.csv:17: more than 65536 probabilities"],
    ['{"tables":[{"at":1,\n"probabilities":[[0.5,0.5],\n[0.5,0.4]]}]}', "t.csv:3: the row adds to 0.9"],
    ['{"probabilities":[[0.5,0.5]],\n"rows":2}', 't.csv:1: the file has an unknown entry "rows"'],
    ['{"probabilities":[[0.5,0.5],\n["0.5"]]}', 't.csv:2: "probabilities.1.0" '],
    [" ".repeat(2 ** 21 + 1), "t.csv: has 2097153 characters: tables have 2097152 at most"],
  ];

  // The message is the name, because texts may be long.
  it.each(REFUSED.map(([text, message]) => [message, text]))("are refused: %s", (message, text) => {
    expect(() => readTables(text, "t", "t.csv")).toThrow(InputError);
    expect(() => readTables(text, "t", "t.csv")).toThrow(message);
  });

  it("need a name that fits into points.csv", () => {
    expect(() => readTables("0.9 0.1\n0.1 0.9", "a b", "a b.csv")).toThrow("cannot name a channel");
  });
});

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
