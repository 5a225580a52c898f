import { expect } from "vitest";
import type { Code } from "../../../src/code/code.ts";
import { codeEncoder, syndrome } from "../../../src/code/encoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runEncoding } from "./run-encoding.ts";

/** Expects both engines to make the words of the code's host encoder for any initial values at the parity positions. */
export async function expectEncoding(
  engines: { readonly gpu: Engine; readonly cpu: Engine },
  code: Code,
  frames: number,
): Promise<void> {
  const { matrix } = code;
  const encoder = codeEncoder(code);
  const n = matrix.columns;
  const random = randomNumbers(n);
  const given = new Uint32Array(frames * n);
  const expected = new Uint32Array(frames * n);
  for (let frame = 0; frame < frames; frame++) {
    const information = Uint32Array.from({ length: encoder.k }, () => Math.floor(random() * matrix.field.q));
    const word = encoder.encode(information);
    expect(syndrome(matrix, word).every((symbol) => symbol === 0)).toBe(true);
    expected.set(word, frame * n);
    given.set(word, frame * n);
    for (const position of encoder.parityPositions) given[frame * n + position] = Math.floor(random() * 2);
  }
  expectSameElements(await runEncoding(engines.cpu, code, given), expected, `${code.name}: CPU`);
  expectSameElements(await runEncoding(engines.gpu, code, given), expected, `${code.name}: device`);
}
