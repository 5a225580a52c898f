import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { esn0Of, type Fading } from "../../experiments/uncoded.ts";
import { normalUpperTail } from "../../src/channel/gaussian.ts";
import { uncodedRates } from "../../src/channel/limits/modulation-limits.ts";
import { planeModulations } from "../../src/channel/modulation/modulated.ts";
import { binomialTest, holmCorrection } from "../../src/simulation/statistics.ts";
import { ldpc } from "../cli/run-in-process.ts";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";

const COUNTS = z.array(
  z.strictObject({
    ...{ esn0: z.number(), symbols: z.number(), wrongSymbols: z.number() },
    ...{ wrongBits: z.number(), wrongBitSquares: z.number() },
  }),
);
const FILE = z.object({ details: z.record(z.string(), COUNTS) });
const [gpu, cpu] = ["uncoded-h200.json", "uncoded-cpu.json"].map((name) => {
  const file = join(root, "experiments/results/modulations", name);
  return FILE.parse(JSON.parse(readFileSync(file, "utf8"))).details;
});
const details = { ...gpu, ...cpu };
/** Not counted yet: over Rayleigh fading they need less noise than simulations draw. */
const UNCOUNTED = ["1024qam", "4096qam"];
const NAMES = (Object.keys(planeModulations) as (keyof typeof planeModulations)[]).filter(
  (name) => !UNCOUNTED.includes(name),
);

it("ldpc experiment uncoded counts as theory says", async () => {
  const out = join(newFolder(), "out.json");
  const { status, stderr } = await ldpc(
    ...["experiment", "uncoded", "--engine=cpu", "--modulations=qpsk", "--symbols=1e3", `--out=${out}`],
  );
  expect(status, stderr).toBe(0);
  const [{ symbols, wrongSymbols, esn0 }] = FILE.parse(JSON.parse(readFileSync(out, "utf8"))).details["qpsk awgn"];
  const { ser } = uncodedRates(planeModulations.qpsk, 10 ** (esn0 / 10), "awgn");
  expect(binomialTest({ errors: wrongSymbols, frames: symbols }, ser)).toBeGreaterThan(1e-3);
});

describe("symbols and bits without a code", () => {
  it("were counted for every modulation, with the same counts where two devices counted", () => {
    expect(Object.keys(details).sort()).toEqual(NAMES.flatMap((name) => [`${name} awgn`, `${name} rayleigh`]).sort());
    const both = Object.keys(gpu).filter((name) => name in cpu);
    expect(both).toContain("8psk awgn");
    expect(both.map((name) => gpu[name])).toEqual(both.map((name) => cpu[name]));
  });

  it("have the error rates of theory at five points of 10⁷ symbols each", () => {
    const p = NAMES.flatMap((name) =>
      (["awgn", "rayleigh"] as const satisfies readonly Fading[]).flatMap((fading) => {
        const counts = details[`${name} ${fading}`];
        expect(counts.map(({ esn0 }) => esn0)).toEqual(esn0Of(name, fading));
        expect(counts.length).toBe(5);
        return counts.flatMap(({ esn0, symbols, wrongSymbols, wrongBits, wrongBitSquares }) => {
          expect(symbols).toBeGreaterThanOrEqual(1e7);
          const modulation = planeModulations[name];
          const { ser, ber } = uncodedRates(modulation, 10 ** (esn0 / 10), fading);
          // Wrong bits of a symbol come together, so their sum has the variance of symbols.
          const spread = Math.sqrt(wrongBitSquares - wrongBits ** 2 / symbols);
          const z = Math.abs(wrongBits - ber * modulation.bits * symbols) / spread;
          return [binomialTest({ errors: wrongSymbols, frames: symbols }, ser), 2 * normalUpperTail(z)];
        });
      }),
    );
    expect(p.length).toBe(4 * 5 * NAMES.length);
    expect(Math.min(...holmCorrection(p))).toBeGreaterThan(0.05);
  });
});

it("refuses names that it does not know, of which commas make one", async () => {
  const { status, stderr } = await ldpc("experiment", "uncoded", "--modulations", "8psk,qpsk");
  expect([status, stderr]).toEqual([2, expect.stringContaining('--modulations "8psk,qpsk" is unknown: choose ')]);
});
