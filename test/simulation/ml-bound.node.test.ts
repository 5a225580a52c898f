import { describe, expect, it } from "vitest";
import { channelCode } from "../../src/channel/channel-kind.ts";
import { type ChannelPoint, channelAt, channelPoint } from "../../src/channel/channels.ts";
import type { Code } from "../../src/code/code.ts";
import { codeEncoder } from "../../src/code/encoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { countsOf } from "../../src/simulation/monte-carlo-runner.ts";
import { writeChannel } from "../../src/simulation/program/channel-dispatches.ts";
import type { CodewordSource } from "../../src/source/word-source.ts";
import { COUNTERS } from "../../wgsl/statistics/index.ts";
import { BITS, SYMBOLS } from "../channel/table/example-tables.ts";
import { spec } from "../decoder/specs.ts";
import { packagedCode } from "../load-code.ts";
import { allCodewords, wordCost } from "../oracle/maximum-likelihood.ts";
import { runParameters } from "../run-parameters.ts";
import { llrProgram } from "./llr-program.ts";

// Counts of maximum-likelihood errors in the chain of LLRs, against decoding by all codewords. program/bit-chain.node.test.ts compares the
// other chain with this one. LLRs are whole steps of the channel, so unequal likelihoods differ by much more than float64 rounds.
const FRAMES = 1000;
const NEAR = 1e-3;
/** Two symbols of GF(4) to a point. */
const SHARED = { name: "16qam", labeling: "set-partition", demapper: "symbols" } as const;

interface Outcome {
  readonly frames: number;
  readonly mlErrors: number;
  readonly undetected: number;
  /** Number of frames with a codeword that is likelier than the sent one. */
  readonly likelier: number;
  /** Number of undetected frames that decide on such a codeword. */
  readonly decided: number;
}

async function simulate(
  code: Code,
  decoder: string,
  point: ChannelPoint,
  codeword: CodewordSource = "random",
): Promise<Outcome> {
  const engine = cpuEngine();
  const program = llrProgram(code, spec(decoder), codeword, engine.limits, point);
  const channel = channelAt(point, channelCode(code));
  const prepared = await engine.prepare(program, FRAMES);
  writeChannel(prepared, channel);
  const names = ["codeword", "decision", "channel_llr", "counters"];
  const { outputs } = await prepared.run(
    runParameters({ ...channel, frames: FRAMES, chunkFrames: FRAMES }),
    names.map((buffer) => ({
      buffer,
      elements: buffer === "counters" ? COUNTERS : FRAMES * program.buffers[buffer].length,
    })),
  );
  prepared.release();
  const [words, decisions, llr, counters] = outputs;
  const { columns: n, field } = code.matrix;
  const codewords = allCodewords(code.matrix).filter((word) => (code.shortened ?? []).every((at) => word[at] === 0));
  const known = new Set(codewords.map(String));
  let likelier = 0;
  let decided = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    const of = (buffer: ArrayLike<number>) => Array.from({ length: n }, (_, i) => buffer[frame * n + i]);
    const [sent, decision] = [of(words), of(decisions)];
    // [variable][symbol]
    const costs = sent.map((_, i) => {
      if (program.input === "symbol")
        return Array.from(llr.slice((frame * n + i) * field.q, (frame * n + i + 1) * field.q));
      return [0, llr[frame * n + i]];
    });
    // A word with the sent word's syndrome differs from it by a codeword.
    const candidates = codewords.map((word) =>
      word.map((symbol, i) => (codeword === "syndrome" ? symbol ^ sent[i] : symbol)),
    );
    const cost = wordCost(costs, sent);
    if (candidates.some((word) => wordCost(costs, word) < cost - NEAR)) likelier++;
    const difference = decision.map((symbol, i) => symbol ^ sent[i]);
    const wrong = difference.some((symbol) => symbol !== 0);
    if (wrong && known.has(String(difference)) && wordCost(costs, decision) < cost - NEAR) decided++;
  }
  const { frames, mlErrors, undetected } = countsOf(counters);
  return { frames, mlErrors: mlErrors!, undetected, likelier, decided };
}

/** A code whose first information symbol, or first parity symbol, is not sent. */
async function unsent(name: string, kind: "punctured" | "shortened"): Promise<Code> {
  const code = await packagedCode(name);
  const { informationPositions, parityPositions } = codeEncoder(code);
  return { ...code, [kind]: (kind === "shortened" ? informationPositions : parityPositions).slice(0, 1) };
}

describe("mlErrors", () => {
  it.each([
    ["tiny/tiny20-gf2", "sum-product iterations=20", channelPoint("ebn0", 0), "random"],
    ["tiny/tiny20-gf2", "min-sum iterations=20 stop=none", channelPoint("ebn0", 1), "random"],
    ["tiny/tiny20-gf2", "sum-product iterations=20", channelPoint("qber", 0.09), "random"],
    ["tiny/tiny20-gf2", "sum-product iterations=20", channelPoint("ebn0", 0), "syndrome"],
    ["tiny/tiny10-gf4", "min-max iterations=20", channelPoint("ebn0", 0), "random"],
    ["tiny/tiny10-gf4", "qspa iterations=20", channelPoint("symbol-error", 0.2), "random"],
    ["tiny/tiny10-gf4", "min-max iterations=20", channelPoint("ebn0", 0), "syndrome"],
    ["tiny/tiny10-gf4", "min-max iterations=20", channelPoint("esn0", 4, SHARED), "random"],
    ["tiny/tiny20-gf2", "sum-product iterations=20", channelPoint("at", 2, undefined, BITS), "random"],
    ["tiny/tiny10-gf4", "qspa iterations=20", channelPoint("at", 0, undefined, SYMBOLS), "random"],
  ] as const)(
    "%s, %s: undetected and likelier than what was sent, at %o, %s words",
    async (name, decoder, point, codeword) => {
      const { mlErrors, undetected, decided, likelier, frames } = await simulate(
        await packagedCode(name),
        decoder,
        point,
        codeword,
      );
      expect(frames).toBe(FRAMES);
      expect(mlErrors).toBe(decided);
      expect(mlErrors).toBeGreaterThan(10);
      expect(mlErrors).toBeLessThanOrEqual(undetected);
      // The count is a lower bound: maximum-likelihood decoding errs in each frame with a likelier codeword.
      expect(mlErrors).toBeLessThanOrEqual(likelier);
    },
  );

  it.each(["punctured", "shortened"] as const)("knows what is not sent: a %s symbol", async (kind) => {
    const code = await unsent("tiny/tiny20-gf2", kind);
    const { mlErrors, decided, likelier } = await simulate(code, "sum-product iterations=20", channelPoint("ebn0", 0));
    expect(mlErrors).toBe(decided);
    expect(mlErrors).toBeGreaterThan(10);
    expect(mlErrors).toBeLessThanOrEqual(likelier);
  });

  it("is no error where likelihoods are equal: over the binary symmetric channel they often are", async () => {
    const { mlErrors, undetected } = await simulate(
      await packagedCode("tiny/tiny20-gf2"),
      "sum-product iterations=20",
      channelPoint("qber", 0.09),
    );
    expect(mlErrors).toBeLessThan(undetected);
  });
});
