import { poolAnswers } from "../../engine/cpu/pool/answers.ts";
import type { PoolMessage, PoolReply } from "../../engine/cpu/pool/pool.ts";
import type { PoolWarning } from "./cpu-pool.ts";
import { optimizeEarly, optimizeLate } from "./late-optimization.ts";
import { nativeShaders } from "./native-shaders.ts";
import { shaderFiles } from "./shader-files.ts";

optimizeLate();

const tellParent = (message: PoolReply | PoolWarning) =>
  // A killed parent receives no messages.
  process.send?.(message, undefined, undefined, (error) => error && process.exit());
const warn = (warning: string) => tellParent({ warning });
const store = { ...shaderFiles(warn), native: nativeShaders(warn) };
const hear = poolAnswers(
  (reply, _, verb) => {
    // A program's first run has compiled its shaders.
    if (verb === "run") optimizeEarly();
    tellParent(reply);
  },
  { store },
);
process.on("message", (message: PoolMessage) => {
  if (message.request.verb === "prepare") optimizeLate();
  hear(message);
});
process.on("disconnect", () => process.exit());
// Ctrl-C and the end of a terminal reach the whole process group; the parent decides the reaction.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
