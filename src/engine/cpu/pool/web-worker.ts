import { poolAnswers } from "./answers.ts";
import type { PoolMessage } from "./protocol.ts";

// The Web Worker that `openCpuPool` starts.
const hear = poolAnswers((reply, owned) => postMessage(reply, { transfer: owned }));
addEventListener("message", ({ data }: MessageEvent<PoolMessage>) => hear(data));
