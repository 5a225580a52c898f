import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { packBits } from "../../../src/code/packed-bits.ts";
import { correlatedValues } from "../../../src/reconciliation/core/estimation.ts";
import { refusal } from "../../cli/run-in-process.ts";
import { npy } from "../../node/files/npy-bytes.ts";
import { ends, forge, noisyBits, partsOf } from "./ends.ts";

const { at, bytes, ...machines } = ends();
let ledgers = 0;

/** Runs a command of `ldpc key` on a machine with an empty ledger. */
const run = (...words: string[]) => machines.run(`machine${ledgers++}`, ...words);

/** Runs a command that must fail with one line, without a stack or a terminal control character. @returns that line. */
async function refused(...options: string[]): Promise<string> {
  const message = await machines.refused(`machine${ledgers++}`, ...options);
  expect(message).not.toMatch(/\p{Cc}/u);
  return message;
}

const BITS = 4 * 432;
const CODE = "--code=wifi-648-432";
const [ALICE, BOB] = noisyBits(61, BITS, () => 0.02);

beforeAll(async () => {
  writeFileSync(at("a.bin"), packBits(ALICE, BITS));
  writeFileSync(at("b.bin"), packBits(BOB, BITS));
  const made = await run("send", at("a.bin"), CODE, "--qber=0.02", "--out", at("alice"));
  expect(made).toMatchObject({ status: 0, stderr: "" });
});

/** The syndrome file with another header. */
function forged(name: string, change: (header: Record<string, unknown>) => object): string {
  const { header, records } = partsOf(bytes("alice", "syndromes.ldpc"));
  writeFileSync(at(name), forge(change(header), records, records.length / 4));
  return at(name);
}

const bob = (syndromes: string, ...options: string[]) => refused("correct", at("b.bin"), syndromes, ...options);
const code = (change: object) => (header: Record<string, unknown>) => ({
  ...header,
  code: { ...(header.code as object), ...change },
});

describe("digitised values (row 6)", () => {
  it("are refused with a resolution that is not their step", async () => {
    const { y } = correlatedValues(8, 5, { first: 0, count: 2 * 432 });
    const write = (name: string, step: number) =>
      writeFileSync(at(name), new Uint8Array(Float32Array.from(y, (value) => step * Math.round(500 * value)).buffer));
    write("y.f32", 1);
    write("tenths.f32", 0.1);
    const of = (name: string, resolution: string) => [
      ...["cv", "send", at(name), CODE, "--snr=8", `--resolution=${resolution}`],
    ];
    expect(await refused(...of("y.f32", "0.001"))).toBe(
      "y.f32: its values come in steps of 1, not 0.001: give --resolution 1, else the published rotations reveal the key",
    );
    expect(await refused(...of("y.f32", "0.5"))).toContain("in steps of 1, not 0.5: give --resolution 1");
    expect(await refused(...of("y.f32", "2"))).toMatch(
      /y.f32: value \d+ is not a whole number of steps of 2 from value 0/,
    );
    expect(await refused(...of("y.f32", "0.7"))).toContain("is not a whole number of steps of 0.7");
    expect(await refused(...of("tenths.f32", "0.01"))).toContain("in steps of 0.1, not 0.01");
    for (const [name, step] of [
      ["y.f32", "1"],
      ["tenths.f32", "0.1"],
    ]) {
      expect(await run(...of(name, step), "--out", at(`good-${name}`))).toMatchObject({ status: 0 });
    }
  });
});

describe("a syndrome file of the other end (row 7)", () => {
  it("names no file here, and prints nothing that a terminal acts on", async () => {
    for (const name of [
      "/etc/passwd.alist",
      "..\\..\\x.json",
      "../x.json",
      "-rf",
      "",
      ".",
      "a/b",
      "x\u001b[2K\rverified all",
    ]) {
      expect(await bob(forged("named.ldpc", code({ name })))).toMatch(
        /^named.ldpc: its header does not fit itself: code: name: /,
      );
    }
    // A file of that name is not opened either.
    expect(await bob(forged("named.ldpc", code({ name: "a.bin" })))).toBe(
      "named.ldpc: was made with the code a.bin, which does not come with this package: give it with --code",
    );
    const format = forged("format.ldpc", (header) => ({ ...header, format: "\u001b[31mverified    all\n\u202e" }));
    expect(await bob(format)).toBe(
      "format.ldpc: is a file of \\u{1b}[31mverified    all\\u{a}\\u{202e}, not a syndrome file",
    );
    const key = forged("key.ldpc", (header) => ({ ...header, "\u001b[2Jall\u0007": 1 }));
    expect(await bob(key)).toContain("\\u001b[2Jall\\u0007");
  });

  it("is read with an own matrix, whose hash must be the file's", async () => {
    const own = forged("own.ldpc", code({ name: "my_code" }));
    const options = ["correct", at("b.bin"), own];
    const { status } = await run(...options, CODE, "--out", at("own"));
    expect(status).toBe(0);
    expect(await refused(...options, "--code=wifi-648-486")).toContain("was made with another code than --code");
  });
});

