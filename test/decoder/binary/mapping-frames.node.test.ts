import { describe, expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { smallCodes } from "./codes.ts";
import { decodeOn } from "./decode.ts";
import { randomFrames } from "./frames.ts";

// Frame interleaving gives the bits of decoding frame by frame. There are more words than a workgroup has invocations, and the last words
// are alone in their workgroup and not full.
const engines = bothEngines();
const codes = smallCodes();
const WORDS = 70;

describe.each(sweep(["int8", "int12", "f32"], 2))("messages=%s", (messages) => {
  const frames = WORDS * { f32: 1, int12: 2, int8: 4 }[messages]! - (messages === "f32" ? 0 : 1);

  it.each(["flooding", "layered"])("schedule=%s", async (schedule) => {
    for (const code of [codes["Z = 3, two of degree 1 in a check"], codes.unstructured]) {
      const all = randomFrames(code.matrix, frames, 3, true, 1);
      const words = `min-sum messages=${messages} schedule=${schedule} iterations=4`;
      // A software device takes seconds to compile the kernels of a format and code, so f32 has one code and the other formats another.
      const compiled = (code === codes.unstructured) === (messages === "f32");
      for (const engine of compiled ? [engines.cpu, engines.gpu] : [engines.cpu]) {
        const expected = await decodeOn(engine, code, readDecoder(`${words} mapping=streaming`), all, true);
        const actual = await decodeOn(engine, code, readDecoder(`${words} mapping=frames`), all, true);
        expect(actual, engine.info.engine).toEqual(expected);
        const iterations = expected.map(({ unsatisfied }) => unsatisfied.filter(Boolean).length);
        expect(new Set(iterations).size, "frames end after different iterations").toBeGreaterThan(1);
      }
    }
  });
});
