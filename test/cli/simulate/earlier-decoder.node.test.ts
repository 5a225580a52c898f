import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { commitRun, readRunFile, withPoints } from "../../../src/node/run/run-file.ts";
import { ldpc } from "../run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "ldpc-earlier-decoder-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [stored, today] = ["stored", "today"].map((name) => join(folder, name));
/** points.csv without its last column, the lines' checksums. */
const csv = (run: string) => readFileSync(join(run, "points.csv"), "utf8").replaceAll(/,[^,]*$/gm, "");

/** The decoder in run.json of a version without clip options, after `--decoder sionna-5g-min-sum --iterations 4`. */
const EARLIER = "sionna-5g-min-sum iterations=4 stop=syndrome step=0.25 partial-sums=4";

const simulate = (out: string, frames: string, decoder = "sionna-5g-min-sum") =>
  ldpc(
    ...["simulate", "--code", "nr-bg2-z6", "--ebn0", "4", "--decoder", decoder, "--iterations", "4"],
    ...["--chunk", "8", "--max-frames", frames, "--engine", "cpu", "--quiet", "--out", out],
  );

it("a run whose decoder has got options since goes on at their defaults alone, as do runs stored with them", async () => {
  expect(await simulate(today, "8")).toMatchObject({ status: 0, stderr: "" });
  const { decoder, points, ...run } = readRunFile(today)!;
  expect(decoder).toBe(`${EARLIER} message-clip=127 accumulator-clip=127`);
  await commitRun(stored, withPoints({ ...run, decoder: EARLIER, points }, points));
  for (const out of [stored, today]) expect(await simulate(out, "16")).toMatchObject({ status: 0, stderr: "" });
  expect(readRunFile(stored)!.decoder).toBe(EARLIER);
  expect(readRunFile(today)!.decoder).toBe(decoder);
  expect(csv(stored)).toBe(csv(today).replace(decoder, EARLIER));
  const other = await simulate(stored, "16", "sionna-5g-min-sum message-clip=31");
  expect([other.status, other.stderr]).toEqual([
    1,
    expect.stringMatching(/its decoder is .*, not .* message-clip=31 /),
  ]);
}, 60_000);

it("worker processes go on with such a run", async () => {
  const { stderr, status } = await ldpc(
    "simulate",
    "--out",
    stored,
    "--max-frames",
    "32",
    "--jobs",
    "2",
    "--engine",
    "cpu",
  );
  expect([status, stderr]).toEqual([0, expect.not.stringContaining("ended early")]);
  expect(csv(stored)).toMatch(/,32,/);
}, 120_000);
