import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { syndrome } from "../../../src/code/encoder.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { convertLlr } from "../../../src/decoder/llr.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { type DecodedFrames, decodeFrames } from "../../../src/engine/decode.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { spec } from "../../decoder/specs.ts";
import { newFolder } from "../../new-folder.ts";
import { npy } from "../../node/files/npy-bytes.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { ldpc, refusal } from "../run-in-process.ts";

const folder = newFolder();
const at = (name: string) => join(folder, name);

const CODE = "tiny12-gf8";
const { matrix } = loadCode(CODE);
const { columns: N, field } = matrix;
const FRAMES = 41;
const BITS = N * field.p;
const values = noisy(1, FRAMES * BITS);
const DECODE = ["decode", "--code", CODE, "--engine", "cpu", "--quiet"];

/** Bit LLRs of the all-zero word with noise. Most frames converge. */
function noisy(seed: number, length: number): Float32Array {
  const random = randomNumbers(seed);
  return Float32Array.from({ length }, () => 2 + 8 * (random() + random() + random() - 1.5));
}

/** Costs of symbols that equal the bits' LLRs up to a constant for each symbol. */
function symbolCosts(): Float64Array {
  const { llr } = convertLlr("bit", values, field, N);
  return Float64Array.from(llr, (value, i) => value + 7 * Math.floor(i / field.q) - 100);
}

async function expected(words = "min-max"): Promise<DecodedFrames> {
  return decodeFrames(cpuEngine(), { matrix }, spec(words), convertLlr("bit", values, field, N).llr);
}

/** Runs a command line that must fail with one line on stderr and without a new file. @returns that line. */
async function refused(...args: string[]): Promise<string> {
  const before = readdirSync(folder).sort();
  const message = refusal(await ldpc(...DECODE, ...args));
  expect(readdirSync(folder).sort()).toEqual(before);
  return message.replaceAll(`${folder}/`, "");
}

writeFileSync(at("bit.npy"), npy("<f4", [FRAMES, BITS], values));
writeFileSync(at("bit64.npy"), npy("<f8", [FRAMES, BITS], Float64Array.from(values)));
writeFileSync(at("symbol.npy"), npy("<f8", [FRAMES, N, field.q], symbolCosts()));
writeFileSync(at("bit.f32"), values);
writeFileSync(at("values.dat"), values);

