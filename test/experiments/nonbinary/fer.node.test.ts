import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ferCrossing } from "../../../experiments/shared/rates.ts";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { type PointRow, parsePoints } from "../../../src/simulation/points.ts";
import { ldpc, refused } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";
import { itLong } from "../../sweep.ts";

const EXPERIMENT = ["experiment", "nonbinary-fer"];
const RESULTS = "experiments/results/nonbinary-fer-h200.csv";

describe("ldpc experiment nonbinary-fer", () => {
  itLong("simulates curves, writes their points and compares them", async () => {
    const folder = newFolder();
    const out = join(folder, "new", "points.csv");
    const { status, stdout } = await ldpc(
      ...[...EXPERIMENT, "--engine=cpu", "--errors=30", "--frames=256", "--chunk=64", "--fer=0.1"],
      ...["--curve=tiny10-gf4: min-max @ 2,4", "--curve=tiny10-gf4: min-max messages=levels16 step=0.5 @ 2,4"],
      ...[`--folder=${folder}`, `--out=${out}`],
    );
    expect(status).toBe(0);
    const rows = parsePoints(readFileSync(out, "utf8"));
    expect(rows.map(({ decoder, point }) => `${/messages=\w+/.exec(decoder) ?? "messages=f32"} ${point}`)).toEqual([
      "messages=f32 2",
      "messages=f32 4",
      "messages=levels16 2",
      "messages=levels16 4",
    ]);
    for (const { frames, frame_errors } of rows) expect(frame_errors >= 30 || frames === 256).toBe(true);
    expect(rows[0].frame_errors).toBeGreaterThanOrEqual(30);
    const compared = await ldpc(...EXPERIMENT, `--points=${out}`, "--fer=0.1");
    expect(compared).toMatchObject({ status: 0, stderr: "" });
    expect(stdout).toContain(compared.stdout);
    const crossing = ferCrossing(rows.slice(0, 2), 0.1)?.at as number;
    expect(compared.stdout).toContain(` ${crossing.toFixed(3)} `);
  });

  it("is the plan of the committed results", () => {
    const made = parsePoints(readFileSync(RESULTS, "utf8"), RESULTS).map(({ code, decoder }) => `${code}: ${decoder}`);
    const groups: readonly { readonly code: string; readonly decoders: readonly string[] }[] = JSON.parse(
      readFileSync("experiments/reference/fer-curves.json", "utf8"),
    )["nonbinary-fer"].curves;
    expect([...new Set(made)]).toEqual(
      groups.flatMap(({ code, decoders }) => decoders.map((words) => `${code}: ${decoderText(readDecoder(words))}`)),
    );
  });

  it.each([
    [["--curve=tiny10-gf4"], '"tiny10-gf4" is not a curve: write CODE: DECODER @ EBN0'],
    [["--curve=tiny10-gf4: minmax @ 3"], 'unknown decoder "minmax": did you mean "min-max"?'],
    [["--curve=tiny10-gf5: min-max @ 3"], "did you mean tiny10-gf4?"],
    [["--curve=tiny10-gf4: min-max @ 3:"], "--ebn0"],
    [["--fer=1"], "--fer 1: give a number above 0 and below 1"],
    [["--points=nowhere.csv"], "there is no such file"],
    [["--points=nowhere.csv", "--errors=3"], "--points simulates nothing: leave --errors out"],
  ])("refuses %j", async (options, message) => {
    expect(refused(await ldpc(...EXPERIMENT, "--engine=cpu", ...options))).toContain(message);
  });
});

describe("ferCrossing", () => {
  const row = (point: number, fer: number, frame_errors = 100) =>
    ({ point, fer, fer_low: fer / 2, fer_high: fer * 2, frame_errors }) as PointRow;

  it("interpolates the logarithm of the FER, and both ends of its interval", () => {
    const rows = [row(1, 1e-1), row(2, 1e-2), row(4, 1e-4)];
    const share = Math.log10(2);
    const crossing = ferCrossing(rows, 1e-3);
    expect(crossing?.at).toBeCloseTo(3, 12);
    expect(crossing?.low).toBeCloseTo(3 - share, 12);
    expect(crossing?.high).toBeCloseTo(3 + share, 12);
    expect(ferCrossing(rows, 1e-2)?.at).toBeCloseTo(2, 12);
  });

  it("knows none where the curve does not pass, or has no errors", () => {
    expect(ferCrossing([row(1, 1e-1), row(2, 1e-2)], 1e-3)).toBeUndefined();
    expect(ferCrossing([row(1, 1e-1), row(2, 1e-2)], 0.2)).toBeUndefined();
    expect(ferCrossing([row(1, 1e-1), row(2, 0, 0)], 1e-2)).toBeUndefined();
  });
});