describe("a disclosed file of the other end", () => {
  const VALUES = 4 * 432;
  const { x, y } = correlatedValues(8, 6, { first: 0, count: VALUES });
  let content: Buffer;
  beforeAll(async () => {
    writeFileSync(at("x.f64"), new Uint8Array(x.buffer));
    writeFileSync(at("y.f64"), new Uint8Array(y.buffer));
    const options = ["estimate", at("x.f64"), "--disclose=4", "--modulation-variance=20"];
    expect(await run(...options, "--out", at("disclosing"))).toMatchObject({ status: 0 });
    content = readFileSync(at("disclosing", "disclosed.ldpc"));
  });

  /** The file with another header and other values. `digest` says whether the header's digest is correct too. */
  function changed(change: object, value?: { at: number; as: number }, digest = true): string {
    const { header, records: sent } = partsOf(content);
    const [records, size] = [Buffer.from(sent), 8 + 64 + 4];
    if (value !== undefined) records.writeDoubleLE(value.as, Math.floor(value.at / 8) * size + 8 + 8 * (value.at % 8));
    const payloads = createHash("sha256");
    for (let at = 0; at < records.length; at += size) payloads.update(records.subarray(at + 8, at + size - 4));
    const facts = { ...header, ...(digest && { digest: payloads.digest("hex") }), ...change };
    writeFileSync(at("disclosed.ldpc"), forge(facts, records, size));
    return at("disclosed.ldpc");
  }
  const estimate = (file: string, ...options: string[]) =>
    refused("cv", "send", at("y.f64"), CODE, "--disclosed", file, ...options);
  const NAME = "disclosed.ldpc: ";

  it("is compared with the data before anything is allocated", async () => {
    for (const change of [{ values: 2 ** 52 }, { values: VALUES + 8 * 4 }, { values: 2 ** 52, every: 2 ** 43 }]) {
      expect(await estimate(changed(change))).toMatch(/^disclosed.ldpc: (is cut short|has \d+ bytes)/);
    }
    // The number of groups equals the number of records, but the sequence is another one.
    expect(await estimate(changed({ values: VALUES + 1 }))).toMatch(
      new RegExp(`^y.f64: has ${VALUES} values, but disclosed.ldpc has ${VALUES + 1}$`),
    );
    expect(await estimate(changed({ every: 3 }))).toContain("is cut short");
    writeFileSync(at("disclosed.ldpc"), forge({ ...partsOf(content).header, every: 1000 }));
    expect(await estimate(at("disclosed.ldpc"))).toBe(`${NAME}discloses no value`);
  });

  it("fits its schema, and prints nothing that a terminal acts on", async () => {
    for (const change of [
      ...[{ every: 1 }, { every: 0 }, { every: 4.5 }, { values: 0 }, { values: -8 }, { seed: "0".repeat(31) }],
      ...[{ seed: "\u001b[2J" }, { modulation: { variance: -1, deviation: 1 } }, { modulation: { variance: 1 } }],
      ...[
        { modulation: { variance: 0, deviation: 0 } },
        { digest: "x" },
        { "\u001b[2Jall\u0007": 1 },
        { gaussian: {} },
      ],
    ]) {
      expect(await estimate(changed(change))).toMatch(/^disclosed.ldpc: its header does not fit itself: /);
    }
  });

  it("has finite values that agree with its header", async () => {
    for (const as of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(await estimate(changed({}, { at: 13, as }))).toBe(`${NAME}group 1: value 5 is ${as}: all must be finite`);
    }
    expect(await estimate(changed({}, { at: 13, as: 0.5 }, false))).toBe(
      `${NAME}its values are not those of its header: it was changed, get the disclosed file again`,
    );
    // Sums that overflow, and a scale that makes sums overflow.
    expect(await estimate(changed({}, { at: 13, as: 1e300 }))).toContain("beyond float64");
    const link = ["--shot-noise=1", "--detector-efficiency=1", "--electronic-noise=0"];
    for (const modulation of [
      { variance: 1e300, deviation: 1e-300 },
      { variance: 1e-300, deviation: 1e300 },
    ]) {
      expect(await estimate(changed({ modulation }), ...link)).toContain("the disclosed values do not vary");
    }
    expect(existsSync(at("never", "syndromes.ldpc.part"))).toBe(false);
  });

  it("does not come back in a syndrome file with another choice or link", async () => {
    const options = ["cv", "send", at("y.f64"), CODE, "--disclosed", at("disclosing", "disclosed.ldpc")];
    const link = ["--shot-noise=0.08", "--detector-efficiency=1", "--electronic-noise=0", "--epsilon-pe=0.1"];
    expect(await run(...options, ...link, "--out", at("estimating"))).toMatchObject({ status: 0 });
    const { header, records } = partsOf(bytes("estimating", "syndromes.ldpc"));
    const { gaussian } = header;
    for (const [change, sentence] of [
      [{ disclosed: 5 }, "the disclosed values are not those of the message"],
      [{ values: VALUES - 1 }, "the disclosed values are not those of the message"],
      [{ message: undefined, disclosed: 0 }, "the link was estimated from other values"],
      [{ link: { ...gaussian.link, modulationVariance: 9 } }, "the link was estimated from other values"],
      [{ link: { ...gaussian.link, epsilon: 1 } }, "gaussian: link: epsilon"],
      [{ link: { ...gaussian.link, xy: 1e-9 } }, "its link: "],
    ] as const) {
      writeFileSync(at("stream.ldpc"), forge({ ...header, gaussian: { ...gaussian, ...change } }, records));
      const message = await refused("cv", "correct", at("x.f64"), at("stream.ldpc"));
      expect(message).toMatch(/^stream.ldpc: /);
      expect(message).toContain(sentence);
    }
  });
});

