import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import { bothEngines } from "../../engines.ts";
import { smallCodes } from "./codes.ts";
import { decodeOn } from "./decode.ts";
import { expectOracle } from "./expect-oracle.ts";
import { randomFrames } from "./frames.ts";

// On a GPU, frame-interleaved and without early termination, channel LLRs of degree-1 variables take the signs of their checks' syndromes.
// Posteriors, also of these variables, are those of decoding frame by frame, which reads the syndromes in every iteration.
const engines = bothEngines();
const code = smallCodes()["Z = 5 with degree-1 variables"];

const kernels = (words: string) =>
  decoderProgram(code, readDecoder(words), engines.gpu.limits, { syndrome: true }).start.map(({ kernel }) => kernel);

describe.each(["layered", "flooding"])("schedule=%s", (schedule) => {
  it("has the bits of decoding frame by frame", async () => {
    const words = `min-sum messages=f32 schedule=${schedule} iterations=3 stop=none`;
    expect(kernels(`${words} mapping=frames`)).toContain("binary/sign-channel");
    expect(kernels(`${words} mapping=streaming`)).not.toContain("binary/sign-channel");
    const all = randomFrames(code.matrix, 21, 5, true);
    const expected = await decodeOn(engines.gpu, code, readDecoder(`${words} mapping=streaming`), all, true);
    expect(await decodeOn(engines.gpu, code, readDecoder(`${words} mapping=frames`), all, true)).toEqual(expected);
  });

  const RULES = ["sum-product form=tanh messages=f16", "sum-product messages=f32"];
  it.each(RULES)("%s is the oracle's", async (rule) => {
    const words = `${rule} schedule=${schedule} mapping=frames iterations=3 stop=none`;
    expect(kernels(words)).toContain("binary/sign-channel");
    expect(await expectOracle([engines.gpu], code, words, { count: 28, seed: 4, withSyndrome: true })).toBeGreaterThan(
      3,
    );
  });
});

it("early termination reads the syndromes in every iteration", () => {
  const words = "min-sum messages=f32 schedule=layered mapping=frames stop=syndrome";
  expect(kernels(words)).not.toContain("binary/sign-channel");
});
