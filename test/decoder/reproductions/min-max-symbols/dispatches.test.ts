import { describe, expect, it } from "vitest";
import { type ParityCheckMatrix, rowEntries } from "../../../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../../../src/decoder/decoder.ts";
import type { MessageLayout } from "../../../../src/decoder/reproductions/min-max-symbols/options.ts";
import type { DecoderSpec } from "../../../../src/decoder/spec.ts";
import type { Engine } from "../../../../src/engine/engine.ts";
import { galoisField, multiply } from "../../../../src/galois/field.ts";
import type { BufferData } from "../../../../src/gpu/kernel.ts";
import { bothEngines } from "../../../engines.ts";
import { runParameters } from "../../../run-parameters.ts";
import { expectSameElements } from "../../../same-elements.ts";
import { randomNumbers } from "../../../simulation/random.ts";
import { randomMatrix } from "../../random-matrix.ts";
import { RULES, spec } from "../../specs.ts";
import { GRID, messageElements, messagePlace, randomMessage } from "./messages.ts";

// The dispatches that all rules share, each against the formulas of Algorithm 1 of Wang et al. 2012.
const engines = bothEngines();
const FRAMES = 3;
/** Value of elements that belong to no edge. */
const UNUSED = -7;

/** One message of each edge, [frame][check][entry][symbol]. */
type EdgeMessages = number[][][][];

class Setting {
  readonly matrix: ParityCheckMatrix;
  readonly how: DecoderSpec;
  readonly rows: (readonly [column: number, value: number])[][];
  readonly channel: number[][][];
  readonly fromChecks: EdgeMessages;

  constructor(q: number, words: string) {
    this.matrix = randomMatrix(galoisField(q), [4, 1, 7, 3, 5, 2], 9, q);
    this.how = spec(`${RULES[0]} ${words}`);
    this.rows = Array.from({ length: this.matrix.rows }, (_, m) => rowEntries(this.matrix, m));
    const random = randomNumbers(q);
    const frames = Array.from({ length: FRAMES });
    this.channel = frames.map(() => Array.from({ length: this.matrix.columns }, () => randomMessage(random, q, 16)));
    this.fromChecks = frames.map(() => this.rows.map((row) => row.map(() => randomMessage(random, q, 16))));
  }

  /** Edges of a variable: each check and the variable's position in its row. */
  edges(n: number): { m: number; i: number }[] {
    return this.rows.flatMap((row, m) => row.flatMap(([column], i) => (column === n ? [{ m, i }] : [])));
  }

  /** Channel LLR of a symbol plus the messages of all checks but one. */
  heard(frame: number, n: number, a: number, except?: number): number {
    return this.edges(n)
      .filter(({ m }) => m !== except)
      .reduce((sum, { m, i }) => sum + this.fromChecks[frame][m][i][a], this.channel[frame][n][a]);
  }

  /** Messages of all edges from a function of the edge and symbol. */
  messages(value: (frame: number, m: number, i: number, n: number, a: number) => number): EdgeMessages {
    const { q } = this.matrix.field;
    return Array.from({ length: FRAMES }, (_, frame) =>
      this.rows.map((row, m) => row.map(([n], i) => Array.from({ length: q }, (_, a) => value(frame, m, i, n, a)))),
    );
  }

  laidOut(messages: EdgeMessages): Float32Array {
    const size = messageElements(this.matrix, this.how.options.layout as MessageLayout);
    const array = new Float32Array(FRAMES * size).fill(UNUSED);
    messages.forEach((frame, slot) => {
      frame.forEach((check, m) => {
        check.forEach((message, i) => {
          message.forEach((value, a) => {
            array[slot * size + messagePlace(this.matrix, this.how.options.layout as MessageLayout, m, i, a)] = value;
          });
        });
      });
    });
    return array;
  }

  /** Runs one dispatch on both engines and expects this content of a buffer. */
  async expectAfter(kernel: string, output: string, expected: ArrayLike<number>, inputs: Record<string, BufferData>) {
    for (const engine of [engines.cpu, engines.gpu]) {
      const result = await this.#run(engine, kernel, output, inputs);
      expectSameElements(result, expected, `${engine.info.engine} ${kernel} ${this.how.options.layout}`);
    }
  }

