import { expect, it } from "vitest";
import { codeEncoder } from "../../../src/code/encoder.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runEncoding } from "./run-encoding.ts";

const engines = bothEngines();
const FRAMES = 171;
const WORDS = Math.ceil(FRAMES / 32);

const general = {
  name: "random",
  description: "",
  source: "",
  matrix: randomMatrix(galoisField(2), new Array(40).fill(8), 70, 1),
};

it.each([
  ["a generator", general],
  ["a dual diagonal", loadCode("wimax-576-288")],
  ["a dual diagonal with extension rows", loadCode("nr-bg2-z9", { rows: 14 })],
  ["an accumulator", loadCode("dvbs2-16200-14400")],
])("encodes 32 frames at once by %s: the words of the encoder", async (_, code) => {
  const { columns: n } = code.matrix;
  const { encode, informationPositions, k } = codeEncoder(code);
  const random = randomNumbers(7);
  const sent = Array.from({ length: FRAMES }, () =>
    encode(Uint8Array.from({ length: k }, () => Number(random() < 0.5))),
  );
  const packed = (symbols: Iterable<number>) => {
    const words = new Uint32Array(WORDS * n);
    for (const x of symbols) {
      sent.forEach((word, frame) => {
        words[Math.floor(frame / 32) * n + x] |= word[x] << (frame % 32);
      });
    }
    return words;
  };
  const expected = packed(Array.from({ length: n }, (_, x) => x));
  for (const engine of [engines.gpu, engines.cpu]) {
    const words = await runEncoding(engine, code, packed(informationPositions), FRAMES);
    expect([...words]).toEqual([...expected]);
  }
});
