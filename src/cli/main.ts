import { endProcess, isDawnAbandoned, releaseDawn } from "../node/engine/dawn.ts";
import { runCli } from "./run.ts";
import { assumeWidth } from "./terminal-size.ts";

assumeWidth(process.stdout, process.stderr);

// A closed pipe (`ldpc codes | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`ldpc: cannot write to stdout: ${error.message}\n`);
  process.exit(1);
});

process.exitCode = await runCli(process.argv.slice(2));
if (isDawnAbandoned()) process.stdout.write("", () => endProcess(Number(process.exitCode)));
else releaseDawn();
