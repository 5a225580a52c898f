import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decoderProgram, decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { parsePoints } from "../../../src/simulation/points.ts";

const FILE = "experiments/results/nonbinary/ems-settings-h200.csv";
const points = parsePoints(readFileSync(FILE, "utf8"), FILE);
const engine = cpuEngine();

const SCALES_FILE = "experiments/results/nonbinary/trellis-scales-cpu.csv";
const scales = parsePoints(readFileSync(SCALES_FILE, "utf8"), SCALES_FILE);

it.each([...new Set(scales.map(({ code }) => code))])("Trellis Min-Max on %s has the best scale by default", (name) => {
  const { plan } = decoderProgram(loadCode(name), readDecoder("trellis-min-max"), engine.limits);
  const [, own] = /scale (\S+)/.exec(plan.join("\n"))!;
  const all = scales.filter((one) => one.code === name && one.decoder.includes(" scale="));
  expect(all.length).toBe(5);
  const best = all.reduce((least, one) => (one.fer < least.fer ? one : least));
  expect(best.decoder).toContain(` scale=${own} `);
});

describe.each(["nb620-gf32", "beidou-96-48-gf64"])("EMS on %s, recorded", (name) => {
  const code = loadCode(name);
  const of = (words: string) => {
    const text = decoderText(readDecoder(`ems iterations=10${words}`));
    const row = points.find((one) => one.code === name && one.decoder === text);
    if (row === undefined) throw new Error(`${FILE} has no row of ${name} with ${text}: measure the defaults of today`);
    return row;
  };

  it("has today's default, whose scale is one of those measured by number", () => {
    const { plan } = decoderProgram(code, readDecoder("ems iterations=10"), engine.limits);
    const [, scale] = /messages times (\S+)/.exec(plan.join("\n"))!;
    expect(of(` scale=${scale}`).frame_errors).toBe(of("").frame_errors);
    expect(of(` scale=${scale}`).frames).toBe(of("").frames);
  });

  it("fails with its default at most 1.2 times as often as with the best of its settings", () => {
    const all = points.filter((one) => one.code === name && one.decoder.startsWith("ems "));
    expect(all).toHaveLength(20);
    expect(of("").fer).toBeLessThanOrEqual(1.2 * Math.min(...all.map(({ fer }) => fer)));
  });

  it("is never worse with more symbols, beyond the intervals", () => {
    const bySymbols = [...[4, 8, 16, 24, 32, 48].map((nm) => of(` nm=${nm}`)), of("")];
    for (const [i, more] of bySymbols.entries()) {
      for (const fewer of bySymbols.slice(0, i)) expect(more.fer_low).toBeLessThanOrEqual(fewer.fer_high);
    }
  });
});
