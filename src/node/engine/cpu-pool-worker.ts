import { poolAnswers } from "../../engine/cpu/pool/answers.ts";
import type { PoolMessage } from "../../engine/cpu/pool/protocol.ts";

// A parent that was killed hears nothing any more.
const hear = poolAnswers((reply) => process.send?.(reply, undefined, undefined, (error) => error && process.exit()));
process.on("message", (message) => hear(message as PoolMessage));
process.on("disconnect", () => process.exit());
// Ctrl-C reaches the whole process group; the parent decides what it means.
process.on("SIGINT", () => {});
