import { spawnSync } from "node:child_process";
import { chmodSync, openSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type Finding, selftest } from "../../../src/node/selftest/selftest.ts";
import { newFolder } from "../../new-folder.ts";
import { compiled } from "../../setup/compiled.ts";
import { checkResult, ldpc } from "../run-in-process.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
  chmodSync(folder, 0o777);
});

const isRoot = process.getuid?.() === 0;
/** A user that cannot write into a read-only folder. Root can. */
const NOBODY = 65_534;

describe("ldpc selftest", () => {
  it("finds that workers can share a folder under every fault, and leaves no files", () => {
    // The folder for temporary files belongs to root.
    chmodSync(tmpdir(), 0o711);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [compiled("src/cli/main.ts"), "selftest", "--ledger", folder, "--workers", "3", "--json"],
      { encoding: "utf8", ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) },
    );
    expect(stderr).toBe("");
    expect(status).toBe(0);
    checkResult(stdout);
    const { isGood, findings } = JSON.parse(stdout);
    expect(isGood).toBe(true);
    expect(findings.map(({ name, verdict }: Finding) => `${verdict}: ${name}`)).toEqual([
      ...["good: file system", "done: one process", "done: kill -9", "done: two on one chunk"],
      ...["done: rubbish", "done: read-only", "good: points.csv"],
    ]);
    expect(stdout).toMatch(
      /the same bytes as one process's: \d workers, \d+ of which the disk refused; [1-9]\d* damaged files?,/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("names a file system's missing feature, and keeps its files", async () => {
    const findings: Finding[] = [];
    const files = { open: (path: string) => openSync(path, "a"), rename: renameSync };
    expect(await selftest(folder, 2, (finding) => findings.push(finding), files)).toBe(false);
    const [name] = readdirSync(folder);
    expect(findings).toEqual([
      { name: "file system", verdict: "bad", text: expect.stringMatching(/no exclusive create.*: choose a folder/) },
      { name: "files", verdict: "bad", text: `kept in ${join(folder, name)}` },
    ]);
  });

  it("says of a folder that cannot be written why", async () => {
    writeFileSync(join(folder, "file"), "");
    const said = await ldpc("selftest", "--ledger", join(folder, "file"));
    expect(said).toMatchObject({ status: 1, stdout: "" });
    expect(said.stderr).toMatch(/file: cannot be written: a file of that name stands in the way/);
  });
});