  async #run(engine: Engine, kernel: string, output: string, inputs: Record<string, BufferData>): Promise<BufferData> {
    const program = decoderProgram({ matrix: this.matrix }, this.how, engine.limits);
    const dispatch = [...program.start, ...program.iterate].find((each) => each.kernel === kernel);
    if (dispatch === undefined) throw new Error(`no dispatch ${kernel}`);
    // Only the dispatch's own pipeline is compiled.
    const prepared = await engine.prepare({ ...program, start: [dispatch], iterate: [], afterIterations: [] }, FRAMES);
    prepared.write("channel_llr", Float32Array.from(this.channel.flat(2)));
    prepared.write("check_to_variable", this.laidOut(this.fromChecks));
    for (const [name, data] of Object.entries(inputs)) prepared.write(name, data);
    await prepared.runDispatch(dispatch, runParameters({ frames: FRAMES }), 0);
    const result = await prepared.read(output);
    prepared.release();
    return result;
  }
}

describe.each(["NqM", "MNq"])("layout %s", (layout) => {
  describe.each([2, 8, 64, 256])("over GF(%i)", (q) => {
    const setting = new Setting(q, `layout=${layout} iterations=2`);
    const blank = () => setting.laidOut(setting.messages(() => 5));

    it("init: the channel's message to every check", async () => {
      const expected = setting.laidOut(setting.messages((frame, _m, _i, n, a) => setting.channel[frame][n][a]));
      await setting.expectAfter("reproductions/min-max-symbols/init", "variable_to_check", expected, {
        variable_to_check: blank(),
      });
    });

    it("variable: channel plus the other checks", async () => {
      const expected = setting.laidOut(setting.messages((frame, m, _i, n, a) => setting.heard(frame, n, a, m)));
      await setting.expectAfter("reproductions/min-max-symbols/variable", "variable_to_check", expected, {
        variable_to_check: blank(),
      });
    });

    it("normalise: minus the least", async () => {
      const messages = setting.fromChecks;
      const expected = setting.messages((f, m, i, _n, a) => messages[f][m][i][a] - Math.min(...messages[f][m][i]));
      const inputs = { variable_to_check: setting.laidOut(messages) };
      await setting.expectAfter(
        "reproductions/min-max-symbols/normalise",
        "variable_to_check",
        setting.laidOut(expected),
        inputs,
      );
    });

    it("decide: the least of the a posteriori LLRs", async () => {
      const expected = setting.channel.flatMap((frame, f) =>
        frame.map((message, n) => {
          const posterior = message.map((_, a) => setting.heard(f, n, a));
          return posterior.indexOf(Math.min(...posterior));
        }),
      );
      await setting.expectAfter("reproductions/min-max-symbols/decide", "decision", expected, {});
    });
  });
});

it("decide: the lowest of equals", async () => {
  const setting = new Setting(8, "iterations=2");
  // Symbols 3 and 6 are equally likely everywhere, and symbol 0 nearly so.
  const level = [2 * GRID + 1, 4, 4, 1, 4, 4, 1, 4];
  for (const frame of setting.channel) for (const message of frame) message.splice(0, 8, ...level);
  for (const check of setting.fromChecks.flat()) for (const message of check) message.fill(1);
  await setting.expectAfter(
    "reproductions/min-max-symbols/decide",
    "decision",
    new Array(FRAMES * setting.matrix.columns).fill(3),
    {},
  );
});

describe.each([2, 8, 64, 256])("syndrome over GF(%i)", (q) => {
  it("marks exactly the frames with a failed check", async () => {
    const setting = new Setting(q, "iterations=2");
    const { columns, field } = setting.matrix;
    const words = Array.from({ length: FRAMES }, () => new Array<number>(columns).fill(0));
    words[1] = words[1].map((_, n) => (n * 5 + 1) % q);
    words[2][columns - 1] = q - 1;
    const fails = words.map((word) =>
      Number(setting.rows.some((row) => row.reduce((sum, [n, h]) => sum ^ multiply(field, h, word[n]), 0) !== 0)),
    );
    expect(fails.slice(0, 3)).toEqual([0, 1, 1]);
    const inputs = { decision: Uint32Array.from(words.flat()), unsatisfied: new Uint32Array(2 * FRAMES) };
    await setting.expectAfter("reproductions/min-max-symbols/syndrome", "unsatisfied", [...fails, 0, 0, 0], inputs);
  });
});