describe("text instead of packed bits (row 8)", () => {
  const text = ALICE.join("");

  it("is refused with the option that reads it", async () => {
    writeFileSync(at("a.txt"), `${text.slice(0, 700)}\r\n${text.slice(700)}\n`);
    writeFileSync(at("a.bytes"), Uint8Array.from(ALICE));
    const as = (name: string, ...options: string[]) => ["send", at(name), CODE, "--qber=0.02", ...options];
    expect(await refused(...as("a.txt"))).toBe(
      "a.txt: holds nothing but characters 0 and 1, and is not packed bits: give --input-format text, or --input-format packed if it is",
    );
    expect(await refused(...as("a.bytes"))).toContain("holds nothing but bytes 0 and 1");
    for (const format of ["text", "bytes"]) {
      const ends = [at(`a.${format === "text" ? "txt" : "bytes"}`), at(`b.${format}`)];
      const both = ["both", ...ends, CODE, "--qber=0.02", `--input-format=${format}`, "--json"];
      // Bob's file does not exist yet.
      refusal(await run(...both, "--out", at(`as-${format}`)));
      writeFileSync(at(`b.${format}`), format === "text" ? BOB.join("") : Uint8Array.from(BOB));
      const done = await run(...both, "--out", at(`as-${format}`));
      expect(done).toMatchObject({ status: 0, stderr: "" });
      expect(JSON.parse(done.stdout)).toMatchObject({ siftedBits: BITS, key: { verified: 4, bits: BITS } });
      expect(readFileSync(at(`as-${format}`, "alice.key")).equals(readFileSync(at("a.bin")))).toBe(true);
    }
    expect(await refused(...as("a.bin", "--input-format=text"))).toMatch(
      /a.bin: byte \d+ is 0x..: text holds the characters 0 and 1/,
    );
    expect(await refused(...as("a.txt", "--input-format=text", "--bits=8"))).toBe(
      `a.txt: has ${BITS} bits, but --bits has 8`,
    );
    expect((await run(...as("a.txt", "--input-format=packed"), "--out", at("packed"))).status).toBe(0);
  });
});

