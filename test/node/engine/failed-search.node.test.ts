import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { COMPILED } from "../../setup/compiled.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Dawn's native module. */
const NATIVE = join(
  dirname(fileURLToPath(import.meta.resolve("webgpu"))),
  "dist",
  `${process.platform}-${process.arch}`,
  "dawn.node",
);

/**
 * Runs a command whose processes load a Dawn that searches for adapters by this function's body.
 * @param body has the options of Dawn's instance as `flags`.
 */
function ldpc(body: string, ...words: string[]) {
  const preload = join(folder, `${words[0]}.cjs`);
  writeFileSync(
    preload,
    `require(${JSON.stringify(NATIVE)}).create = (flags) => ({ requestAdapter: async () => { ${body} } });`,
  );
  const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --require=${preload}` };
  const { stderr, status } = spawnSync(process.execPath, ["src/cli/main.js", ...words], {
    cwd: COMPILED,
    encoding: "utf8",
    env,
  });
  return { stderr, status };
}

const FAILURE = 'throw new Error("driver 7\\u001b fell over");';
const SAID = 'ldpc: the search for GPUs failed (driver 7\\u{1b} fell over): choose engine "cpu"\n';

it.each([
  ["lists none", ["devices"]],
  ["computes on no other engine", ["bench", "--code", "tiny10-gf4", "--ebn0", "3"]],
])("a search for GPUs that fails %s and says the error's text", (_, words) => {
  expect(ldpc(FAILURE, ...words)).toEqual({ stderr: SAID, status: 1 });
});

it("ldpc devices says why a card is not listed", () => {
  // The name alone has no adapter.
  const body = `
    if (flags.at(-1) === "adapter=\\0") throw new Error("none\\nAvailable adapters:\\n * name: 'Voodoo 2'");
    ${FAILURE}`;
  expect(ldpc(body, "devices")).toEqual({
    stderr: `ldpc: card 0 Voodoo 2 is not listed: ${SAID.slice("ldpc: ".length)}`,
    status: 0,
  });
});
