import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { writeNewFile } from "../../../src/node/disk/new-file.ts";
import { PartFile } from "../../../src/node/disk/part-file.ts";

// The test names paths of Linux.
describe.skipIf(!existsSync("/dev/null"))("a new file that the system refuses", () => {
  it("has the reason in words", () => {
    expect(() => writeNewFile("/dev/null/x", "text", false)).toThrow(
      "/dev/null/x: cannot be written: a part of the path is a file, choose another --out",
    );
    expect(() => writeNewFile("/nowhere/x", "text", true)).toThrow(
      "/nowhere/x: cannot be written: there is no such folder",
    );
    expect(() => new PartFile("/dev/null/x", false)).toThrow(
      "/dev/null/x: cannot be written: a part of the path is a file, choose another --out",
    );
  });
});
