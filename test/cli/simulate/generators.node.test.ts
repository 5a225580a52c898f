import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { planRun } from "../../../src/cli/simulate/plan.ts";
import { commitRun, readRunFile } from "../../../src/node/run/run-file.ts";
import { ldpc } from "../run-in-process.ts";
import { simulateArguments } from "./arguments.ts";

// A run from before the choice of generators, which used Philox: its run.json and shard, and points.csv of that version after the same
// command with --max-errors 40.
const STORED = fileURLToPath(new URL("./philox-run", import.meta.url));
const COMMAND = [
  ...["--code", "wifi-648-324", "--ebn0", "2,2.25", "--decoder", "min-sum", "--iterations", "8"],
  ...["--chunk", "32", "--engine", "cpu", "--quiet"],
];

let folder: string;
let old: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ldpc-generators-"));
  old = join(folder, "old");
  mkdirSync(old);
  cpSync(STORED, old, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const simulate = (out: string, ...more: string[]) => ldpc("simulate", ...COMMAND, "--out", out, ...more);
const csv = (out: string) => readFileSync(join(out, "points.csv"), "utf8");

it("a stored run goes on with its generator and comes to the same points, which status, plot and merge read", async () => {
  const expected = readFileSync(join(STORED, "continued.csv"), "utf8");
  expect(await simulate(old, "--max-errors", "40")).toMatchObject({ status: 0 });
  expect(csv(old)).toBe(expected);
  expect(readRunFile(old)!.random).toBeUndefined();
  expect((await ldpc("status", old)).stdout).toMatch(/59 .*done/);
  expect(await ldpc("plot", old, "--out", join(folder, "fer.html"))).toMatchObject({ status: 0 });

  const again = join(folder, "again");
  expect(await simulate(again, "--max-errors", "40", "--random", "philox4x32-10")).toMatchObject({ status: 0 });
  expect(csv(again)).toBe(expected);
  expect(await ldpc("merge", old, again, "--out", join(folder, "merged"))).toMatchObject({ status: 0 });
  expect(csv(join(folder, "merged"))).toBe(expected);
});

it("a new run names its generator, which does not mix with another", async () => {
  const fresh = join(folder, "fresh");
  expect(await simulate(fresh, "--max-errors", "4")).toMatchObject({ status: 0 });
  expect(readRunFile(fresh)!.random).toBe("threefry4x32-13");
  const mixed = await ldpc("merge", old, fresh, "--out", join(folder, "merged"));
  expect(mixed.status).toBe(1);
  expect(mixed.stderr).toMatch(/another run than .*: its random generator is (threefry4x32-13|philox4x32-10), not/);
  const refused = await simulate(old, "--max-errors", "40", "--random", "threefry4x32-13");
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toMatch(/its random generator is philox4x32-10, not threefry4x32-13; choose another --out/);
});

it("the folder of an earlier version's run is found without --out", async () => {
  const plan = async (more: { readonly random?: string; readonly seed?: string } = {}) => {
    const { options, given } = await simulateArguments({ code: "wifi-648-324", ebn0: "2", ...more });
    return planRun(options, given, folder);
  };
  const before = await plan({ random: "philox4x32-10" });
  expect((await plan()).folder).not.toBe(before.folder);
  await commitRun(before.folder, before.command);
  expect(await plan()).toMatchObject({ folder: before.folder, begun: true, command: before.command });
  expect((await plan({ seed: "2" })).command.random).toBe("threefry4x32-13");
});
