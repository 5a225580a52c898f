import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../../src/decoder/decoder.ts";
import type { DecodableCode } from "../../../../src/decoder/rule.ts";
import type { Engine } from "../../../../src/engine/engine.ts";
import { bothEngines, isLeftToBrowser } from "../../../engines.ts";
import { randomNumbers } from "../../../simulation/random.ts";
import { ALL, IN_BROWSER, itInCi, itLong, nested, widened } from "../../../sweep.ts";
import { smallCodes } from "../codes.ts";
import { expectOracle } from "../expect-oracle.ts";
import { randomBase, type Shape } from "./random-base.ts";

// Decoders with mapping=chip on the GPU and the CPU equal the oracle bit for bit in posteriors, decisions and iterations.
const engines = bothEngines();

const SHAPES: Readonly<Record<string, Shape>> = {
  "Z = 2": { z: 2, degrees: [3, 4, 2], columns: 6 },
  "Z = 3, a row of degree 1": { z: 3, degrees: [1, 5, 4], columns: 7 },
  "Z = 5 with degree-1 columns": { z: 5, degrees: [4, 4, 3, 3], columns: 6, degreeOne: [1, 2, 3] },
  "Z = 7, layers that merge": { z: 7, degrees: [2, 2, 2, 2, 4], columns: 8 },
};

const LONG_SHAPES: Readonly<Record<string, Shape>> = {
  "Z = 384": { z: 384, degrees: [5, 4, 3], columns: 7, degreeOne: [0] },
  "Z = 1": { z: 1, degrees: [4, 4, 3], columns: 7 },
  "Z = 96, one word of a workgroup": { z: 96, degrees: [6, 5], columns: 8 },
};

/** Codes whose kernels have many unrolled edges, which a device in software compiles for ten seconds. */
const LARGE_SHAPES: Readonly<Record<string, Shape>> = {
  "degree 30": { z: 4, degrees: [30, 2], columns: 30 },
  "degree 17": { z: 4, degrees: [17, 2], columns: 18 },
  "odd degrees 7 to 13": { z: 6, degrees: [7, 9, 11, 13], columns: 20, degreeOne: [0, 3] },
  "even degrees 8 to 12": { z: 6, degrees: [8, 10, 12], columns: 20, degreeOne: [1] },
};

