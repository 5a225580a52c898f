import { it } from "vitest";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { expectDecodings } from "../decoder/nonbinary/expect-decodings.ts";
import { regular } from "../decoder/nonbinary/graphs.ts";

// Kernels with a form of their own in WebAssembly and compiled kernels use each other's buffers. Lanes without a frame contain numbers that
// both compute with. Seven frames leave such lanes. Check nodes with syndromes are compiled, variable nodes are not.
it.each(["levels8", "levels16", "levels32"])("messages=%s: kernels of both forms in one decoder", async (messages) => {
  const given = { seed: 5, frames: 7, withSyndrome: true, matrix: regular(4) };
  for (const schedule of ["flooding", "layered"]) {
    const words = `min-max mapping=frames messages=${messages} schedule=${schedule} stop=none`;
    await expectDecodings([cpuEngine()], { ...given, words });
  }
});
