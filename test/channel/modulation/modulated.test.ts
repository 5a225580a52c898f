import { describe, expect, it } from "vitest";
import { familyOfColumn } from "../../../src/channel/channels.ts";
import {
  DEMAPPERS,
  defaultDemapper,
  LABELINGS,
  labelBits,
  MODULATION_NAMES,
  type Modulated,
  modulatedText,
  parseModulated,
  requireSendable,
} from "../../../src/channel/modulation/modulated.ts";
import { InputError } from "../../../src/errors.ts";

const plain = { labeling: "gray", demapper: "log-map" } as const;

describe("modulations in tasks", () => {
  it("have texts that say all of them", () => {
    expect(modulatedText({ ...plain, name: "64qam" })).toBe("64qam log-map");
    expect(modulatedText({ name: "8psk", labeling: "natural", demapper: "max-log", interleaver: 7 })).toBe(
      "8psk max-log labeling=natural interleaver=7",
    );
    for (const name of MODULATION_NAMES) {
      for (const labeling of LABELINGS) {
        for (const demapper of DEMAPPERS) {
          for (const order of [
            {},
            { interleaver: 0 },
            { interleaver: { rows: 6 } },
            { interleaver: "5g" } as const,
            { interleaver: 2 ** 32 - 1, fading: 100, mismatch: -2.5 },
            { mismatch: 3 },
            { fading: 1 },
          ]) {
            const modulated: Modulated = { name, labeling, demapper, ...order };
            expect(parseModulated(modulatedText(modulated))).toEqual(modulated);
          }
        }
      }
    }
    for (const text of [
      "64qam",
      "",
      "65qam log-map",
      "64qam map",
      "64qam log-map labeling=gray",
      "64qam log-map x",
      "64qam log-map rayleigh=0",
    ]) {
      expect(parseModulated(text)).toBeUndefined();
    }
  });

  it("stand in the column of points.csv behind their channel", () => {
    expect(familyOfColumn("awgn-esn0 64qam log-map")).toEqual({
      name: "awgn",
      parameter: "esn0",
      modulation: { ...plain, name: "64qam" },
    });
    for (const text of ["bsc 64qam log-map", "awgn 64qam", "awgn ", "64qam log-map", "fog"]) {
      expect(familyOfColumn(text), text).toBeUndefined();
    }
  });

  it.each([
    ["64qam", "gray", 6, "symbols"],
    ["64qam", "gray", 3, "symbols"],
    ["16qam", "gray", 6, "symbols"],
    ["16qam", "set-partition", 6, "log-map"],
    ["qpsk", "gray", 5, "symbols"],
    ["8psk", "gray", 6, "symbols"],
    ["8psk", "gray", 4, "log-map"],
    ["256qam", "gray", 2, "symbols"],
    ["64qam", "set-partition", 2, "symbols"],
    // Three symbols to a point of two axes, and none to an axis.
    ["64qam", "gray", 2, "symbols"],
    ["64qam", "gray", 4, "log-map"],
    ["256qam", "gray", 1, "log-map"],
    ["qpsk", "gray", 1, "log-map"],
    // Labels of 5G give a symbol's bits to both axes.
    ["16qam", "gray", 6, "symbols"],
    ["16qam", "5g", 6, "log-map"],
    ["64qam", "5g", 3, "symbols"],
  ] as const)("%s with %s labels of GF(2^%i) is received by %s", (name, labeling, p, demapper) => {
    expect(defaultDemapper({ name, labeling }, p)).toBe(demapper);
    expect(() => requireSendable({ name, labeling, demapper }, p)).not.toThrow();
  });

  it.each([
    [{ name: "64qam" }, 1, "a code over GF(2) takes bits: choose log-map or max-log"],
    [
      { name: "64qam" },
      4,
      "a symbol of 4 bits and a point of 64qam with 6 bits are no multiples of each other: choose log-map or max-log",
    ],
  ] as const)("%j over GF(2^%i): %s", (given, p, message) => {
    const modulated: Modulated = { labeling: "gray", demapper: "symbols", ...given };
    expect(() => requireSendable(modulated, p)).toThrow(InputError);
    expect(() => requireSendable(modulated, p)).toThrow(message);
  });
});

describe("labels", () => {
  it("take the sent bits in their order, the last label with padding", () => {
    expect([...labelBits(Uint32Array.of(2, 3, 5, 7, 11), { bits: 3, pointBits: 6 }, 99)]).toEqual([2, 3, 5, 7, 11, 99]);
  });

  it("take them in a random order by seed", () => {
    const sent = Uint32Array.from({ length: 999 }, (_, i) => 2 * i);
    const [order, other] = [1, 2].map((seed) => [
      ...labelBits(sent, { bits: 2, pointBits: 2 }, 9999, { interleaver: seed, standard: false }),
    ]);
    expect(order[999]).toBe(9999);
    expect([...order.slice(0, 999)].sort((a, b) => a - b)).toEqual([...sent]);
    expect(order).not.toEqual(other);
    expect(order.filter((bit, i) => bit === sent[i]).length).toBeLessThan(10);
  });
});