/** A shape of up to 4 rows of degrees 1 to 30, whose posteriors fit the workgroup memory of software devices. */
function randomShape(seed: number): Shape {
  const random = randomNumbers(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const z = [2, 3, 17, 64, 129, 384][seed] ?? between(2, 384);
  const columns = Math.min(30, Math.floor(8000 / z));
  const degrees = Array.from({ length: between(2, 4) }, (_, row) => (row === 0 ? columns : between(1, columns)));
  return { z, degrees, columns, degreeOne: degrees.flatMap((_, row) => (random() < 0.3 ? [row] : [])) };
}

const RULES = [
  "offset-min-sum offset=0.5",
  "min-star",
  "normalised-min-sum scale=0.8125",
  "min-sum stop=none",
  "normalised-min-sum scale=0.3 stop=none",
  "offset-min-sum offset=8",
];

function decoderOf(turn: number, messages = "int12"): string {
  const iterations = [4, 1, 7][turn % 3];
  const order = ["natural", "descending"][turn % 2];
  return `${RULES[turn % RULES.length]} schedule=layered messages=${messages} mapping=chip iterations=${iterations} order=${order}`;
}

const both = (): readonly Engine[] => [engines.cpu, engines.gpu];
/**
 * A browser's device, and in Node both engines, or the CPU engine alone where the browser's device tests the case: Mesa's compiles the kernels
 * in up to ten times the time. So `npm test` has one shape on a device.
 */
const shared = () => (IN_BROWSER ? [engines.gpu] : !ALL || isLeftToBrowser(engines.gpu) ? [engines.cpu] : both());
/** Invocations of a workgroup of a browser's software device. A workgroup has one for each check of a block row. */
const IN_WORKGROUP = 256;
const fitsHere = ({ z }: Shape) => !IN_BROWSER || z <= IN_WORKGROUP;
const namesHere = (shapes: Readonly<Record<string, Shape>>) =>
  Object.keys(shapes).filter((name) => fitsHere(shapes[name]));

const turns = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

const frames = (turn: number) => ({ count: [5, 1, 6][turn % 3], seed: turn, withSyndrome: turn % 4 === 1 });

/**
 * Decodes codes of a shape, each by another decoder.
 * @param ends number of first symbols that are punctured, and of last symbols that are shortened.
 */
async function expectTurns(
  shape: Shape,
  of: readonly number[],
  { ends = 0, engines: on = shared() } = {},
): Promise<void> {
  for (const turn of of) await expectOracle(on, randomBase(shape, turn), decoderOf(turn), { ...frames(turn), ends });
}

describe("messages in registers", () => {
  // int12 has all shapes, and each shorter format a shape with degree-1 edges.
  const formatsOf = (name: string) => ({
    few: ["int12", ...[[], ["int11"], ["byte"], []][Object.keys(SHAPES).indexOf(name)]],
    every: ["int12", "int11", "byte"],
  });
  it.each(nested(Object.keys(SHAPES), formatsOf, 2))("%s", async (name, formats) => {
    for (const messages of formats) {
      const turn = Object.keys(SHAPES).indexOf(name);
      const other = messages === "int12" ? turn : turn + 1;
      const code = randomBase(SHAPES[name], turn);
      const on = !ALL && turn === 0 && messages === "int12" ? both() : shared();
      await expectOracle(on, code, decoderOf(other, messages), frames(other));
    }
  });
  it("priors that change", async () => {
    const shapes = Object.values(SHAPES);
    const rules = ["gamma=0.3 stop=none", "gamma=uniform(-0.24,0.66) gamma-seed=2", "gamma=-0.5"];
    for (const [turn, messages] of (ALL ? ["int12", "int11", "byte"] : ["int12", "byte"]).entries()) {
      const decoder = `min-sum schedule=layered messages=${messages} mapping=chip iterations=5 variable=memory ${rules[turn]}`;
      await expectOracle(shared(), randomBase(shapes[turn + 1], turn), decoder, frames(turn));
    }
  });
  it("states of edges", async () => {
    const shapes = Object.values(SHAPES);
    const rules = ["self-corrected", "damped damping=0.3"].flatMap((edge) =>
      ["int12", "byte"].map((messages) => ({ edge, messages })),
    );
    // A browser's device compiles a kernel for each.
    for (const [turn, { edge, messages }] of (ALL ? rules : rules.slice(1, 3)).entries()) {
      const decoder = `offset-min-sum schedule=layered messages=${messages} mapping=chip iterations=6 edge=${edge}${turn % 2 ? " stop=none" : ""}`;
      await expectOracle(
        ALL || IN_BROWSER ? shared() : [engines.cpu],
        randomBase(shapes[turn % 4], turn),
        decoder,
        frames(turn),
      );
    }
    const absent = smallCodes()["accumulator, one absent"];
    const decoder = "min-sum schedule=layered messages=int12 mapping=chip iterations=6 edge=self-corrected";
    await expectOracle([engines.cpu], absent, decoder, frames(0));
  });
  itInCi("two circulants in a block, and a missing edge", async () => {
    const codes = smallCodes();
    for (const [turn, name] of ["Z = 5, two circulants in a block", "accumulator, one absent"].entries()) {
      const decoder = decoderOf(turn, ["byte", "int12"][turn]);
      await expectOracle(shared(), codes[name], decoder, frames(turn));
    }
  });
  const random = widened({ few: [], every: turns(0, 12) }).map((seed) => [seed, randomShape(seed)] as const);
  it.each(random.filter(([, shape]) => fitsHere(shape)))(
    "random shape %i, punctured and shortened columns",
    (seed, shape) => expectTurns(shape, [seed], { ends: shape.z }),
  );
  itLong("messages as bytes, two edges in a register", async () => {
    const degrees = [...Array.from({ length: 16 }, () => 6), 3, 5];
    const code = randomBase({ z: 3, degrees, columns: 20, degreeOne: [15, 17] }, 1);
    await expectOracle(shared(), code, decoderOf(0, "byte"), frames(0));
  });
  // The CPU alone.
  if (!IN_BROWSER)
    itLong("so many messages that each step is taken for all edges", async () => {
      // The last of two blocks has 5 checks, and 32 block columns leave no bit of their sign words free.
      const code = randomBase({ z: 37, degrees: Array.from({ length: 21 }, () => 5), columns: 31, degreeOne: [3] }, 1);
      await expectOracle([engines.cpu], code, decoderOf(0, "int11"), frames(0));
    });
  const turnsOf = (shapes: Readonly<Record<string, Shape>>, count: number) => (name: string) => {
    const first = Object.keys(shapes).indexOf(name);
    return { few: [first], every: turns(first, count) };
  };
  const long = ALL
    ? nested({ few: namesHere(LONG_SHAPES).slice(-1), every: namesHere(LONG_SHAPES) }, turnsOf(LONG_SHAPES, 5))
    : [];
  it.each(long)("%s", (name, of) => {
    const shape = LONG_SHAPES[name];
    return expectTurns(shape, of, { engines: shape.z > IN_WORKGROUP ? both() : shared() });
  });
  // The shapes have the rules in turn; random shapes with rows of 30 edges have all.
  const largeShapes = Object.keys(LARGE_SHAPES);
  const large = ALL ? nested({ few: ["odd degrees 7 to 13"], every: largeShapes }, turnsOf(LARGE_SHAPES, 2)) : [];
  it.each(large)("%s", (name, of) => expectTurns(LARGE_SHAPES[name], of));
});

describe("decoders that fit on the chip", () => {
  const limits = { workgroupBytes: 49152, workgroupSize: 1024, software: false };
  const chip = "offset-min-sum schedule=layered messages=int12 mapping=chip";
  const shape = { z: 8, degrees: [3, 3], columns: 5 };
  const plan = (words: string, code: DecodableCode, of = limits) =>
    decoderProgram(code, readDecoder(words), of).plan.join("; ");

  it("is chosen for GPUs, and not for software devices and the CPU", () => {
    const auto = "offset-min-sum schedule=layered messages=int12";
    expect(plan(auto, randomBase(shape, 1))).toContain("messages in registers, 6 of each invocation");
    expect(plan(auto, randomBase(shape, 1), { ...limits, software: true })).not.toContain("registers");
    expect(plan(`${auto} reprocess=eqml stages=2`, randomBase(shape, 1))).toContain("messages in registers");
  });

  it("keeps many messages of a byte as bytes", () => {
    const many = randomBase({ z: 2, degrees: Array.from({ length: 21 }, () => 5), columns: 21 }, 1);
    const plans = ["int11", "byte"].map((messages) => plan(chip.replace("int12", messages), many));
    expect(plans.map((each) => /registers, [^;]*/.exec(each)![0])).toEqual([
      "registers, 105 of each invocation",
      "registers, 105 of each invocation in bytes",
    ]);
  });

  it("is refused where it cannot be", () => {
    const one = randomBase(shape, 1);
    const codes = smallCodes();
    const wide = randomBase({ z: 2, degrees: Array.from({ length: 20 }, () => 26), columns: 40 }, 1);
    const refused = [
      [chip.replace("layered", "flooding"), one, "mapping=chip is for schedule=layered"],
      [chip.replace("int12", "int8"), one, "mapping=chip is for min-sum and min-star with messages of int12, int11"],
      [`${chip} order=random`, one, "mapping=chip visits layers in one order"],
      [chip, codes.unstructured, "mapping=chip is for quasi-cyclic codes that lack at most one edge"],
      [chip, wide, "is for at most 512 circulants, the code has 520"],
      [chip, randomBase({ ...shape, z: 2048 }, 1), "needs 2048 invocations in a workgroup, the device has 1024"],
      [
        chip,
        randomBase({ degrees: [20, 20], columns: 20, z: 1000 }, 1),
        "bytes of workgroup memory, the device has 49152",
      ],
    ] as const;
    for (const [words, code, message] of refused) expect(() => plan(words, code), message).toThrow(message);
  });
});
