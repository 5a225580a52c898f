import { join } from "node:path";
import { expect, it } from "vitest";
import { readRunFile } from "../../../src/node/run/run-file.ts";
import { newFolder } from "../../new-folder.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();

const simulate = (out: string, ...more: string[]) =>
  ldpc(
    ...["simulate", "--code", "wifi-648-324", "--ebn0", "2", "--decoder", "min-sum", "--iterations", "8"],
    ...["--chunk", "32", "--engine", "cpu", "--quiet", "--out", join(folder, out), ...more],
  );

it("a run names its generator, goes on with it, and does not mix with another", async () => {
  expect(await simulate("new", "--max-errors", "4")).toMatchObject({ status: 0 });
  expect(readRunFile(join(folder, "new"))!.random).toBe("threefry4x32-13");
  expect(await simulate("philox", "--max-errors", "4", "--random", "philox4x32-10")).toMatchObject({ status: 0 });
  expect(await simulate("philox", "--max-errors", "8")).toMatchObject({ status: 0 });
  expect(readRunFile(join(folder, "philox"))!.random).toBe("philox4x32-10");
  const refused = await simulate("philox", "--max-errors", "8", "--random", "threefry4x32-13");
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toMatch(/its random generator is philox4x32-10, not threefry4x32-13; choose another --out/);
  const merged = await ldpc("merge", join(folder, "new"), join(folder, "philox"), "--out", join(folder, "merged"));
  expect(merged.status).toBe(1);
  expect(merged.stderr).toMatch(/another run than .*: its random generator is philox4x32-10, not threefry4x32-13/);
});