describe("ldpc decode", () => {
  it("writes the symbols of bit LLRs as .npy and reports every frame", async () => {
    const args = ["--input", at("bit.npy"), "--out", at("symbols.npy"), "--report", at("report.csv"), "--json"];
    const { status, stdout, stderr } = await ldpc(...DECODE, ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { symbols, iterations, converged } = await expected();
    const file = readFileSync(at("symbols.npy"));
    expect(file.toString("latin1", 10, 128)).toContain(`'|u1', 'fortran_order': False, 'shape': (${FRAMES}, ${N})`);
    expect([...file.subarray(128)]).toEqual([...symbols]);
    const report = [...iterations].map((done, frame) => `${frame},${done},${converged[frame]}\n`);
    expect(readFileSync(at("report.csv"), "utf8")).toBe(`frame,iterations,converged\n${report.join("")}`);
    const notConverged = converged.filter((ok) => ok === 0).length;
    expect(notConverged).toBeGreaterThan(0);
    expect(notConverged).toBeLessThan(FRAMES);
    const averageIterations = iterations.reduce((sum, done) => sum + done, 0) / FRAMES;
    const counts = { frames: FRAMES, converged: FRAMES - notConverged, notConverged, averageIterations, clamped: 0 };
    expect(JSON.parse(stdout)).toMatchObject({ ...counts, input: { llr: "bit" }, device: { engine: "cpu" } });
  });

  it("writes soft output: costs of symbols, or LLRs of bits over GF(2)", async () => {
    const args = ["--input", at("bit.npy"), "--out", at("hard.bin"), "--soft", at("soft.npy")];
    expect(await ldpc(...DECODE, ...args)).toMatchObject({ status: 0, stderr: "" });
    const { llr } = convertLlr("bit", values, field, N);
    const { soft } = await decodeFrames(cpuEngine(), { matrix }, readDecoder("min-max"), llr, { soft: true });
    const file = readFileSync(at("soft.npy"));
    expect(file.toString("latin1", 10, 128)).toContain(`'<f4', 'fortran_order': False, 'shape': (${FRAMES}, ${N}, 8)`);
    expect(file.subarray(128).equals(Buffer.from(soft!.buffer))).toBe(true);
    const lines = [];
    writeFileSync(at("binary.f32"), values.subarray(0, 40));
    for (const decoder of ["min-max", "min-sum"]) {
      const out = at(`${decoder}.npy`);
      const binary = ["--code", "tiny20-gf2", "--decoder", decoder, "--input", at("binary.f32"), "--llr", "bit"];
      const given = ["decode", "--engine", "cpu", "--quiet", ...binary, "--out", at(`${decoder}.bin`), "--soft", out];
      expect(await ldpc(...given)).toMatchObject({ status: 0, stderr: "" });
      lines.push(readFileSync(out));
    }
    expect(lines[0].toString("latin1", 10, 128)).toContain("'shape': (2, 20)");
    const [symbols, bits] = lines.map((bytes) => new Float32Array(new Uint8Array(bytes.subarray(128)).buffer));
    // Over GF(2) min-max is min-sum.
    expect([...symbols]).toEqual([...bits].map((one) => expect.closeTo(one, 4)));
  });

  it("decodes received points of a modulation", async () => {
    const random = randomNumbers(8);
    // The first point of 8-PSK, label 0, with little noise, and a frame of the point with label 7 in half of its places.
    const points = Float32Array.from({ length: 2 * 2 * N }, (_, i) => (i % 2 === 0 ? 1 : 0) + 0.1 * (random() - 0.5));
    writeFileSync(at("points.npy"), npy("<c8", [2, N], points));
    const noise = ["--received", at("points.npy"), "--modulation", "8psk", "--esn0", "12"];
    for (const demapper of ["symbols", "log-map", "max-log"]) {
      const args = [...noise, "--demapper", demapper, "--out", at(`points-${demapper}.bin`)];
      expect(await ldpc(...DECODE, ...args)).toMatchObject({ status: 0, stderr: "" });
      expect([...readFileSync(at(`points-${demapper}.bin`))]).toEqual(Array(2 * N).fill(0));
    }
    writeFileSync(at("single.npy"), npy("<c16", [N], Float64Array.from(points.subarray(0, 2 * N))));
    const one = await ldpc(...DECODE, "--received", at("single.npy"), ...noise.slice(2), "--out", at("single.bin"));
    expect(one).toMatchObject({ status: 0 });
    expect([...readFileSync(at("single.bin"))]).toEqual(Array(N).fill(0));
  });

  it("decodes faded points whose complex gains are known, with the soft output of points turned back and scaled", async () => {
    const random = randomNumbers(9);
    const parts = (count: number, scale: number) =>
      Float64Array.from({ length: 2 * count }, () => scale * (random() - 0.5));
    const gains = parts(2 * N, 3);
    // The eleventh point is lost in a fade.
    gains.fill(0, 20, 22);
    const noise = parts(2 * N, 0.2);
    // Label 0 of 8-PSK is the point 1.
    writeFileSync(at("gains.npy"), npy("<c16", [2, N], gains));
    writeFileSync(
      at("faded.npy"),
      npy(
        "<c16",
        [2, N],
        gains.map((gain, i) => gain + noise[i]),
      ),
    );
    const shared = ["--modulation", "8psk", "--esn0", "14", "--gains", at("gains.npy")];
    const out = ["--out", at("faded.bin"), "--force"];
    const decoded = await ldpc(
      ...DECODE,
      "--received",
      at("faded.npy"),
      ...shared,
      ...out,
      "--soft",
      at("faded-soft.npy"),
    );
    expect(decoded).toMatchObject({ status: 0, stderr: "" });
    expect([...readFileSync(at("faded.bin"))]).toEqual(Array(2 * N).fill(0));
    // All phases turned by 90 degrees: the same posteriors.
    const turned = (values: Float64Array) => values.map((_, i) => (i % 2 === 0 ? -values[i + 1] : values[i - 1]));
    writeFileSync(at("gains2.npy"), npy("<c16", [2, N], turned(gains)));
    writeFileSync(at("faded2.npy"), npy("<c16", [2, N], turned(gains.map((gain, i) => gain + noise[i]))));
    const again = ["--modulation", "8psk", "--esn0", "14", "--gains", at("gains2.npy"), ...out];
    await ldpc(...DECODE, "--received", at("faded2.npy"), ...again, "--soft", at("faded2-soft.npy"));
    const soft = (name: string) => new Float32Array(Uint8Array.from(readFileSync(at(name)).subarray(128)).buffer);
    const [one, two] = ["faded-soft.npy", "faded2-soft.npy"].map(soft);
    one.forEach((value, i) => {
      expect(Math.abs(value - two[i])).toBeLessThan(1e-3 * (1 + Math.abs(value)));
    });
    writeFileSync(at("fewer.npy"), npy("<c16", [1, N], gains.subarray(0, 2 * N)));
    const fewer = ["--received", at("faded.npy"), ...shared.slice(0, 4), "--gains", at("fewer.npy"), ...out];
    expect(await refused(...fewer)).toContain("1 frames of gains");
    expect(await refused("--input", at("bit.npy"), "--gains", at("gains.npy"), ...out)).toContain(
      "--gains belongs to --received",
    );
  });

  it("refuses received points that do not fit, with the remedy", async () => {
    const points = Float32Array.from({ length: 2 * N }, (_, i) => (i === 5 ? Number.NaN : 1));
    writeFileSync(at("nan.npy"), npy("<c8", [1, N], points));
    const given = (...more: string[]) => refused("--received", at("nan.npy"), "--out", at("n.bin"), ...more);
    expect(await given("--esn0", "3", "--modulation", "8psk")).toBe(
      "ldpc: nan.npy: frame 0, point 2: NaN is no received value; give finite numbers up to 1e+38",
    );
    const large = Float64Array.from({ length: 2 * N }, (_, i) => (i === 7 ? -1e300 : 1));
    writeFileSync(at("large.npy"), npy("<c16", [1, N], large));
    expect(
      await refused("--received", at("large.npy"), "--out", at("n.bin"), "--esn0", "3", "--modulation", "8psk"),
    ).toContain("large.npy: frame 0, point 3: -1e+300 is no received value; give finite numbers up to 1e+38");
    expect(await given("--esn0", "3", "--modulation", "qpsk")).toBe(
      "ldpc: nan.npy: shape (1, 12) does not fit the code and the modulation: give (frames, 18), a point of qpsk each",
    );
    expect(await given()).toContain("--received needs the noise: give --esn0 in dB, for points of bpsk");
    expect(await given("--esn0", "3", "--llr", "bit")).toContain("--llr belongs to --input");
    expect(await given("--esn0", "3", "--input", at("bit.npy"))).toContain("leave one of them out");
    const llrs = ["--input", at("bit.npy"), "--out", at("n.bin")];
    expect(await refused(...llrs, "--modulation", "8psk")).toContain("--modulation belongs to --received");
    expect(await refused(...llrs, "--esn0", "3")).toContain("--esn0 belongs to --received");
    expect(await refused("--out", at("n.bin"))).toContain("no LLRs: give --input llr.npy");
    expect(await refused("--received", at("bit.npy"), "--out", at("n.bin"), "--esn0", "3")).toContain(
      'elements are "<f4": save them as complex64',
    );
  });

  it("refuses soft output of decoders without it, and in files of another form", async () => {
    const files = ["--input", at("bit.npy"), "--out", at("other.bin")];
    expect(await refused(...files, "--soft", at("s.npy"), "--decoder", "isrb-mlgd")).toContain("has no soft output");
    expect(await refused(...files, "--soft", at("s.bin"))).toContain("let the name end in .npy");
    expect(await refused(...files, "--soft", at("other.bin"))).toContain("is the file of --out too");
  });

  it("reads float64, symbol vectors and plain values alike, and writes bytes and text", async () => {
    const { symbols } = await expected();
    const inputs = [["bit64.npy"], ["symbol.npy"], ["bit.f32", "--llr=bit"], ["values.dat", "--raw", "--llr=bit"]];
    for (const [i, [input, ...options]] of inputs.entries()) {
      const out = at(`out${i}.bin`);
      expect(await ldpc(...DECODE, "--input", at(input), "--out", out, ...options)).toMatchObject({ status: 0 });
      expect([...readFileSync(out)]).toEqual([...symbols]);
    }
    const { stdout } = await ldpc(...DECODE, "--input", at("bit.npy"), "--out", at("out.txt"));
    const lines = Array.from({ length: FRAMES }, (_, frame) => symbols.subarray(frame * N, (frame + 1) * N).join(" "));
    expect(readFileSync(at("out.txt"), "utf8")).toBe(`${lines.join("\n")}\n`);
    expect(stdout).toMatch(
      /^frames +41, bit LLRs\ninput .*\nhint .*\nconverged +\d+; \d+ did not\niterations +[\d.]+ on average\ntime /,
    );
  });

  it("finds words by their syndromes", async () => {
    const random = randomNumbers(3);
    const words = Uint8Array.from({ length: FRAMES * N }, () => Math.floor(random() * field.q));
    // The noise of `values` with twice the signal.
    const llr = values.map(
      (value, i) => (value + 2) * ((words[Math.floor(i / field.p)] >> (i % field.p)) & 1 ? -1 : 1),
    );
    const wrong = llr.filter((value, i) => value < 0 !== ((words[Math.floor(i / field.p)] >> (i % field.p)) & 1) > 0);
    expect(wrong.length).toBeGreaterThan(20);
    const frames = Array.from({ length: FRAMES }, (_, frame) => words.subarray(frame * N, (frame + 1) * N));
    const syndromes = Uint8Array.from(frames.flatMap((word) => [...syndrome(matrix, word)]));
    writeFileSync(at("words.npy"), npy("<f4", [FRAMES, BITS], llr));
    writeFileSync(at("syndromes.npy"), npy("|u1", [FRAMES, matrix.rows], syndromes));
    const files = ["--input", at("words.npy"), "--syndrome", at("syndromes.npy"), "--out", at("words.bin")];
    const { status, stdout, stderr } = await ldpc(...DECODE, ...files, "--report", at("words.csv"), "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const found = readFileSync(at("words.bin"));
    const right = frames.map((word, frame) => found.subarray(frame * N, (frame + 1) * N).equals(word));
    const converged = readFileSync(at("words.csv"), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.endsWith(",1"));
    expect(JSON.parse(stdout)).toMatchObject({ converged: converged.filter(Boolean).length });
    expect(right.filter(Boolean).length).toBeGreaterThan(FRAMES / 2);
    right.forEach((is, frame) => {
      if (is) expect(converged[frame]).toBe(true);
    });
    // Words of another syndrome are not in the code.
    const without = await ldpc(...DECODE, "--input", at("words.npy"), "--out", at("without.bin"), "--json");
    expect(JSON.parse(without.stdout).converged).toBeLessThan(FRAMES / 4);
    // The byte 8 is no element of GF(8).
    syndromes[matrix.rows + 2] = 8;
    writeFileSync(at("wrong.bin"), syndromes);
    const wrongFiles = ["--input", at("words.npy"), "--syndrome", at("wrong.bin"), "--out", at("none.bin")];
    expect(await refused(...wrongFiles)).toBe(
      "ldpc: wrong.bin: frame 1: syndrome of check 2 is 8: it must be in 0 … 7",
    );
  });

  it("gives the same bytes on a WebGPU adapter, and says which on stderr", async () => {
    const cpu = await ldpc(...DECODE, "--input", at("bit.npy"), "--out", at("cpu.bin"), "--iterations", "3");
    const args = ["--code", CODE, "--engine=gpu", "--input", at("bit.npy"), "--out", at("gpu.bin"), "--iterations=3"];
    const gpu = await ldpc("decode", ...args);
    expect([cpu.status, gpu.status]).toEqual([0, 0]);
    expect(gpu.stderr).toMatch(/^runs on .+\n/);
    expect(readFileSync(at("gpu.bin"))).toEqual(readFileSync(at("cpu.bin")));
    expect([...readFileSync(at("gpu.bin"))]).toEqual([...(await expected("min-max iterations=3")).symbols]);
  });

  it("takes one frame without a dimension for it, and values with a scale", async () => {
    const wanted = [...(await expected()).symbols.subarray(0, N)];
    for (const scale of [1, 4]) {
      const given = values.subarray(0, BITS).map((value) => value / scale);
      writeFileSync(at("one.npy"), npy("<f4", [BITS], given));
      await ldpc(...DECODE, "--input", at("one.npy"), "--llr-scale", `${scale}`, "--out", at("one.bin"), "--force");
      expect([...readFileSync(at("one.bin"))]).toEqual(wanted);
    }
    expect(await refused("--input", at("one.npy"), "--llr-scale=0", "--out", at("no.bin"))).toMatch(/above 0/);
  });

  it("counts clipped LLRs", async () => {
    const huge = values.slice(0, 2 * BITS);
    huge.set([Number.POSITIVE_INFINITY, 1e30, 3e6], 5);
    writeFileSync(at("huge.npy"), npy("<f4", [2, BITS], huge));
    const { status, stdout } = await ldpc(...DECODE, "--input", at("huge.npy"), "--out", at("huge.bin"), "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout).clamped).toBe(3);
  });

  it("overwrites only if forced", async () => {
    writeFileSync(at("there.txt"), "precious");
    const args = ["--input", at("bit.npy"), "--out", at("there.txt")];
    expect(await refused(...args)).toBe("ldpc: there.txt: exists already: --force overwrites it");
    expect(readFileSync(at("there.txt"), "utf8")).toBe("precious");
    const report = ["--input", at("bit.npy"), "--out", at("new.txt"), "--report", at("there.txt")];
    expect(await refused(...report)).toBe("ldpc: there.txt: exists already: --force overwrites it");
    expect((await ldpc(...DECODE, ...args, "--force")).status).toBe(0);
    expect(readFileSync(at("there.txt"), "utf8")).toMatch(/^(\d( |\n)){492}$/);
  });

  it("leaves nothing behind, and the old file as it was, if a late frame is no number", async () => {
    const bad = values.slice();
    bad[31 * BITS + 7] = Number.NaN;
    writeFileSync(at("nan.npy"), npy("<f4", [FRAMES, BITS], bad));
    const args = ["--input", at("nan.npy"), "--out", at("nan-out.npy"), "--report", at("nan.csv")];
    expect(await refused(...args)).toBe("ldpc: nan.npy: frame 31: bit LLR 7 is NaN, not a number");
    writeFileSync(at("nan-out.npy"), "precious");
    await refused(...args, "--force");
    expect(readFileSync(at("nan-out.npy"), "utf8")).toBe("precious");
  });
});

describe("ldpc decode refuses", () => {
  const input = async (name: string, content: Uint8Array, ...options: string[]) => {
    writeFileSync(at(name), content);
    return refused("--input", at(name), "--out", at("never.npy"), ...options);
  };

  it("files that do not fit the code", async () => {
    const takes = `it takes (frames, ${BITS}) for bit LLRs, or (frames, ${N}, ${field.q})`;
    expect(await input("shape.npy", npy("<f4", [2, 7], new Float32Array(14)))).toContain(
      `ldpc: shape.npy: shape (2, 7) does not fit the code: ${takes}`,
    );
    expect(await input("size.f32", new Uint8Array(10), "--llr=bit")).toBe(
      `ldpc: size.f32: 10 bytes are no whole frames of ${4 * BITS} bytes, ${BITS} bit LLRs of f32`,
    );
    expect(await refused("--input", at("bit.npy"), "--out", at("never.npy"), "--llr", "symbol")).toContain(
      `bit.npy: shape (${FRAMES}, ${BITS}) does not fit the code: it takes (frames, ${N}, ${field.q}) for symbol vectors`,
    );
    expect(await input("empty.npy", npy("<f4", [0, BITS], new Float32Array(0)))).toBe(
      "ldpc: empty.npy: holds no frames",
    );
  });

  it("to guess between bits and symbols", async () => {
    const either = new Float32Array(N * field.p * field.q);
    expect(await input("either.f32", new Uint8Array(either.buffer))).toBe(
      `ldpc: either.f32: a plain file has no shape: it can be bit LLRs and symbol vectors of this code: give --llr bit or --llr symbol`,
    );
    for (const [llr, frames] of [
      ["bit", field.q],
      ["symbol", field.p],
    ] as const) {
      const out = at(`either-${llr}.bin`);
      expect((await ldpc(...DECODE, "--input", at("either.f32"), "--out", out, "--llr", llr)).status).toBe(0);
      expect(readFileSync(out).length).toBe(frames * N);
    }
  });

  it("damaged and foreign files", async () => {
    const whole = npy("<f4", [FRAMES, BITS], values);
    expect(await input("cut.npy", whole.subarray(0, -1))).toMatch(
      /^ldpc: cut\.npy: has \d+ bytes, but shape .* cut short/,
    );
    expect(await input("long.npy", Buffer.concat([whole, Buffer.alloc(1)]))).toMatch(
      /^ldpc: long\.npy: has \d+ bytes, but/,
    );
    expect(await input("text.npy", Buffer.from("1 2 3"))).toMatch(/^ldpc: text\.npy: is not an \.npy file/);
    expect(await input("llr.csv", Buffer.from("1,2"))).toMatch(
      /^ldpc: llr\.csv: the ending "\.csv" is neither \.npy nor/,
    );
    const missing = await refused("--input", at("missing.npy"), "--out", at("never.npy"));
    expect(missing).toBe("ldpc: missing.npy: cannot be read: there is no such file");
  });

  it("options that make no sense, before anything is read", async () => {
    const good = ["--input", at("bit.npy")];
    expect(await refused(...good, "--out", at("never.csv"))).toBe(
      'ldpc: never.csv: the ending ".csv" is none of .npy, .bin, .bits, .txt',
    );
    expect(await refused(...good, "--out", at("none/never.npy"))).toBe(
      "ldpc: none/never.npy: cannot be written: there is no such folder",
    );
    expect(await refused(...good, "--out", at("bit.npy"), "--force")).toBe(
      "ldpc: --out bit.npy is the file of --input too: choose another",
    );
    expect(existsSync(at("never.npy"))).toBe(false);
  });
});
