import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { planRun } from "../../../src/cli/simulate/plan.ts";
import { commitRun, readRunFile, runShortId, withPoints } from "../../../src/node/run/run-file.ts";
import { ShardReader, ShardWriter } from "../../../src/node/run/shards.ts";
import { ldpc } from "../run-in-process.ts";
import { simulateArguments } from "./arguments.ts";

const folder = mkdtempSync(join(tmpdir(), "ldpc-earlier-decoder-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [stored, today] = ["stored", "today"].map((name) => join(folder, name));
/** points.csv without its last column, the lines' checksums. */
const csv = (run: string) => readFileSync(join(run, "points.csv"), "utf8").replaceAll(/,[^,]*$/gm, "");

/** The decoder in run.json of a version without clip options, after `--decoder sionna-5g-min-sum --iterations 4`. */
const EARLIER = "sionna-5g-min-sum iterations=4 stop=syndrome step=0.25 partial-sums=4";

const LABELS = { program: "1", engine: "cpu", adapter: "a", driver: "d", host: "h", worker: "w" };

const simulate = (out: string, frames: string, decoder = "sionna-5g-min-sum", ...more: string[]) =>
  ldpc(
    ...["simulate", "--code", "nr-bg2-z6", "--ebn0", "4", "--decoder", decoder, "--iterations", "4"],
    ...["--chunk", "8", "--max-frames", frames, "--engine", "cpu", "--quiet", "--out", out, ...more],
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
});

it("its parts merge with today's parts, whichever comes first", async () => {
  const parts = ["1", "2"].map((name) => join(folder, name));
  for (const [i, out] of parts.entries()) {
    const part = await simulate(out, "64", undefined, "--part", `${i + 1}/2`);
    expect(part).toMatchObject({ status: 0, stderr: "" });
  }
  const whole = join(folder, "whole");
  expect(await simulate(whole, "64")).toMatchObject({ status: 0 });
  const [old, fresh] = parts;
  // Shards with the earlier text, as its version wrote them.
  const earlier = join(folder, "earlier");
  const { decoder, points, ...run } = readRunFile(old)!;
  await commitRun(earlier, withPoints({ ...run, decoder: EARLIER, points }, points));
  const writer = new ShardWriter(earlier, () => "earlier.jsonl", LABELS);
  new ShardReader(old, {
    section: (section) => section,
    block: (block, { header }) => void writer.append({ ...header.task, decoder: EARLIER }, [block]),
    warn: expect.fail,
  }).refresh();
  writer.close();
  for (const [out, folders, text] of [
    [join(folder, "a"), [earlier, fresh], EARLIER],
    [join(folder, "b"), [fresh, earlier], decoder],
  ] as const) {
    expect(await ldpc("merge", ...folders, "--out", out)).toMatchObject({ status: 0 });
    expect(readRunFile(out)!.decoder).toBe(text);
    expect(csv(out)).toBe(csv(whole).replace(decoder, text));
    // All frames are there.
    expect(await simulate(out, "64")).toMatchObject({ status: 0, stderr: "" });
    expect(csv(out)).toBe(csv(whole).replace(decoder, text));
  }
  await commitRun(join(folder, "other"), withPoints({ ...run, decoder: `${EARLIER} message-clip=31`, points }, points));
  const other = await ldpc("merge", fresh, join(folder, "other"), "--out", join(folder, "c"));
  expect([other.status, other.stderr]).toEqual([1, expect.stringMatching(/another run than .*: its decoder is /)]);
});

it("is found without --out", async () => {
  const runs = join(folder, "runs");
  const { decoder: _, points, ...run } = readRunFile(today)!;
  const old = withPoints({ ...run, decoder: EARLIER, points }, points);
  const name = `nr-bg2-z6-sionna-5g-min-sum-${runShortId(old)}`;
  await commitRun(join(runs, name), old);
  const plan = async (decoder: string) => {
    const { options, given } = await simulateArguments({
      ...{ code: "nr-bg2-z6", ebn0: "4", decoder, iterations: "4", chunk: "8", maxFrames: "16", engine: "cpu" },
    });
    return planRun(options, given, runs);
  };
  expect(await plan("sionna-5g-min-sum")).toMatchObject({ folder: join(runs, name), begun: true });
  expect(await plan("sionna-5g-min-sum message-clip=31")).toMatchObject({ begun: false });
  // A run under today's text comes first.
  const fresh = join(runs, `nr-bg2-z6-sionna-5g-min-sum-${runShortId(readRunFile(today)!)}`);
  await commitRun(fresh, readRunFile(today)!);
  expect(await plan("sionna-5g-min-sum")).toMatchObject({ folder: fresh, begun: true });
});

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
});
