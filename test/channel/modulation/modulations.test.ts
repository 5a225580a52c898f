import { describe, expect, it } from "vitest";
import { familyOfColumn } from "../../../src/channel/channels.ts";
import { modulationMoments } from "../../../src/channel/limits/modulation-limits.ts";
import { receivedFrame } from "../../../src/channel/modulation/demap.ts";
import {
  DEMAPPERS,
  defaultDemapper,
  fitsSymbols,
  LABELINGS,
  labelBits,
  MODULATION_NAMES,
  type Modulated,
  modulatedText,
  modulationOf,
  modulations,
  ownModulation,
  ownPointsText,
  type Pam,
  type PlaneModulation,
  parseModulated,
  planeModulations,
  readModulated,
  readOwnPoints,
  receivedModulation,
  relabelled,
  requireSendable,
} from "../../../src/channel/modulation/modulated.ts";
import { InputError } from "../../../src/errors.ts";
import { pointsOf } from "./points-of.ts";

it("4096qam has 64 amplitudes with Gray labels on each axis", () => {
  const { amplitudes } = planeModulations["4096qam"].shape as Pam;
  const labels = [...amplitudes.keys()].sort((a, b) => amplitudes[a] - amplitudes[b]);
  for (let i = 1; i < 64; i++) {
    expect(Math.log2(labels[i] ^ labels[i - 1]) % 1).toBe(0);
    expect(amplitudes[labels[i]] - amplitudes[labels[i - 1]]).toBeCloseTo(2 / Math.sqrt(2730), 12);
  }
  expect(() => relabelled(planeModulations["4096qam"], "5g")).toThrow("and not 4096qam: leave --labeling 5g out");
});

/** Pairs of 4096 points take a minute. */
const pairable = Object.values(planeModulations).filter(({ bits }) => bits <= 10);

describe.each(pairable)("$name", (modulation) => {
  const points = pointsOf(modulation);

  it("has distinct points of mean 0 and mean energy 1 under its own name", () => {
    expect(modulations[modulation.name as keyof typeof modulations]).toBe(modulation);
    expect(points.length).toBe(2 ** modulation.bits);
    expect(new Set(points.map(([x, y]) => `${x.toFixed(9)},${y.toFixed(9)}`)).size).toBe(points.length);
    const mean = (of: (point: readonly [number, number]) => number) =>
      points.reduce((sum, point) => sum + of(point), 0) / points.length;
    expect(mean(([x, y]) => x * x + y * y)).toBeCloseTo(1, 12);
    for (const axis of [0, 1]) expect(mean((point) => point[axis])).toBeCloseTo(0, 12);
  });

  it("has Gray labels: nearest points differ in one bit", () => {
    const distance = (i: number, j: number) => Math.hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]);
    points.forEach((_, i) => {
      const others = points.map((__, j) => j).filter((j) => j !== i);
      const nearest = Math.min(...others.map((j) => distance(i, j)));
      for (const j of others.filter((other) => distance(i, other) < nearest * (1 + 1e-9))) {
        expect(Math.log2(i ^ j) % 1).toBe(0);
      }
    });
  });
});

it("BPSK's label 0 is at +1", () => {
  expect(modulations.bpsk.shape).toEqual({ axes: 1, amplitudes: [1, -1] });
});

/** 5G sends squares of up to 1024 points. */
const isOf5g = ({ shape, bits }: PlaneModulation) => shape.axes === 2 && bits <= 10;

/** The part of a point of 3GPP TS 38.211, 5.1.3 to 5.1.7, on an axis, without the root. @param bits b(i), b(i + 2), b(i + 4), … */
function standardAmplitude(bits: readonly number[]): number {
  const [b0, b2, b4, b6, b8] = bits.map((bit) => 1 - 2 * bit);
  switch (bits.length) {
    case 1:
      return b0;
    case 2:
      return b0 * (2 - b2);
    case 3:
      return b0 * (4 - b2 * (2 - b4));
    case 4:
      return b0 * (8 - b2 * (4 - b4 * (2 - b6)));
    default:
      return b0 * (16 - b2 * (8 - b4 * (4 - b6 * (2 - b8))));
  }
}

/** d(i) of b(0), b(1), …: even bits are in-phase, odd bits quadrature. */
function standardPoint(bits: readonly number[]): [number, number] {
  const root = Math.sqrt({ 2: 2, 4: 10, 6: 42, 8: 170, 10: 682 }[bits.length]!);
  const [even, odd] = [0, 1].map((axis) => bits.filter((_, i) => i % 2 === axis));
  return [standardAmplitude(even) / root, standardAmplitude(odd) / root];
}

