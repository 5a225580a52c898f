import { poolAnswers } from "../../engine/cpu/pool/answers.ts";
import type { PoolMessage } from "../../engine/cpu/pool/protocol.ts";
import { optimizeLate } from "./late-optimization.ts";
import { shaderFiles } from "./shader-files.ts";

optimizeLate();

// Without a cache folder every process compiles each kernel.
const store = shaderFiles(() => {});
// A killed parent receives no replies.
const hear = poolAnswers((reply) => process.send?.(reply, undefined, undefined, (error) => error && process.exit()), {
  store,
});
process.on("message", (message) => hear(message as PoolMessage));
process.on("disconnect", () => process.exit());
// Ctrl-C reaches the whole process group; the parent decides the reaction.
process.on("SIGINT", () => {});
