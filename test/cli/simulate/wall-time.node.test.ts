import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../../new-folder.ts";
import { compiled } from "../../setup/compiled.ts";
import { sweep } from "../../sweep.ts";

const folder = newFolder();

// A process of its own, because a device that is abandoned while it works lets the process end by a signal only.
it.each(sweep(["cpu", "gpu"], 2))("the end of --wall-time has status 3 on the %s engine", (engine) => {
  const options = ["--code=ccsds-128-64", "--decoder=min-sum", "--ebn0=6", "--max-frames=1e12", "--max-errors=1e12"];
  const more = [`--engine=${engine}`, `--out=${join(folder, engine)}`, "--quiet", "--wall-time=1.9999s"];
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    [compiled("src/cli/main.ts"), "simulate", ...options, ...more],
    { encoding: "utf8" },
  );
  expect({ status, signal }).toEqual({ status: 3, signal: null });
  expect(stderr).toMatch(/^ldpc: --wall-time is over: run the same command again to go on with .*$/m);
});
