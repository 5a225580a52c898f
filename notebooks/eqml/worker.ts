import { type Code, codeRate, cpuEngine, frameDecoder, InputError, readDecoder } from "../../src/index.ts";
import { LLR_BOUND, reprocessingTests } from "../../src/kernels.ts";
import { codeOf } from "../shared/codes.ts";
import { errorText } from "../shared/dom.ts";
import { noisyBits } from "../shared/noise.ts";
import type { DrawnTest, TreeAnswer, TreeReport, TreeRequest } from "./protocol.ts";
import { foundWords } from "./words.ts";

/** Number of noisy frames after which the page reports that belief propagation decodes all of them. */
const FRAMES = 4000;
/** Frames decoded at once. */
const BATCH = 20;

addEventListener("message", ({ data }: MessageEvent<TreeRequest>) => {
  treeOf(data).then(
    (report) => answer({ report }),
    (error: unknown) => answer({ failed: errorText(error) }),
  );
});

function answer(message: TreeAnswer): void {
  postMessage(message);
}

async function treeOf(request: TreeRequest): Promise<TreeReport> {
  const { rule, stages, iterations } = request;
  const code = codeOf(request.code);
  const { frame, llr } = await missedFrame(code, request);
  const plain = `sum-product iterations=${iterations}`;
  const spec = readDecoder(`${plain} reprocess=${rule} stages=${stages}`);
  const tests = await reprocessingTests(cpuEngine(), code, spec, llr);
  const wrong = llr.filter((value) => value < 0);
  return {
    tests: tests.map(({ stage, test, saturated, word, cost }): DrawnTest => {
      const last = saturated[stage - 1];
      return { stage, test, ...last, cost, isSent: word?.every((bit) => bit === 0) };
    }),
    words: await foundWords(code, plain, llr, tests),
    frame,
    sentCost: wrong.reduce((sum, value) => sum - value, 0),
    received: wrong.length,
  };
}

/** The frame of the all-zero word that belief propagation fails to decode. @throws InputError if it decodes all frames. */
async function missedFrame(
  code: Code,
  { ebn0, iterations, which }: TreeRequest,
): Promise<{ frame: number; llr: Float32Array<ArrayBuffer> }> {
  const { columns } = code.matrix;
  const rate = codeRate(code);
  // One thread suffices: the longest search takes less than a second, half of it for noise.
  const plain = frameDecoder(cpuEngine(), code, readDecoder(`sum-product iterations=${iterations}`));
  let missed = 0;
  for (let first = 0; first < FRAMES; first += BATCH) {
    const frames = Array.from({ length: BATCH }, (_, i) => bounded(noisyBits(columns, ebn0, rate, first + i + 1)));
    const all = new Float32Array(BATCH * columns);
    for (const [i, llr] of frames.entries()) all.set(llr, i * columns);
    const { converged } = await plain.decode(all);
    for (const [i, llr] of frames.entries()) {
      if (converged[i] === 0 && missed++ === which) return { frame: first + i, llr };
    }
  }
  throw new InputError(`belief propagation misses ${missed} of ${FRAMES} frames at ${ebn0} dB: choose a lower Eb/N0`);
}

function bounded(llr: Float32Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(llr, (value) => Math.max(-LLR_BOUND, Math.min(LLR_BOUND, value)));
}
