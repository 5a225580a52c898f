import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseReference } from "../../src/report/reference.ts";
import { root } from "../source-files.ts";

const published = ["experiments", "codes"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => /[/\\]reference[/\\][^/\\]+\.csv$/.test(file));

describe("published curves that the package brings along", () => {
  it("are there", () => expect(published.length).toBeGreaterThan(10));

  it.each(published)("%s is a reference file", (file) => {
    expect(parseReference(readFileSync(join(root, file), "utf8"), file, file)).not.toEqual([]);
  });
});
