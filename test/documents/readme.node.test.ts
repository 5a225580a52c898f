import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import type { DecodedFrames } from "../../src/index.ts";
import { root } from "../source-files.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const [, example] = /^```ts\n(.*?)^```$/ms.exec(readme)!;

describe("README.md", () => {
  it("has at most 900 words", () => {
    expect(
      readme
        .replace(/<!--.*?-->/g, "")
        .trim()
        .split(/\s+/).length,
    ).toBeLessThanOrEqual(900);
  });

  it("decodes a frame in eight lines of TypeScript", async () => {
    expect(example.trim().split("\n")).toHaveLength(8);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    try {
      await import(exampleModule());
      const [[frames]] = log.mock.calls as [[DecodedFrames]];
      expect(frames.symbols).toEqual(new Uint32Array(620));
      expect([...frames.converged]).toEqual([1]);
    } finally {
      log.mockRestore();
    }
  });
});

/** The example as a file that imports from source, on the CPU: a software GPU would compile for seconds. */
function exampleModule(): string {
  const source = (file: string) => JSON.stringify(pathToFileURL(join(root, "src", file)).href);
  const file = join(mkdtempSync(join(tmpdir(), "ldpc-readme-")), "example.ts");
  const text = example
    .replace('"gfq-ldpc"', source("index.ts"))
    .replace('"gfq-ldpc/node"', source("node/index.ts"))
    .replace('"auto"', '"cpu"');
  expect(text).toContain('"cpu"');
  writeFileSync(file, text);
  return pathToFileURL(file).href;
}
