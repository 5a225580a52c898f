import { openCpuPool, openWebGpu, readDecoder, simulate } from "../../src/index.ts";
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

async function simulated({ code, decoder, ebn0, modulation }: CurveRequest): Promise<void> {
  const engine = async () => (await openWebGpu()) ?? (await openCpuPool());
  const simulation = simulate(codeOf(code), readDecoder(decoder), { ebn0 }, { ...LIMITS, engine, modulation });
  for await (const { points, done } of simulation) answer({ rows: points, done });
}
