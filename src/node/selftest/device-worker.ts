import { cpuEngine } from "../../engine/cpu/engine.ts";
import { openEngine } from "../engine/engines.ts";
import { optimizeLate } from "../engine/late-optimization.ts";
import { type DeviceAnswer, type DeviceQuestion, decoderTest } from "./device.ts";

// Entry of the processes that test a device: each has the device, and the CPU engine in its own thread.

optimizeLate();
const tell = (answer: DeviceAnswer) =>
  // A killed parent receives no messages.
  void process.send?.(answer, undefined, undefined, (error) => error && process.exit());
// Questions come before the device is open.
const opened = openEngine(JSON.parse(process.argv[2])).then((engine) => decoderTest(engine, cpuEngine()));
process.on("message", ({ id, spec }: DeviceQuestion) => {
  opened
    .then((test) => test(spec))
    .then(
      (outcome) => tell({ id, outcome }),
      (error: Error) => tell({ id, failure: error.stack ?? error.message }),
    );
});
process.on("disconnect", () => process.exit());
// Ctrl-C and the end of a terminal reach the whole process group; the parent decides the reaction.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