describe("files that are something else than bits", () => {
  const as = (name: string, ...options: string[]) => ["send", at(name), CODE, "--qber=0.02", ...options];
  const packed = Buffer.from(packBits(ALICE, BITS));

  it.each([
    [
      "of NumPy with other bytes",
      npy("|u1", [packed.length], packed),
      "is an array of NumPy with other bytes than 0 and 1: give --input-format packed",
    ],
    [
      "of NumPy with whole numbers",
      npy("<i8", [BITS], BigInt64Array.from(ALICE, BigInt)),
      'elements are "<i8": save them as uint8',
    ],
    ["gzip", Buffer.concat([Buffer.of(0x1f, 0x8b, 8), packed]), "is compressed by gzip, and no plain values"],
    ["hexadecimal text", Buffer.from(packed.toString("hex")), "is text, and"],
    ["text in UTF-16", Buffer.from(`\uFEFF${ALICE.join("")}`, "utf16le"), "is text in UTF-16, and"],
  ])("%s is refused unless an option names it", async (name, bytes, message) => {
    writeFileSync(at(`a ${name}`), bytes);
    expect(await refused(...as(`a ${name}`))).toContain(message);
  });

  it("an array of NumPy is read by its type and shape: 0 and 1 as bits, packed bits if named", async () => {
    writeFileSync(at("a-bits.npy"), npy("|b1", [BITS], Uint8Array.from(ALICE)));
    writeFileSync(at("b-bits.npy"), npy("|u1", [BITS], Uint8Array.from(BOB)));
    writeFileSync(at("a-packed.npy"), npy("|u1", [packed.length], packed));
    writeFileSync(at("b-packed.npy"), npy("|u1", [packed.length], readFileSync(at("b.bin"))));
    for (const [kind, ...options] of [["bits"], ["packed", "--input-format=packed", `--bits=${BITS}`]]) {
      const both = ["both", at(`a-${kind}.npy`), at(`b-${kind}.npy`), CODE, "--qber=0.02", "--json", ...options];
      const done = await run(...both, "--out", at(`npy-${kind}`));
      expect(done).toMatchObject({ status: 0, stderr: "" });
      expect(JSON.parse(done.stdout)).toMatchObject({ siftedBits: BITS });
      expect(readFileSync(at(`npy-${kind}`, "alice.key")).equals(packed)).toBe(true);
    }
  });
});

it("a code whose syndromes tell as many bits as there are sifted bits is refused", async () => {
  expect(await refused("send", at("a.bin"), "--code=wifi-648-324", "--qber=0.02")).toContain(
    `the syndromes of wifi-648-324 tell ${6 * 324} bits of ${BITS} sifted bits, 1.13 a bit: no secret key is left`,
  );
});

describe("headers that no program of ours writes (row 9)", () => {
  it("end in a sentence, before anything is allocated", async () => {
    for (const change of [
      { n: 2 ** 52 },
      { checks: 2 ** 52 },
      { n: 1e300 },
      { n: -1 },
      { n: 0.5 },
      { checks: 217 },
      { n: 433 },
    ]) {
      const message = await bob(forged("sizes.ldpc", code(change)));
      expect(message).toMatch(
        /^(sizes.ldpc|b.bin): (its header does not fit itself|was made with another code|has \d+ bytes|is cut short)/,
      );
    }
    for (const change of [
      { bits: 2 ** 52 },
      { blocks: 2 ** 52 },
      { punctured: 2 ** 40 },
      { bits: 2 ** 53, blocks: 2 ** 44 },
    ]) {
      expect(await bob(forged("sizes.ldpc", (header) => ({ ...header, ...change })))).toMatch(/^sizes.ldpc: /);
    }
    // The header is consistent with its file: one block, and more positions than can be allocated.
    for (const n of [2 ** 52, 2 ** 40, 2 ** 30, 2 ** 28]) {
      const { header, records } = partsOf(bytes("alice", "syndromes.ldpc"));
      const one = records.subarray(0, records.length / 4);
      writeFileSync(at("one.ldpc"), forge({ ...code({ n })(header), blocks: 1 }, one));
      expect(await bob(at("one.ldpc"))).toMatch(
        n > 2 ** 28 ? /^one.ldpc: its header does not fit itself: code: n: / : /was made with another code than/,
      );
    }
    for (const deep of [`${"[".repeat(8000)}${"]".repeat(8000)}`, `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`]) {
      writeFileSync(at("deep.ldpc"), `{"format":${deep}}\n`);
      expect(await bob(at("deep.ldpc"))).toBe(
        "deep.ldpc: is not a syndrome file of ldpc key, or its beginning is damaged",
      );
    }
    expect(existsSync(at("never", "bob.pending"))).toBe(false);
  });
});
