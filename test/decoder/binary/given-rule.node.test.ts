import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import { giveText } from "../../../src/decoder/given-files.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { shaderOf, textNow } from "../../../src/engine/shader.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import type { DeviceLimits } from "../../../src/gpu/program.ts";
import { dispatchesInOrder } from "../../../src/gpu/schedule.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { smallCodes } from "./codes.ts";
import { ARITHMETICS } from "./cover.ts";
import { decodeOn } from "./decode.ts";
import { randomFrames } from "./frames.ts";

const engines = bothEngines();
const code = smallCodes()["Z = 5 with degree-1 variables"];
const own = (name: string) => giveText(readFileSync(`wgsl/${name}.wgsl`, "utf8"), `${name}.wgsl`);

const dispatchesOf = (words: string, limits: DeviceLimits) => {
  const program = decoderProgram(code, readDecoder(`${words} iterations=2`), limits);
  return [...dispatchesInOrder(program)].map(({ dispatch }) => dispatch);
};

/** The part of a rule that a decoder has by itself. */
function partOf(words: string, slot: string, limits: DeviceLimits): string {
  const names = dispatchesOf(words, limits).map(({ variant }) => variant?.imports?.[slot]);
  return names.find((name) => name !== undefined)!;
}

const shadersOf = (words: string, limits: DeviceLimits) =>
  dispatchesOf(words, limits).map((dispatch) => shaderOf(dispatch, textNow, false).code);

// Equal shaders have the same bits and the same speed.
describe("a copy of a rule", () => {
  const decoders = [
    // The tutorial's decoder has no options of rules.
    ...ARITHMETICS.filter((words) => !words.startsWith("sionna")).map((words) => [words, "rule"] as const),
    ["min-sum variable=memory gamma=uniform(-0.2,0.6)", "variable"],
    ["min-sum messages=int12 edge=self-corrected", "edge"],
    ["min-sum edge=damped", "edge"],
  ] as const;

  it.each(sweep(decoders, 6))("%s makes the same shaders in every mapping", (words, slot) => {
    for (const rest of ["schedule=flooding", "schedule=layered"]) {
      for (const mapping of ["streaming", "frames", "resident"]) {
        for (const { limits } of [engines.gpu, engines.cpu]) {
          const whole = `${words} ${rest} mapping=${mapping}`;
          const rule = own(partOf(whole, slot, limits));
          expect(shadersOf(`${whole} rule=${rule}`, limits)).toEqual(shadersOf(whole, limits));
        }
      }
    }
  });

  it("decodes as the decoder does on both engines", async () => {
    const words = "min-sum schedule=layered iterations=4";
    const frames = randomFrames(code.matrix, 5, 3, false);
    const rule = own("binary/rules/min-sum");
    for (const engine of [engines.gpu, engines.cpu]) {
      const [mine, built] = await Promise.all(
        [`${words} rule=${rule}`, words].map((each) => decodeOn(engine, code, readDecoder(each), frames, false)),
      );
      expect(mine).toEqual(built);
    }
  });
});

describe("a rule of variables", () => {
  it("may have priors of any size in bytes", async () => {
    const rule = giveText(
      "fn prior(own: Wide, _posterior: Wide, _n: u32) -> Wide { return own * 3000; }\n",
      "wide.wgsl",
    );
    const frames = randomFrames(code.matrix, 5, 3, false);
    const words = readDecoder(`min-sum messages=int8 iterations=4 rule=${rule}`);
    const [gpu, cpu] = await Promise.all(
      [engines.gpu, engines.cpu].map((engine) => decodeOn(engine, code, words, frames, false)),
    );
    expect(gpu).toEqual(cpu);
  });
});

const PART = "#import binary/check-node/two-minima\n";
const outgoing = (body: string) => `${PART}fn outgoing(least: Lanes) -> Lanes {\n${body}\n}\n`;
const twice = Array.from({ length: 30 }, (_, k) => `fn f${k + 1}(x: Lanes) -> Lanes { return f${k}(x) + f${k}(x); }\n`);

describe("a rule of two minima", () => {
  // A GPU keeps the two magnitudes of a check.
  it("may have negative magnitudes", async () => {
    const wide = smallCodes()["Z = 32"];
    const rule = giveText(outgoing("return least - Lanes(1.0);"), "less.wgsl");
    const words = readDecoder(`min-sum schedule=layered mapping=streaming iterations=4 rule=${rule}`);
    const frames = randomFrames(wide.matrix, 5, 3, false);
    const [gpu, cpu] = await Promise.all(
      [engines.gpu, engines.cpu].map((engine) => decodeOn(engine, wide, words, frames, false)),
    );
    expect(gpu).toEqual(cpu);
  });

  it("is known by what it imports or declares, not by its comments", () => {
    const text = readFileSync("wgsl/binary/rules/min-sum.wgsl", "utf8");
    const minima = readFileSync("wgsl/binary/check-node/two-minima.wgsl", "utf8").split("// For binary")[0];
    const whole = text.replace(
      "common/bound, binary/check-node/two-minima",
      "common/bound, binary/check-node/extrinsic",
    );
    const rule = giveText(
      `// As binary/check-node/two-minima.\n${whole}${minima.replace(/^#import.*$/gm, "")}`,
      "whole.wgsl",
    );
    const layered = "min-sum schedule=layered mapping=streaming";
    const length = (words: string) =>
      decoderProgram(smallCodes()["Z = 32"], readDecoder(words), engines.gpu.limits).buffers.messages.length;
    expect(length(`${layered} rule=${own("binary/rules/min-sum")}`)).toBe(length(layered));
    expect(length(`${layered} rule=${rule}`)).toBe(length("min-sum mapping=streaming"));
    expect(length(layered)).toBeLessThan(length("min-sum mapping=streaming"));
  });
});

