import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import type { DecodedFrames, PointRow } from "../../src/index.ts";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const [, example] = /^```ts\n(.*?)^```$/ms.exec(readme)!;

describe("README.md", () => {
  it("decodes a frame and simulates a point by its TypeScript example", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    try {
      await import(exampleModule());
      const [[frames], ...progress] = log.mock.calls as [[DecodedFrames], ...[readonly PointRow[]][]];
      expect(frames.symbols).toEqual(new Uint8Array(620));
      expect([...frames.converged]).toEqual([1]);
      expect(progress.at(-1)?.[0]).toMatchObject([{ point: 1.5, stopped_by: "errors" }]);
    } finally {
      log.mockRestore();
    }
  });
});

/** The example as a file that imports from source and runs on the CPU, since a software GPU would compile for seconds. */
function exampleModule(): string {
  const source = (file: string) => JSON.stringify(pathToFileURL(join(root, "src", file)).href);
  const file = join(newFolder(), "example.ts");
  const text = example
    .replace('"gfq-ldpc"', source("index.ts"))
    .replace('"gfq-ldpc/node"', source("node/index.ts"))
    .replace("openEngine()", 'openEngine({ engine: "cpu" })');
  expect(text).toContain('"cpu"');
  writeFileSync(file, text);
  return pathToFileURL(file).href;
}
