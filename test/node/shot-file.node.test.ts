import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCode } from "../../src/code/formats/read-code.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { isModelCode } from "../../src/decoder/shots/model.ts";
import { pointTables, shotProgram } from "../../src/decoder/shots/program.ts";
import { shotDecoder } from "../../src/decoder/shots/rules.ts";
import { decodeFrames } from "../../src/engine/decode.ts";
import { shotFrameDecoder } from "../../src/engine/decode-shots.ts";
import { readShots, writeShots } from "../../src/node/files/shot-file.ts";
import { bothEngines } from "../engines.ts";
import { newFolder } from "../new-folder.ts";
import { decodeShot } from "../oracle/shots.ts";

const folder = newFolder();
const engines = bothEngines();

describe("files of shots", () => {
  it("hold the same shots in both formats", () => {
    const shots = Uint8Array.from([0b10110101, 0b101, 0b00000000, 0b000, 0b11111111, 0b111]);
    for (const name of ["s.b8", "s.01"]) {
      const file = join(folder, name);
      writeShots(file, shots, 11, false);
      expect([...readShots(file, 11, "detectors")]).toEqual([...shots]);
      expect(() => writeShots(file, shots, 11, false)).toThrow("exists already");
    }
    expect(readFileSync(join(folder, "s.01"), "latin1")).toBe("10101101101\n00000000000\n11111111111\n");
  });

  it.each([
    ["a.b8", Uint8Array.from([1, 2, 3]), "has 3 bytes, and shots of 11 detectors have 2 bytes each"],
    ["b.b8", Uint8Array.from([1, 2, 3, 8]), "shot 1 has bits behind its 11 detectors"],
    [
      "c.01",
      new TextEncoder().encode("10101101101\n101\n"),
      "c.01:2: has 3 characters, and a shot is a line of 11 detectors",
    ],
    ["d.01", new TextEncoder().encode("1010110x101\n"), "d.01:1: has other characters than 0 and 1"],
    ["e.csv", new Uint8Array(2), "its name ends in .b8 or .01"],
  ])("%s is refused", (name, bytes, message) => {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    expect(() => readShots(file, 11, "detectors")).toThrow(message);
  });
});

describe("shots that were measured elsewhere", () => {
  const text = `error(0.05) D0 D2 L0
    error(0.9) D2 D3 L2
    error(0.08) D3 D4 L1
    ${[0, 2, 3, 4, 6].map((d) => `error(0.04) D${d}`).join("\n")}
    error(0.02) D4 D6
    detector D7`;
  const code = readCode(text, "m.dem");
  if (!isModelCode(code)) throw new Error("no model");

  it.each(["relay iterations=9 legs=3 leg-iterations=5", "normalised-min-sum messages=int10"])(
    "have the oracle's corrections: %s",
    async (decoder) => {
      const spec = readDecoder(decoder);
      const shots = Uint8Array.from({ length: 256 }, (_, shot) => shot);
      // Detectors 1, 5 and 7 are in no mechanism. The second mechanism nearly always occurs: it flips D2, D3 and L2.
      const used = [0, 2, 3, 4, 6];
      const wanted = [...shots].map((shot) => {
        const syndrome = Uint8Array.from(used, (d) => ((shot >> d) & 1) ^ Number(d === 2 || d === 3));
        const { wrong, found, iterations } = decodeShot(
          code,
          shotDecoder(spec, code),
          { syndrome, observables: 0 },
          undefined,
        );
        return [wrong ^ 4, found, iterations];
      });
      const hardware = { ...engines.gpu, limits: { ...engines.gpu.limits, software: false } };
      expect(shotProgram(code, spec, hardware.limits, "given").plan[0]).toContain("two shots a workgroup");
      for (const engine of [engines.cpu, hardware]) {
        const own = await shotFrameDecoder(engine, code, spec);
        const { observables, found, iterations } = await own.decode(shots);
        own.release();
        expect([...shots].map((shot) => [observables[shot], found[shot], iterations[shot]])).toEqual(wanted);
      }
    },
  );

  it("are decoded by decoders of codes too, with OSD of what is left, and observables beyond 32", async () => {
    const many = readCode(text.replaceAll("L2", "L40"), "m.dem");
    if (!isModelCode(many)) throw new Error("no model");
    const spec = readDecoder("min-sum iterations=3 reprocess=osd osd-order=0");
    const shots = Uint8Array.from({ length: 256 }, (_, shot) => shot);
    const { model_priors: priors } = pointTables(many, shotProgram(many, spec, engines.cpu.limits, "given"));
    const n = many.matrix.columns;
    const llr = Float32Array.from({ length: 256 * n }, (_, i) => priors[i % n]);
    const syndromes = Uint32Array.from(
      [...shots].flatMap((shot) => [0, 2, 3, 4, 6].map((d) => ((shot >> d) & 1) ^ Number(d === 2 || d === 3))),
    );
    const { symbols, converged } = await decodeFrames(engines.cpu, many, spec, llr, { syndromes });
    const { observableStart, observable } = many.model;
    const wanted = [...shots].map((shot) => {
      // The mechanism of probability 0.9 flips L40.
      const flips = new Uint8Array(6);
      flips[5] = 1;
      for (let v = 0; v < n; v++) {
        if (symbols[shot * n + v] === 0) continue;
        for (const k of observable.subarray(observableStart[v], observableStart[v + 1])) flips[k >> 3] ^= 1 << (k & 7);
      }
      return [...flips, converged[shot]];
    });
    expect(new Set(wanted.map((each) => each.join())).size).toBeGreaterThan(2);
    for (const engine of [engines.cpu, engines.gpu]) {
      const own = await shotFrameDecoder(engine, many, spec);
      const { observables, found } = await own.decode(shots);
      own.release();
      expect([...shots].map((shot) => [...observables.subarray(6 * shot, 6 * shot + 6), found[shot]])).toEqual(wanted);
    }
  });
});
