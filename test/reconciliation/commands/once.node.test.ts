import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { unpackBits } from "../../../src/code/packed-bits.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { correlatedValues } from "../../../src/reconciliation/core/estimation.ts";
import { blockLayout } from "../../../src/reconciliation/core/layout.ts";
import { SYNDROMES, splitMessages } from "../../../src/reconciliation/files/headers.ts";
import { RecordReader } from "../../../src/reconciliation/files/record-file.ts";
import { refusal } from "../../cli/run-in-process.ts";
import { LinearSpan } from "../../oracle/linear-span.ts";
import { pairEquations, possiblePairs } from "../../oracle/reconciliation/rotation-attack.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { ends } from "./ends.ts";
import { key } from "./key-command.ts";

const { at, done, refused } = ends();

const CODE = "wifi-648-432";
const BLOCK = 432;
const CHECKS = 216;
/** Rank of the information columns. One check is the sum of other checks. */
const RANK = 215;

/** The public parts of block 0 in a folder. */
async function published(out: string) {
  const file = await RecordReader.open(at(out, "syndromes.ldpc"), SYNDROMES);
  const { header } = file;
  const { syndromes, rotations } = splitMessages(await file.read(0, 1), header);
  await file.close();
  const code = loadCode(header.code.name, { columns: header.code.columns });
  const salt = Uint8Array.from(Buffer.from(header.salt, "hex"));
  const { punctured, shortened, seed, hashBits } = header;
  return {
    syndrome: unpackBits(syndromes, CHECKS, {}),
    rotations,
    code,
    layout: blockLayout({ punctured, shortened, seed, hashBits, code, salt }),
  };
}