describe("a file that is no rule", () => {
  it.each([
    [
      "of more than 65,536 characters",
      `// ${"x".repeat(900)}\n`.repeat(80),
      /has \d+ characters: a rule has at most 65536/,
    ],
    ["with a long line", `//${" ".repeat(2000)}`, /mine:1: has 2002 characters/],
    [
      "that repeats lines",
      "#for k in 0..4000000000\n#end\n",
      /mine:1: #for .* a rule has #import .* no other directives/,
    ],
    ["with an #else of no #if", "#else", /mine:1: #else: .* no other directives/],
    ["with two #else of an #if", "#if A\n#else\n#else\n#end", /mine:3: #else: .* no other directives/],
    ["with an #end too many", "#if A\n#end\n#end", /mine:3: #end: .* no other directives/],
    ["that imports by a path", "#import ../../../etc/passwd", /mine:1: #import \.\.\/.* no other directives/],
    ["with hidden marks", "fn prior() {}\u202e", /mine:1: has the character \\u\{202e\}/],
    ["with a buffer", "@group(0) @binding(9) var<storage, read> mine: array<u32>;", /mine:1: a rule has no buffers/],
    ["of two kinds", "fn prior() {}\nfn edge_updated() {}", /mine: is a rule of edge and of variable/],
    ["of none", "fn other() {}", /mine: is no rule: declare check_init/],
  ])("%s is refused", (_, text, message) => {
    const spec = readDecoder("min-sum rule=mine", { mine: text });
    const make = () => decoderProgram(code, spec, engines.cpu.limits);
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });

  it.each([
    [
      "min-sum messages=int8",
      outgoing("return absolute(least);"),
      /^mine:1: binary\/check-node\/two-minima is not there/,
    ],
    [
      "min-sum messages=int8",
      "fn check_init() {\n  least_of(1)\n}",
      /^mine:2: least_of is not there: messages=int8 .*min-sum-int8/,
    ],
    [
      "min-max",
      "// sign_word\nfn edge_updated() { sign_word(t); }",
      /^mine:2: sign_word is not there: costs of symbols/,
    ],
  ])("%s refuses names that its messages do not have, with the reason", (words, text, message) => {
    const spec = readDecoder(`${words} rule=mine`, { mine: text });
    const symbols = { matrix: randomMatrix(galoisField(4), [4, 4, 4], 6, 1) };
    const make = () => decoderProgram(words === "min-max" ? symbols : code, spec, engines.cpu.limits);
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });

  it("is refused by specs that do not know its text", () => {
    const spec = readDecoder(`min-sum rule=${"0".repeat(64)}`);
    expect(() => decoderProgram(code, spec, engines.cpu.limits)).toThrow(/text of .* 0{64} is not given/);
    const check = giveText(outgoing("return least;"));
    const chip = readDecoder(`min-sum messages=int12 schedule=layered mapping=chip rule=${check}`);
    expect(() => decoderProgram(code, chip, engines.gpu.limits)).toThrow(
      "mapping=chip has no form of a rule of checks",
    );
  });
});

/** The message of an engine that cannot compile a rule. */
async function complaint(engine: Engine, text: string): Promise<string> {
  const rule = giveText(text, "mine.wgsl");
  const spec = readDecoder(`min-sum schedule=layered rule=${rule}`);
  const frames = randomFrames(code.matrix, 1, 3, false);
  const error = await decodeOn(engine, code, spec, frames, false).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(InputError);
  return (error as Error).message;
}

describe("a rule that does not compile", () => {
  const cases = [
    ["has an unknown name", outgoing("return lesat;"), /^mine\.wgsl:3: .*lesat/],
    [
      "lacks a function",
      `${PART}fn other() {}`,
      /^mine\.wgsl: does not compile.*wgsl\/binary\/check-node\/two-minima\.wgsl:\d+: .*outgoing/,
    ],
    [
      "imports what is not there",
      `#import binary/none\n${outgoing("return least;")}`,
      /^mine\.wgsl: .*no part binary\/none/,
    ],
    ["reads a constant without a value", outgoing("return least * FACTOR;"), /^mine\.wgsl: .*FACTOR/],
  ] as const;
  it.each(cases)("%s: file and line are shown", async (_, text, message) => {
    for (const engine of [engines.gpu, engines.cpu]) expect(await complaint(engine, text)).toMatch(message);
  });

  it.each([
    ["is nested", outgoing(`return ${"(\n".repeat(9000)}least${")\n".repeat(9000)};`), /^mine\.wgsl:\d+: .*nested/],
    [
      "doubles its calls",
      `${twice.join("")}fn f0(x: Lanes) -> Lanes { return x; }\n${outgoing("return f30(least);")}`,
      /more than \d+ statements/,
    ],
    ["takes much memory", outgoing("var a: array<f32, 2000000000>; return least + a[7];"), /^mine\.wgsl:3: .*bytes/],
  ])(
    "%s: the CPU refuses it in time",
    async (_, text, message) => {
      expect(await complaint(engines.cpu, text)).toMatch(message);
    },
    60_000,
  );
});
