import { describe, expect, it } from "vitest";
import { familyOfColumn } from "../../../src/channel/channels.ts";
import { modulationMoments } from "../../../src/channel/limits/modulation-limits.ts";
import {
  type Modulated,
  modulatedText,
  modulationOf,
  modulations,
  ownModulation,
  ownPointsText,
  parseModulated,
  readModulated,
  readOwnPoints,
} from "../../../src/channel/modulation/modulated.ts";
import { InputError } from "../../../src/errors.ts";

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