describe("two runs over the same values (row 1)", () => {
  const { y } = correlatedValues(8, 3, { first: 0, count: 2 * BLOCK });
  const send = (file: string) => ["cv", "send", file, `--code=${CODE}`, "--snr=8"];
  beforeAll(() => writeFileSync(at("y.f64"), new Uint8Array(y.buffer)));

  /** The equations that the public parts of two runs and of the first run alone give. The unknowns are the bits of both runs' words. */
  async function spansOf(names: readonly [string, string]) {
    // With two ledgers, each run discloses its public bits as if it were the first.
    for (const name of names) await done(name, ...send(at("y.f64")), "--out", at(name));
    const runs = [await published(names[0]), await published(names[1])];
    const span = new LinearSpan(2 * BLOCK);
    for (let group = 0; group < BLOCK / 8; group++) {
      const alphas = runs.map(({ rotations }) => {
        const view = new DataView(rotations.buffer, rotations.byteOffset + 20 * group, 16);
        return Array.from({ length: 8 }, (_, i) => view.getInt16(2 * i, true) / 32767);
      });
      const pairs = possiblePairs(alphas[0], alphas[1]);
      expect(pairs.length).toBeGreaterThan(0);
      const unknown = (bit: number) => (bit < 8 ? 8 * group + bit : BLOCK + 8 * group + bit - 8);
      for (const { bits, value } of pairEquations(pairs)) span.add(bits.map(unknown), value);
    }
    const single = new LinearSpan(BLOCK);
    for (const [run, { code, syndrome }] of runs.entries()) {
      const { checkStart, variable } = code.matrix;
      for (let check = 0; check < CHECKS; check++) {
        const bits = [...variable.subarray(checkStart[check], checkStart[check + 1])];
        span.add(
          bits.map((bit) => run * BLOCK + bit),
          syndrome[check],
        );
        if (run === 0) single.add(bits, syndrome[check]);
      }
    }
    return { span, single };
  }

  it("would tell the word: rotations and syndromes of both have the rank of all its bits", async () => {
    let names: readonly [string, string] = ["one", "two"];
    let { span, single } = await spansOf(names);
    // Random rotations sometimes leave a bit open.
    for (let again = 1; span.rank < 2 * BLOCK && again <= 3; again++) {
      names = [`one-${again}`, `two-${again}`];
      ({ span, single } = await spansOf(names));
    }
    // A single run reveals its counted leakage and no more.
    expect(single.rank).toBe(RANK);
    expect(RANK).toBeLessThanOrEqual(CHECKS);
    expect(span.rank).toBe(2 * BLOCK);
    expect(span.solve()!.slice(0, BLOCK)).toEqual([
      ...unpackBits(readFileSync(at(names[0], "bob.bin")).subarray(0, 54), BLOCK, {}),
    ]);
  });

  it("is refused, with the reason, and --force does not lift that", async () => {
    const again = ["cv", "send", at("y.f64"), "--code=wifi-1296-864", "--snr=8"];
    const reason =
      /^y\.f64: was used already \(run [0-9a-f]{16} of \d{4}-\d\d-\d\d, folder "one"\); what a second run tells adds up/;
    expect(await refused("one", ...again, "--out", at("three"))).toMatch(reason);
    expect(await refused("one", ...again, "--out", at("one"), "--force")).toMatch(reason);
    expect(existsSync(at("three"))).toBe(false);
    // The same values in another number type, after other values, are found too.
    writeFileSync(at("shifted.f32"), new Uint8Array(Float32Array.of(1, 2, 3, ...y).buffer));
    expect(await refused("one", ...send(at("shifted.f32")), "--out", at("three"))).toMatch(
      /^shifted\.f32: has parts that were used already/,
    );
  });

  it("keeps what it remembers from others, and nothing of the values", () => {
    const [entry] = readdirSync(at("one.ledger"));
    expect(statSync(at("one.ledger")).mode & 0o777).toBe(0o700);
    expect(statSync(at("one.ledger", entry)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(at("one.ledger", entry), "utf8"))).toMatchObject({
      party: "bob",
      state: "told",
      publicBits: 2 * (CHECKS + 32),
      verdicts: 0,
      data: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });
});

describe("two runs over the same bits (row 3)", () => {
  const BYTES = 3 * 54;
  beforeAll(() => {
    const random = randomNumbers(11);
    writeFileSync(
      at("a.bin"),
      Uint8Array.from({ length: BYTES }, () => 256 * random()),
    );
  });
  const send = (file: string) => ["send", file, `--code=${CODE}`, "--qber=0.02", "--punctured=40"];

  it("would tell more than each of them counts", async () => {
    await done("seed1", ...send(at("a.bin")), "--seed=1", "--out", at("seed1"));
    await done("seed2", ...send(at("a.bin")), "--seed=2", "--out", at("seed2"));
    const span = new LinearSpan(BLOCK - 40);
    // The sums of each run's checks without punctured positions, found by eliminating the punctured positions first.
    for (const out of ["seed1", "seed2"]) {
      const { code, layout } = await published(out);
      const { checkStart, variable } = code.matrix;
      const order = [...layout.puncturedPositions, ...layout.keyPositions];
      const place = new Map(order.map((position, i) => [position, i]));
      for (const equation of withoutFirst(
        Array.from({ length: CHECKS }, (_, check) =>
          [...variable.subarray(checkStart[check], checkStart[check + 1])].map((position) => place.get(position)!),
        ),
        BLOCK,
        40,
      )) {
        span.add(
          equation.map((i) => i - 40),
          0,
        );
      }
      if (out === "seed1") expect(span.rank).toBe(RANK - 40);
    }
    expect(span.rank).toBeGreaterThan(1.5 * (CHECKS - 40));
  });

  it("is refused, of parts of the string too", async () => {
    expect(await refused("seed1", ...send(at("a.bin")), "--seed=2", "--out", at("seed3"))).toMatch(
      /^a\.bin: was used already/,
    );
    writeFileSync(at("part.bin"), readFileSync(at("a.bin")).subarray(13));
    expect(await refused("seed1", ...send(at("part.bin")), "--out", at("seed3"))).toMatch(
      /^part\.bin: has parts that were used already/,
    );
    // Bob's end discloses bits too.
    const bob = ["correct", at("a.bin")];
    await done("bob", ...bob, at("seed1", "syndromes.ldpc"), "--out", at("bob1"));
    expect(await refused("bob", ...bob, at("seed2", "syndromes.ldpc"), "--out", at("bob2"))).toMatch(
      /^a\.bin: was used already/,
    );
  });
});

describe("both ends in one place", () => {
  const words = (code: string, out: string, ...more: string[]) => [
    ...["both", at("play.bin"), at("play2.bin"), `--code=${code}`, "--qber=0.02", "--out", at(out), ...more],
  ];
  beforeAll(() => {
    const random = randomNumbers(12);
    const bits = Uint8Array.from({ length: 20 * 54 }, () => 256 * random());
    for (const name of ["play.bin", "play2.bin"]) writeFileSync(at(name), bits);
  });

  it("remember no data without --ledger and say so, and a real role names them as the way out", async () => {
    const first = await key(...words(CODE, "play", "--phase-error=0.001"));
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(first.stdout).toContain("\ndata        not remembered: later runs may use them again");
    // The folder knows its files again, and no parts of them.
    const ledger = readdirSync(at("play", "both.ledger")).filter((name) => name.endsWith(".json"));
    const entries = ledger.map((name) => readFileSync(at("play", "both.ledger", name), "utf8"));
    const whole = {
      sha256: createHash("sha256")
        .update(readFileSync(at("play.bin")))
        .digest("hex"),
      marks: [],
    };
    expect(entries.map((entry) => JSON.parse(entry).data)).toEqual([whole, whole]);
    // The promised length is in the folder, for the hash.
    expect(await key("amplify", "--out", at("play"))).toMatchObject({ status: 0, stderr: "" });
    // Another code over the same data, in the same folder and in another one.
    expect(await key(...words("wifi-648-486", "play", "--force"))).toMatchObject({ status: 0, stderr: "" });
    expect(await key(...words("wifi-648-486", "play3"))).toMatchObject({ status: 0, stderr: "" });
    expect(refusal(await key(...words(CODE, "play3")))).toContain("exists already");
    const send = ["send", at("play.bin"), `--code=${CODE}`, "--qber=0.02"];
    await done("real", ...send, "--out", at("real1"));
    const text = await refused("real", ...send, "--seed=2", "--out", at("real2"));
    expect(text).toMatch(/was used already .*to try codes on data that are no secret, ldpc key both remembers none/);
    expect(await refused("real", ...words(CODE, "play4"))).toMatch(/was used already/);
  });
});

/** Equations (lists of unknowns) that follow from the given equations and contain none of the first unknowns. */
function withoutFirst(equations: readonly (readonly number[])[], unknowns: number, first: number): number[][] {
  const rows = equations.map((equation) => new Set(equation));
  for (let unknown = 0; unknown < first; unknown++) {
    const pivot = rows.findIndex((row) => row.has(unknown));
    if (pivot < 0) continue;
    const [leading] = rows.splice(pivot, 1);
    for (const row of rows) {
      if (!row.has(unknown)) continue;
      for (const other of leading) if (!row.delete(other)) row.add(other);
    }
  }
  return rows.map((row) => [...row].filter((unknown) => unknown < unknowns));
}
