import { type Engine, openCpuPool, openWebGpu, readDecoder, simulate } from "../../src/index.ts";
import { codeOf } from "../shared/codes.ts";
import { errorText } from "../shared/dom.ts";
import type { CurveAnswer, CurveRequest } from "./protocol.ts";

/** Frame errors and frames that end a point: a curve takes some seconds on a CPU. */
const LIMITS = { maxErrors: 60, maxFrames: 4000, chunkFrames: 32, seed: 1 } as const;

addEventListener("message", ({ data }: MessageEvent<CurveRequest>) => {
  simulated(data).catch((error: unknown) => answer({ failed: errorText(error) }));
});

function answer(message: CurveAnswer): void {
  postMessage(message);
}

async function simulated({ code, decoder, channel }: CurveRequest): Promise<void> {
  const simulation = simulate(codeOf(code), readDecoder(decoder), channel, { ...LIMITS, engine: openEngine });
  for await (const { points, done } of simulation) answer({ rows: points, done });
}

/** A GPU, or the processor: WebGPU in software takes minutes for the first point. */
async function openEngine(): Promise<Engine> {
  const gpu = await openWebGpu();
  if (gpu?.info.software === false) return gpu;
  await gpu?.close();
  return openCpuPool();
}
