import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeFolder, removeEmpty } from "../../../src/node/disk/disk.ts";
import { writeCorrelatedValues } from "../../../src/reconciliation/commands/correlated-values.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-folders-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Error code of an attempt to make a folder. */
function refusal(path: string): string | undefined {
  try {
    makeFolder(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
  return undefined;
}

describe("makeFolder", () => {
  it("makes a folder and its missing parents, and leaves existing folders", () => {
    const path = join(folder, "a", "b", "c");
    makeFolder(path);
    expect(statSync(path).isDirectory()).toBe(true);
    makeFolder(path);
    makeFolder(`${path}/`);
    makeFolder(join(path, "..", "d", "."));
    expect(statSync(join(folder, "a", "b", "d")).isDirectory()).toBe(true);
    makeFolder(relative(process.cwd(), join(folder, "relative", "e")));
    expect(statSync(join(folder, "relative", "e")).isDirectory()).toBe(true);
    for (const there of [folder, "/", ".", ""]) expect(refusal(there)).toBeUndefined();
  });

  it("returns the new folders, of which a refused command removes the empty ones", () => {
    const path = join(folder, "n", "o", "p");
    expect(makeFolder(path)).toEqual([join(folder, "n"), join(folder, "n", "o"), path]);
    expect(makeFolder(path)).toEqual([]);
    removeEmpty(makeFolder(join(path, "q", "r")));
    expect([existsSync(path), existsSync(join(path, "q"))]).toEqual([true, false]);
    const made = makeFolder(join(path, "s", "t"));
    writeFileSync(join(path, "s", "file"), "");
    removeEmpty(made);
    expect([existsSync(join(path, "s")), existsSync(join(path, "s", "t"))]).toEqual([true, false]);
  });

  it("goes through links to folders", () => {
    mkdirSync(join(folder, "target"));
    symlinkSync(join(folder, "target"), join(folder, "link"));
    makeFolder(join(folder, "link"));
    makeFolder(join(folder, "link", "f"));
    expect(existsSync(join(folder, "target", "f"))).toBe(true);
  });

  it("throws the system's error for an obstacle", () => {
    writeFileSync(join(folder, "file"), "");
    symlinkSync(join(folder, "nowhere"), join(folder, "dangling"));
    expect(refusal(join(folder, "file"))).toBe("EEXIST");
    expect(refusal(join(folder, "file", "g"))).toBe("ENOTDIR");
    expect(refusal(join(folder, "file", "g", "h"))).toBe("ENOTDIR");
    expect(refusal(join(folder, "dangling"))).toBe("EEXIST");
    expect(refusal(join(folder, "x".repeat(300)))).toBe("ENAMETOOLONG");
  });

  it("throws the system's error for a folder without permission", () => {
    const closed = join(folder, "closed");
    mkdirSync(closed);
    chmodSync(folder, 0o755);
    chmodSync(closed, 0o555);
    const isRoot = process.geteuid?.() === 0;
    // Permissions do not bind root.
    if (isRoot) process.seteuid?.("nobody");
    try {
      expect(refusal(join(closed, "i"))).toBe("EACCES");
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it.skipIf(process.platform !== "linux")("ends where the system has no folder to make", async () => {
    for (const path of ["/proc/gfq-ldpc", "/proc/gfq-ldpc/a", "/proc/self/fd/a"]) {
      expect(["ENOENT", "EACCES", "EPERM"]).toContain(refusal(path));
    }
    const job = { folder: "/proc/gfq-ldpc", snr: 1, seed: 1, values: 8, force: false };
    await expect(writeCorrelatedValues(job)).rejects.toThrow("/proc/gfq-ldpc: cannot be written: ");
  });
});
