import { describe, expect, it } from "vitest";
import { constructCode } from "../../src/code/construct/recipe.ts";
import { tannerGraph } from "../../src/code/tanner-graph.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { convertLlr } from "../../src/decoder/llr.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { decodeFrames } from "../../src/engine/decode.ts";
import { traceMessages } from "../../src/engine/message-trace.ts";
import { InputError } from "../../src/errors.ts";
import { multiply } from "../../src/galois/field.ts";
import { defaultPolynomial } from "../../src/galois/primitive.ts";
import { bothEngines } from "../engines.ts";
import { sweep } from "../sweep.ts";

const engines = bothEngines();

function code(q: number) {
  const polynomial = defaultPolynomial(q);
  return constructCode({
    family: "peg",
    name: "t",
    q,
    polynomial,
    n: 12,
    degrees: [2, 4],
    labels: "random",
    seed: 3,
    attempts: 4,
  });
}

/** LLRs of the all-zero word, some of them wrong. */
function bits(count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => (i % 7 === 2 ? -1.25 : 2 + (i % 3)));
}

describe.each(sweep([4, 2], 2, 2))("the messages of min-max over GF(%i)", (q) => {
  const tiny = code(q);
  const { llr } = convertLlr("bit", bits(12 * Math.log2(q)), tiny.matrix.field, 12);
  const spec = readDecoder("min-max iterations=6");

  it("end with the decision that the decoder makes, on both engines", async () => {
    for (const engine of [engines.cpu, engines.gpu]) {
      const trace = await traceMessages(engine, tiny, spec, llr);
      const decoded = await decodeFrames(engine, tiny, spec, llr);
      const last = trace.at(-1)!;
      expect([...last.symbols]).toEqual([...decoded.symbols]);
      expect(trace.length).toBe(decoded.iterations[0]);
      expect(last.converged).toBe(decoded.converged[0] === 1);
    }
  });

  it("begin with the channel, and a check's message follows from the other symbols", async () => {
    const [first] = await traceMessages(cpuEngine(), tiny, spec, llr);
    const { edges, edgeVariable, edgeValue, checkStart } = tannerGraph(tiny.matrix);
    for (let e = 0; e < edges; e++)
      expect([...first.variableToCheck.subarray(e * q, e * q + q)]).toEqual([
        ...llr.subarray(edgeVariable[e] * q, edgeVariable[e] * q + q),
      ]);
    // By definition, over all words of the other symbols of check 0.
    const others = Array.from({ length: checkStart[1] - 1 }, (_, i) => i + 1);
    const costs = new Float32Array(q).fill(Number.POSITIVE_INFINITY);
    for (let word = 0; word < q ** others.length; word++) {
      const symbols = others.map((_, i) => Math.floor(word / q ** i) % q);
      const sum = symbols.reduce((s, a, i) => s ^ multiply(tiny.matrix.field, edgeValue[others[i]], a), 0);
      const own = Array.from({ length: q }, (_, a) => a).find(
        (a) => multiply(tiny.matrix.field, edgeValue[0], a) === sum,
      )!;
      const cost = Math.max(...symbols.map((a, i) => first.variableToCheck[others[i] * q + a]));
      costs[own] = Math.min(costs[own], cost);
    }
    const least = Math.min(...costs);
    expect([...first.checkToVariable.subarray(0, q)]).toEqual([...costs].map((cost) => cost - least));
  });

  it("refuses decoders without such messages", async () => {
    await expect(traceMessages(cpuEngine(), tiny, readDecoder("qspa"), llr)).rejects.toThrow(InputError);
    await expect(traceMessages(cpuEngine(), tiny, spec, llr.slice(1))).rejects.toThrow(/are not one frame of/);
    const wrong = llr.map((value, i) => (i === 3 ? Number.NaN : value));
    await expect(traceMessages(cpuEngine(), tiny, spec, wrong)).rejects.toThrow("frame 0: channel LLR 3 is NaN");
  });
});
