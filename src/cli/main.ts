import { endProcess, isDawnAbandoned } from "../node/engine/dawn.ts";
import { HUNG_UP } from "../node/program.ts";
import { assumeWidth, outliveReaders } from "./output.ts";
import { runCli } from "./run.ts";

assumeWidth(process.stdout, process.stderr);
outliveReaders((status) => process.exit(status));

process.exitCode = await runCli(process.argv.slice(2));
if (isDawnAbandoned() || process.exitCode === HUNG_UP)
  process.stdout.write("", () => endProcess(Number(process.exitCode)));
