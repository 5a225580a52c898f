import { describe, expect, it } from "vitest";
import { CHANNEL_FAMILY } from "../../../src/channel/channel-schema.ts";
import {
  type Interleaver,
  interleaverText,
  type Modulated,
  namedOrder,
  orderOf,
  ownOrderText,
  parseInterleaver,
  parseOwnOrder,
  readOwnOrder,
  requireOrder,
  requireSendable,
  symbolOrder,
} from "../../../src/channel/modulation/modulated.ts";
import { codeBlock, transmissionOrder } from "../../../src/code/transport.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { fitted } from "../../../src/json.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";

const own = namedOrder("spread", [3, 0, 4, 1, 5, 2]);
const code = codeOf(randomMatrix(galoisField(4), [4, 4, 3], 7, 1));

describe("interleavers", () => {
  it("are the order of the code, written by rows and read by columns, or a permutation", () => {
    const orders = [undefined, { rows: 2 }, { rows: 4 }, { rows: 9 }, own].map((one) => [...orderOf(one, 6, 2)]);
    expect(orders).toEqual([
      [0, 1, 2, 3, 4, 5],
      [0, 3, 1, 4, 2, 5],
      [0, 2, 4, 1, 3, 5],
      [0, 1, 2, 3, 4, 5],
      [3, 0, 4, 1, 5, 2],
    ]);
    // The last row has two of three columns.
    expect([...orderOf({ rows: 3 }, 8, 2)]).toEqual([0, 3, 6, 1, 4, 7, 2, 5]);
  });

  it.each([0, 1, 2 ** 32 - 1, "5g", { rows: 7 }] as const)("%j sends each bit once", (interleaver) => {
    expect([...orderOf(interleaver, 120, 6)].sort((a, b) => a - b)).toEqual([...Array(120).keys()]);
  });

  it("5g has the order of TS 38.212", () => {
    // Bits b(0) … b(5) of the first point are every 20th.
    expect([...orderOf("5g", 120, 6).slice(0, 6)]).toEqual([0, 1, 2, 3, 4, 5].map((row) => 20 * row));
    const block = codeBlock(1, 22 * 8);
    const sent = transmissionOrder(block, { version: 0, bits: 120, pointBits: 6 });
    const inOrder = transmissionOrder(block, { version: 0, bits: 120, pointBits: 1 });
    expect([...orderOf("5g", 120, 6)].map((i) => inOrder[i])).toEqual([...sent]);
  });

  it("keep symbols that are not sent behind the others", () => {
    expect([...symbolOrder(Uint32Array.of(0, 1, 3, 4), 5, { rows: 2 })]).toEqual([0, 3, 1, 4, 2]);
    expect([...symbolOrder(Uint32Array.of(0, 1, 3, 4), 5, undefined)]).toEqual([0, 1, 2, 3, 4]);
  });

  it("have texts, a permutation without its entries", () => {
    const { entries, ...known } = own;
    const texts: readonly [Interleaver, string][] = [
      [7, "7"],
      ["5g", "5g"],
      [{ rows: 12 }, "block:12"],
      [own, `spread:6:${own.digest}`],
    ];
    for (const [interleaver, text] of texts) {
      expect(interleaverText(interleaver)).toBe(text);
      expect(parseInterleaver(text)).toEqual(interleaver === own ? known : interleaver);
    }
    for (const wrong of ["07", "4294967296", "block:0", "block:2000000", "6g", "spread:6", "spread:06:12345678", ""])
      expect(parseInterleaver(wrong), wrong).toBeUndefined();
    expect(() => orderOf(known, 6, 2)).toThrow("the permutation spread is not in points.csv");
    expect(parseOwnOrder(ownOrderText(own))).toEqual(own);
  });

  it("are known from a task only as they were", () => {
    const of = (interleaver: unknown) => {
      const modulation = { name: "qpsk", labeling: "gray", demapper: "log-map", interleaver };
      return fitted({ name: "awgn", parameter: "esn0", modulation }, CHANNEL_FAMILY).misfit;
    };
    for (const right of [7, "5g", { rows: 3 }, own]) expect(of(right)).toBeUndefined();
    const wrong = [
      -1,
      "6g",
      { rows: 0 },
      { ...own, digest: "00000000" },
      { ...own, entries: [0, 0, 1, 2, 3, 4] },
      { ...own, count: 5 },
    ];
    for (const one of wrong) expect(of(one)).toBeDefined();
  });

  it.each<[Partial<Modulated>, string]>([
    [{ interleaver: own }, "interleaver spread has 6 entries, and a frame sends 14: give a permutation of 0 … 13"],
    [{ demapper: "symbols", interleaver: own }, "has 6 entries, and a frame sends 7: give a permutation of 0 … 6"],
    [
      { name: "16qam", interleaver: "5g" } as Partial<Modulated>,
      "14 sent bits do not fill points of 4 bits: puncture 2 more, or choose block:4",
    ],
  ])("%j does not fit a code of 7 symbols of 2 bits: %s", (given, message) => {
    const modulated = { name: "qpsk", labeling: "gray", demapper: "log-map", ...given } as Modulated;
    expect(() => requireOrder(modulated, code)).toThrow(InputError);
    expect(() => requireOrder(modulated, code)).toThrow(message);
  });

  it.each<[Partial<Modulated>, string]>([
    [{ demapper: "symbols" }, "interleaver 5g is of bits"],
    [{ labeling: "natural" } as Partial<Modulated>, "and not qpsk with natural labels: choose block:ROWS"],
    [{ name: "8psk" } as Partial<Modulated>, "and not 8psk with gray labels"],
  ])("5g is refused for %j: %s", (given, message) => {
    const modulated = { name: "qpsk", labeling: "gray", demapper: "log-map", interleaver: "5g", ...given } as Modulated;
    expect(() => requireSendable(modulated, 2)).toThrow(message);
  });

  it("5g is refused for transmissions that have it", () => {
    const sending = { order: Uint32Array.of(0, 1), checksumBits: 0 };
    const modulated: Modulated = { name: "qpsk", labeling: "gray", demapper: "log-map", interleaver: "5g" };
    expect(() => requireOrder(modulated, { ...code, sending })).toThrow("have it already: leave --interleaver out");
  });
});

