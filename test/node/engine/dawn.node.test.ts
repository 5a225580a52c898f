import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Run in a process of its own: what it guards against kills the process. */
const PROGRAM = `
  import { loadCode, openEngine, releaseDawn } from "./src/node/index.ts";
  import { benchJob } from "./src/simulation/bench/bench-job.ts";
  import { measureThroughput } from "./src/simulation/bench/bench.ts";
  import { readDecoder } from "./src/decoder/decoder.ts";
  const code = loadCode("tiny10-gf4");
  const spec = readDecoder("min-max");
  for (let i = 0; i < 3; i++) {
    const engine = await openEngine({ engine: "gpu" });
    if (i > 0) await measureThroughput(benchJob(engine, code, spec, { name: "awgn", parameter: "ebn0", value: 3 }), 4, 0.01);
    await engine.close();
    gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
    gc();
  }
  releaseDawn();
  console.log("came to its end");
`;

test("engines are opened and closed one after the other, and Node exits", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const flags = ["--expose-gc", "--import", "tsx", "--input-type=module", "--eval", PROGRAM];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, {
    cwd: root,
    encoding: "utf8",
    timeout: 240_000,
  });
  expect(stdout, stderr).toBe("came to its end\n");
  expect(status).toBe(0);
});