describe.each(pairable)("$name", (modulation) => {
  it("keeps its points under every labeling", () => {
    const sorted = (labeling: (typeof LABELINGS)[number]) =>
      pointsOf(relabelled(modulation, labeling))
        .map(([x, y]) => `${x.toFixed(9)} ${y.toFixed(9)}`)
        .sort();
    const known = LABELINGS.filter((labeling) => labeling !== "5g" || isOf5g(modulation));
    for (const labeling of known) expect(sorted(labeling)).toEqual(sorted("gray"));
    expect(relabelled(modulation, "gray")).toBe(modulation);
  });

  it("with natural labels counts along an axis or around the circle", () => {
    const { shape } = relabelled(modulation, "natural");
    if (shape.axes === "joint") {
      shape.points.forEach(([x, y], label) => {
        const turn = (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1;
        expect((turn * shape.points.length) % shape.points.length).toBeCloseTo(label, 9);
      });
    } else if ("amplitudes" in shape) expect(shape.amplitudes).toEqual([...shape.amplitudes].sort((a, b) => b - a));
  });

  it("takes the points of TS 38.211 with labels of 5G, in the order of its bits, or refuses the labels", () => {
    if (!isOf5g(modulation)) {
      expect(() => relabelled(modulation, "5g")).toThrow(`and not ${modulation.name}: leave --labeling 5g out`);
      return;
    }
    // All points in a row, and a receiver of them: the least significant bit of a label is b(0).
    const { bits } = modulation;
    const words = Array.from({ length: 2 ** bits }, (_, label) => label);
    const bitsOf = (label: number) => Array.from({ length: bits }, (_, i) => (label >> i) & 1);
    const received = Float64Array.from(words.flatMap((label) => standardPoint(bitsOf(label))));
    const coded = words.flatMap(bitsOf);
    for (const name of Object.keys(planeModulations) as (keyof typeof planeModulations)[]) {
      if (name !== modulation.name) continue;
      for (const demapper of ["log-map", "max-log"] as const) {
        const frame = receivedFrame({ name, labeling: "5g", demapper }, coded.length, 1, 0.01);
        const llrs = new Float64Array(frame.values);
        frame.demap(received, llrs);
        expect([...llrs].map((llr) => (llr < 0 ? 1 : 0))).toEqual(coded);
      }
      // Symbols of all sizes that fill points, each a word's bits from the least significant on.
      for (let p = 2; p <= 8; p++) {
        const modulated: Modulated = { name, labeling: "5g", demapper: "symbols" };
        if (!fitsSymbols(receivedModulation(modulated, p), p) || coded.length % p !== 0) continue;
        const frame = receivedFrame(modulated, coded.length / p, p, 0.01);
        const costs = new Float64Array(frame.values);
        frame.demap(received, costs);
        const decided = Array.from({ length: coded.length / p }, (_, symbol) => {
          const own = costs.subarray(symbol * 2 ** p, (symbol + 1) * 2 ** p);
          return own.indexOf(Math.min(...own));
        });
        expect(decided.flatMap((a) => Array.from({ length: p }, (_, i) => (a >> i) & 1))).toEqual(coded);
      }
    }
  });

  it("with labels of set partitioning has larger distances the more bits are known", () => {
    const points = pointsOf(relabelled(modulation, "set-partition"));
    // By the first bit that differs; points that share more bits are among those of fewer.
    const distances = new Array<number>(modulation.bits).fill(Number.POSITIVE_INFINITY);
    points.forEach(([x, y], i) => {
      for (let j = 0; j < i; j++) {
        const known = 31 - Math.clz32((i ^ j) & -(i ^ j));
        distances[known] = Math.min(distances[known], Math.hypot(x - points[j][0], y - points[j][1]));
      }
    });
    for (let known = modulation.bits - 1; known > 0; known--)
      distances[known - 1] = Math.min(distances[known - 1], distances[known]);
    // The factor is √2 in the plane and 2 on an axis. On a circle the last factor is smaller.
    const factor = modulation.shape.axes === 1 ? 2 : modulation.name === "8psk" ? 1.4 : Math.SQRT2;
    const ratios = distances.slice(1).map((distance, i) => distance / distances[i]);
    expect(ratios.filter((ratio) => !(ratio > factor - 1e-9))).toEqual([]);
  });
});

const CROSS = "# label I Q\n3, -2, 0\n0 2 0 # right\n\n2;0;-2\r\n1\t0\t2\n";

describe("own points", () => {
  it("are read by label, in any order, and have the mean energy 1", () => {
    const { name, points } = readOwnPoints(CROSS, "cross", "cross.txt");
    expect(points.coordinates).toEqual([
      [2, 0],
      [0, 2],
      [0, -2],
      [-2, 0],
    ]);
    const modulation = ownModulation(name, points);
    expect(modulation).toMatchObject({ name: "cross", bits: 2 });
    expect(modulation.shape).toEqual({
      axes: "joint",
      points: [
        [1, 0],
        [0, 1],
        [-0, -1],
        [-1, 0],
      ].map(zeros),
    });
    const tiny = readOwnPoints(CROSS.replaceAll("2", "2e-200").replace("2e-200;", "2;"), "tiny").points;
    expect(ownModulation("tiny", tiny).shape).toEqual(modulation.shape);
  });

  it("lie on an axis without a quadrature, and have the capacity of the same amplitudes", () => {
    const { shape } = modulations.pam4;
    if (shape.axes === "joint") throw new Error("amplitudes");
    const text = shape.amplitudes.map((x, label) => `${label} ${3 * x}`).join("\n");
    const own = ownModulation("four", readOwnPoints(text, "four").points);
    for (const demapping of ["coded-modulation", "bicm"] as const) {
      const [a, b] = [own, modulations.pam4].map((one) => modulationMoments(one, 3, "awgn", demapping));
      expect(a.capacity).toBeCloseTo(b.capacity, 5);
      expect(a.dispersion).toBeCloseTo(b.dispersion, 4);
    }
  });

  it("have texts: one of all coordinates, one for points.csv that tells other points apart", () => {
    const own = readOwnPoints(CROSS, "cross");
    const modulated: Modulated = { ...own, labeling: "own", demapper: "max-log", interleaver: 3, fading: 2 };
    const text = modulatedText(modulated);
    expect(text).toMatch(/^cross max-log points=4:[0-9a-f]{8} interleaver=3 rayleigh=2$/);
    const { count, digest } = own.points;
    expect(parseModulated(text)).toEqual({ ...modulated, points: { count, digest } });
    expect(familyOfColumn(`awgn-esn0 ${text}`)?.modulation?.name).toBe("cross");
    expect(() => modulationOf(parseModulated(text)!)).toThrow("the points of cross are not in points.csv");
    expect(readModulated(ownPointsText(own), 2)).toEqual({ ...own, labeling: "own", demapper: "symbols" });
    expect(readOwnPoints(CROSS.replace("0 2 0", "0 2 0.1"), "cross").points.digest).not.toBe(digest);
    for (const wrong of ["cross max-log points=3:00000000", "cross max-log points=4:0", "cross log points=4:00000000"])
      expect(parseModulated(wrong), wrong).toBeUndefined();
  });

  it.each([
    ["0 1 0\n1 1 0\n", "p.txt:2: the point is that of line 1 too"],
    ["0 1 0\n1 -0 0\n2 0 0\n3 1 1", "p.txt:3: the point is that of line 2 too"],
    ["0 1 0\n0 0 1\n", "p.txt:2: label 0 is that of line 1 too: each point has a label of its own"],
    ["0 1 0\n2 0 1\n", "p.txt:2: label 2 of 2 points: labels are 0 … 1, each once; 1 is missing"],
    ["0 1 0\n1 0 1\n2 1 1\n", "p.txt: 3 points: a constellation has 2, 4, 8, … or 256"],
    ["", "p.txt: 0 points"],
    ["0 1\nx 1 2\n", 'p.txt:2: label "x" is none of 0 … 255'],
    ["0 1\n256 1 2\n", 'p.txt:2: label "256" is none'],
    ["0 1 2 3\n", 'p.txt:1: "0 1 2 3" is no point: give label, in-phase and quadrature'],
    ["0 1e999 0\n", "p.txt:1: "],
    ["0\n", 'p.txt:1: "0" is no point'],
    ["0,1\n1,,1 # quadrature\n", 'p.txt:2: "1,,1" leaves a value out: write 0 for none'],
    ["0,1\n, 1, 1\n", 'p.txt:2: ", 1, 1" leaves a value out'],
  ])("%j is refused: %s", (text, message) => {
    expect(() => readOwnPoints(text, "p", "p.txt")).toThrow(InputError);
    expect(() => readOwnPoints(text, "p", "p.txt")).toThrow(message);
  });

  it("need a name that fits into points.csv", () => {
    expect(() => readOwnPoints(CROSS, "a b", "a b.txt")).toThrow("rename the file");
  });
});

function zeros(point: readonly number[]): unknown {
  return point.map((x) => expect.closeTo(x, 12));
}

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