describe("files of permutations", () => {
  it("have numbers and ranges in any form of lines", () => {
    expect(readOwnOrder("# first the last\n5, 0-2\r\n\n4\t3 # end", "p", "p.txt").entries).toEqual([5, 0, 1, 2, 4, 3]);
  });

  it.each([
    ["0 1\n3\n", "p.txt:2: position 3 of 3 entries: a permutation has each of 0 … 2 once"],
    ["0-2\n\n1 3", "p.txt:3: position 1 stands in line 1 already: a permutation has each position once"],
    ["0 1\n-1 2", 'p.txt:2: "-1" is no position and no range such as 0-15'],
    ["0\n1.5", 'p.txt:2: "1.5" is no position'],
    ["0\n3-2", 'p.txt:2: "3-2" is no position'],
    ["", "p.txt: no entries: give the positions 0, 1, … in the order of sending"],
    ["0\n1-1048576", 'p.txt:2: "1-1048576" makes more than 1048576 entries'],
    ["0-99999999", 'p.txt:1: "0-99999999" makes more than 1048576 entries'],
  ])("%j is refused: %s", (text, message) => {
    expect(() => readOwnOrder(text, "p", "p.txt")).toThrow(InputError);
    expect(() => readOwnOrder(text, "p", "p.txt")).toThrow(message);
  });

  it("need a name that fits into points.csv", () => {
    expect(() => readOwnOrder("0 1", "a b", "a b.txt")).toThrow("cannot name a permutation");
  });
});
