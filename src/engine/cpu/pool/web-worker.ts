import { poolAnswers } from "./answers.ts";
import type { PoolMessage, ShaderMessage } from "./pool.ts";
import { WorkerShaders } from "./shared-shaders.ts";

// The Web Worker that `openCpuPool` starts.
const store = new WorkerShaders({ post: (message) => postMessage(message) });
const hear = poolAnswers((reply, owned) => postMessage(reply, { transfer: owned }), { store });
addEventListener("message", ({ data }: MessageEvent<PoolMessage | ShaderMessage>) => {
  if ("shader" in data) store.hear(data);
  else hear(data);
});
