import { describe, expect, it } from "vitest";
import { type ParityCheckMatrix, rowEntries } from "../../../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../../../src/decoder/decoder.ts";
import type { MessageLayout } from "../../../../src/decoder/reproductions/min-max-symbols/options.ts";
import type { DecoderSpec } from "../../../../src/decoder/spec.ts";
import type { Engine } from "../../../../src/engine/engine.ts";
import { InputError } from "../../../../src/errors.ts";
import { galoisField } from "../../../../src/galois/field.ts";
import { bothEngines } from "../../../engines.ts";
import { oracleFor } from "../../../oracle/rules.ts";
import { runParameters } from "../../../run-parameters.ts";
import { expectSameElements } from "../../../same-elements.ts";
import { randomNumbers } from "../../../simulation/random.ts";
import { nested, sweep } from "../../../sweep.ts";
import { randomMatrix } from "../../random-matrix.ts";
import { RULES, spec } from "../../specs.ts";
import { messageElements, messagePlace, randomMessage } from "./messages.ts";

// GPU, CPU and float64 oracle agree bit for bit on the messages from checks to variables for every rule and field.
const engines = bothEngines();
const FRAMES = 2;
const FIELDS = [2, 4, 8, 16, 32, 64, 128, 256];
/** Initial value of buffer elements that the dispatch must write. */
const UNTOUCHED = -7;

/** Graphs by row weights. Fields with fast kernels have all weights 1 … 30. */
function graphs(q: number): Record<string, ParityCheckMatrix> {
  const field = galoisField(q);
  const weights = q <= 16 ? Array.from({ length: 30 }, (_, i) => i + 1) : q <= 64 ? [4, 1, 9, 2, 30, 3] : [2, 1, 3, 8];
  return {
    "regular graph": randomMatrix(field, [4, 4, 4, 4, 4], 10, q + 1),
    "irregular graph": randomMatrix(field, weights, q <= 64 ? 33 : 9, q),
  };
}

interface Case {
  readonly matrix: ParityCheckMatrix;
  /** Messages to the checks, [frame][check][entry][symbol]. */
  readonly inputs: number[][][][];
  readonly expected: number[][][][];
}

function makeCase(rule: string, matrix: ParityCheckMatrix): Case {
  const random = randomNumbers(matrix.field.q);
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m).map(([, h]) => h));
  const inputs = Array.from({ length: FRAMES }, () =>
    rows.map((values) => values.map(() => randomMessage(random, matrix.field.q, 64))),
  );
  const oracle = oracleFor(rule, "symbols").checkNode(spec(rule).options, 3);
  const expected = inputs.map((frame) => frame.map((input, m) => oracle(matrix.field, rows[m], input)));
  return { matrix, inputs, expected };
}

/** Message arrays of all frames in a layout. */
function laidOut({ matrix }: Case, messages: number[][][][], layout: MessageLayout): Float32Array {
  const size = messageElements(matrix, layout);
  const array = new Float32Array(FRAMES * size).fill(UNTOUCHED);
  messages.forEach((frame, slot) => {
    frame.forEach((check, m) => {
      check.forEach((message, i) => {
        message.forEach((value, a) => {
          array[slot * size + messagePlace(matrix, layout, m, i, a)] = value;
        });
      });
    });
  });
  return array;
}

/** Runs only the dispatches of the rule. */
async function checkNodes(engine: Engine, spec: DecoderSpec, { matrix }: Case, messages: Float32Array) {
  const program = decoderProgram({ matrix }, spec, engine.limits);
  const prepared = await engine.prepare(program, FRAMES);
  prepared.write("variable_to_check", messages);
  prepared.write("check_to_variable", new Float32Array(messages.length).fill(UNTOUCHED));
  const parameters = runParameters({ frames: FRAMES });
  const others = new Set(["init", "decide", "syndrome"].map((name) => `reproductions/min-max-symbols/${name}`));
  for (const dispatch of program.start) {
    if (!others.has(dispatch.kernel)) await prepared.runDispatch(dispatch, parameters, 0);
  }
  const result = (await prepared.read("check_to_variable")) as Float32Array;
  prepared.release();
  return result;
}

/** Options for each graph. Each line compiles a shader for each engine, so not all combinations are tested. */
function options(graph: string, q: number): string[] {
  const some = Math.min(3, Math.floor(256 / q));
  return graph === "regular graph"
    ? ["layout=NqM symbolsPerItem=1", `layout=MNq metrics=storage checksPerGroup=${some} symbolsPerItem=2`]
    : [
        "layout=NqM metrics=workgroup symbolsPerItem=1",
        "layout=MNq metrics=storage symbolsPerItem=1",
        "layout=MNq checksPerGroup=1 symbolsPerItem=2",
        `layout=NqM metrics=storage checksPerGroup=${some}`,
        `layout=MNq symbolsPerItem=${Math.min(q, 8)}`,
      ];
}

/** Options that a device compiles, for a second each. Irregular graphs of fields have some in turn, which are of both layouts. */
function onDevice(graph: string, q: number): string[] {
  const every = options(graph, q);
  return graph === "regular graph" ? every : every.filter((_, i) => i % 4 >= 2 === Math.log2(q) % 4 >= 2);
}

describe.each(RULES)("%s check nodes", (rule) => {
  // A graph compiles up to five shaders for each engine, so the graphs of fields alternate.
  const graphsOf = (q: number) => {
    const every = Object.entries(graphs(q));
    return { few: [every[FIELDS.indexOf(q) % 2 === 0 ? 1 : 0]], every };
  };
  for (const [q, own] of nested(FIELDS, graphsOf, 6)) {
    for (const [name, matrix] of own) {
      it(`over GF(${q}), ${name}`, async () => {
        const made = makeCase(rule, matrix);
        const agreed = new Set<string>();
        for (const words of options(name, q)) {
          const how = spec(`${rule} ${words}`);
          const messages = laidOut(made, made.inputs, how.options.layout as MessageLayout);
          const expected = laidOut(made, made.expected, how.options.layout as MessageLayout);
          for (const engine of onDevice(name, q).includes(words) ? [engines.cpu, engines.gpu] : [engines.cpu]) {
            const result = await checkNodes(engine, how, made, messages).catch((error: unknown) => error);
            if (result instanceof Float32Array) {
              expectSameElements(result, expected, `${engine.info.engine} ${words}`);
              agreed.add(`${engine.info.engine} ${how.options.layout}`);
              // A plan is refused if and only if it does not fit the device (plan.test.ts).
            } else if (!(result instanceof InputError)) throw result;
          }
        }
        expect([...agreed].sort()).toEqual(["cpu MNq", "cpu NqM", "gpu MNq", "gpu NqM"]);
      });
    }
  }

  // Over these fields, the graphs above have few degrees.
  it.each(sweep({ few: [32], every: [32, 64, 128, 256] }, 4))(
    "over GF(%i), checks of degrees 2 … 30",
    (q) => everyDegree(rule, q),
    120_000,
  );
});

async function everyDegree(rule: string, q: number): Promise<void> {
  const weights = Array.from({ length: 29 }, (_, i) => i + 2);
  const made = makeCase(rule, randomMatrix(galoisField(q), weights, 33, q + 2));
  const messages = laidOut(made, made.inputs, "NqM");
  const expected = laidOut(made, made.expected, "NqM");
  for (const engine of [engines.cpu, engines.gpu]) {
    expectSameElements(await checkNodes(engine, spec(rule), made, messages), expected, engine.info.engine);
  }
}
