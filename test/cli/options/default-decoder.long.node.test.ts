import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../new-folder.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();

describe.each([
  ["tiny20-gf2", "sum-product"],
  ["tiny10-gf4", "min-max"],
])("the decoder of %s, if none is named, is %s", (code, rule) => {
  it.each([1, 2])("in simulate with %i jobs", async (jobs) => {
    const out = join(folder, `${code}-${jobs}`);
    const options = [`--out=${out}`, `--jobs=${jobs}`, "--ebn0=3", "--max-frames=20", "--iterations=7", "--quiet"];
    const { status, stderr } = await ldpc("simulate", `--code=${code}`, "--engine=cpu", ...options);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const [decoder, ...words] = JSON.parse(readFileSync(join(out, "run.json"), "utf8")).decoder.split(" ");
    expect(decoder).toBe(rule);
    expect(words).toContain("iterations=7");
  });

  it("in bench", async () => {
    const options = ["--engine=cpu", "--frames=1", "--seconds=0.001", "--iterations=2", "--json"];
    const { status, stdout } = await ldpc("bench", `--code=${code}`, ...options);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).decoder).toMatch(new RegExp(`^${rule} iterations=2 `));
  });
});
