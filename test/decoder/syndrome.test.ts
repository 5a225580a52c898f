import { describe, expect, it } from "vitest";
import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../src/decoder/decoder.ts";
import type { MessageLayout } from "../../src/decoder/reproductions/min-max-symbols/options.ts";
import { divide, galoisField, multiply } from "../../src/galois/field.ts";
import { bothEngines } from "../engines.ts";
import { minMax } from "../oracle/check-node/min-max.ts";
import { decodeTextbook } from "../oracle/textbook-decoder.ts";
import { runParameters } from "../run-parameters.ts";
import { expectSameElements } from "../same-elements.ts";
import { randomNumbers } from "../simulation/random.ts";
import { inNode, sweep } from "../sweep.ts";
import { randomMatrix } from "./random-matrix.ts";
import { messageElements, messagePlace, randomLlr, randomMessage } from "./reproductions/min-max-symbols/messages.ts";
import { spec } from "./specs.ts";

// Min-Max with given syndromes, against oracles without syndromes: with Σ h·w = s, the words a of syndrome s are the words a ⊕ w of
// syndrome 0.
const engines = bothEngines();
const FRAMES = 3;
const ITERATIONS = 5;

/** Random words [frame][variable] and their syndromes [frame][check]. */
function words(matrix: ParityCheckMatrix, random: () => number) {
  const { field, rows, columns } = matrix;
  const word = Array.from({ length: FRAMES }, () =>
    Array.from({ length: columns }, () => Math.floor(random() * field.q)),
  );
  const syndrome = word.map((symbols) =>
    Array.from({ length: rows }, (_, m) =>
      rowEntries(matrix, m).reduce((sum, [n, h]) => sum ^ multiply(field, h, symbols[n]), 0),
    ),
  );
  return { word, syndrome: Uint32Array.from(syndrome.flat()) };
}

describe.each(sweep([2, 4, 8, 32, 256], 2, 5))("check nodes over GF(%i)", (q) => {
  const field = galoisField(q);
  const matrix = randomMatrix(field, [4, 1, 2, 7, 3], 9, q);
  const random = randomNumbers(q);
  const { syndrome } = words(matrix, random);
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m).map(([, h]) => h));
  const inputs = Array.from({ length: FRAMES }, () =>
    rows.map((values) => values.map(() => randomMessage(random, q, 64))),
  );
  // out(a) = C(h·a ⊕ s), where C(h·a) is the oracle's message.
  const expected = inputs.map((frame, slot) =>
    frame.map((input, m) =>
      minMax()(field, rows[m], input).map((output, i) =>
        output.map((_, a) => {
          const s = syndrome[slot * matrix.rows + m];
          return output[divide(field, multiply(field, rows[m][i], a) ^ s, rows[m][i])];
        }),
      ),
    ),
  );

  it.each(["layout=NqM symbolsPerItem=1", "layout=MNq symbolsPerItem=2 metrics=storage checksPerGroup=1"])(
    "%s",
    async (options) => {
      const how = spec(`min-max ${options}`);
      const layout = how.options.layout as MessageLayout;
      const size = messageElements(matrix, layout);
      const laidOut = (messages: number[][][][]) => {
        const array = new Float32Array(FRAMES * size);
        messages.forEach((frame, slot) => {
          frame.forEach((check, m) => {
            check.forEach((message, i) => {
              for (const [a, value] of message.entries())
                array[slot * size + messagePlace(matrix, layout, m, i, a)] = value;
            });
          });
        });
        return array;
      };
      // A device compiles each kernel for a second, so the fields have the layouts in turn.
      const isOnDevice = (layout === "NqM") === (Math.log2(q) % 2 === 1);
      for (const engine of isOnDevice ? [engines.cpu, engines.gpu] : [engines.cpu]) {
        const program = decoderProgram({ matrix }, how, engine.limits, { syndrome: true });
        const dispatch = program.start.find(({ kernel }) => kernel === "reproductions/min-max-symbols/check")!;
        const prepared = await engine.prepare(
          { ...program, start: [dispatch], iterate: [], afterIterations: [] },
          FRAMES,
        );
        prepared.write("variable_to_check", laidOut(inputs));
        prepared.write("syndrome", syndrome);
        await prepared.runDispatch(dispatch, runParameters({ frames: FRAMES }), 0);
        expectSameElements(await prepared.read("check_to_variable"), laidOut(expected), engine.info.engine);
        prepared.release();
      }
    },
  );
});

describe.each(sweep([2, 4, 8, 32, 256], 2, 5))("decoder over GF(%i)", (q) => {
  // Frame-interleaved kernels are unrolled and take long to compile over larger fields.
  it.each(q <= 8 ? ["symbols", ...inNode(["frames"])] : ["symbols"])(
    "mapping=%s finds the words of the given syndromes as the textbook those of syndrome 0",
    async (mapping) => {
      const matrix = randomMatrix(galoisField(q), [4, 4, 4, 1, 4, 4], 12, q);
      const random = randomNumbers(q + 1);
      const { word, syndrome } = words(matrix, random);
      // LLRs are integers, because sums with the bound of a degree-1 check have few fractional bits in f32. Later frames have more wrong
      // symbols.
      const frames = word.map((symbols, frame) =>
        symbols.map((symbol) => {
          const wrong = random() < frame / 8;
          return randomLlr(random, q, 2 ** 12, wrong ? Math.floor(random() * q) : symbol, 1);
        }),
      );
      const results = frames.map((llr, frame) => {
        const shifted = llr.map((message, n) => message.map((_, a) => message[a ^ word[frame][n]]));
        return decodeTextbook(matrix, shifted, { rule: minMax(), iterations: ITERATIONS, stop: true });
      });
      const decision = results.flatMap((result, frame) => result.decision.map((symbol, n) => symbol ^ word[frame][n]));
      const unsatisfied = Array.from({ length: ITERATIONS }, (_, i) =>
        results.map((result) => Number(result.unsatisfied[i])),
      );
      expect(unsatisfied[0], "not all frames are right as received").toContain(1);
      const how = spec(`min-max mapping=${mapping} iterations=${ITERATIONS}`);
      for (const engine of [engines.cpu, engines.gpu]) {
        const program = decoderProgram({ matrix }, how, engine.limits, { syndrome: true });
        const prepared = await engine.prepare(program, FRAMES);
        const outputs = [
          { buffer: "decision", elements: decision.length },
          { buffer: "unsatisfied", elements: FRAMES * ITERATIONS },
        ];
        const given = { channel_llr: Float32Array.from(frames.flat(2)), syndrome };
        const result = await prepared.run(runParameters({ frames: FRAMES }), outputs, given);
        expectSameElements(result.outputs[0], decision, `${engine.info.engine}: decision`);
        expectSameElements(result.outputs[1], unsatisfied.flat(), `${engine.info.engine}: unsatisfied`);
        prepared.release();
      }
    },
  );
});
