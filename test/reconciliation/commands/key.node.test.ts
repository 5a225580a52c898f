import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ldpc } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";
import { itIf } from "../../sweep.ts";
import { rawBits } from "../files/key-files.ts";

const folder = newFolder();
const at = (...names: string[]) => join(folder, ...names);

async function key(...options: string[]) {
  const { status, stdout, stderr } = await ldpc("key", ...options);
  return { status, stdout: stdout.replaceAll(`${folder}/`, ""), stderr: stderr.replaceAll(`${folder}/`, "") };
}

function bits(name: string, content: Uint8Array | string, mode = 0o600): string {
  writeFileSync(at(name), content, { mode });
  chmodSync(at(name), mode);
  return at(name);
}

const hex = (seed: number) => Buffer.from(rawBits(200, seed)).toString("hex");

describe("ldpc key", () => {
  it("makes a key file at each end, adds bits and shows both", async () => {
    const raw = rawBits(16 + 5 * 32 + 7, 1);
    const id = Buffer.from(raw.subarray(0, 16)).toString("hex");
    expect(await key("new-auth", bits("secret", raw), "--end", "alice", "--out", at("alice"), "--keep-bits")).toEqual({
      status: 0,
      stderr: "",
      stdout: `alice: bits ${id} for 3 messages of Alice's and 2 of Bob's; secret is still there: remove it at this end\n`,
    });
    expect((await key("new-auth", at("secret"), "--end=bob", "--out", at("bob"))).stdout).toContain(
      "; secret is removed\n",
    );
    expect([existsSync(at("secret")), statSync(at("bob")).mode & 0o777]).toEqual([false, 0o600]);
    expect(readdirSync(folder).sort()).toEqual(["alice", "bob"]);
    const added = await key("add", at("alice"), bits("more", rawBits(16 + 64, 2)));
    expect(added.stdout).toContain(" for 1 message of Alice's and 1 of Bob's; more is removed");
    const shown = await key("show", at("alice"), "--json");
    expect(JSON.parse(shown.stdout)).toMatchObject({
      id,
      additions: [expect.stringMatching(/^[0-9a-f]{32}$/)],
      end: "alice",
      mode: "one-time",
      slots: 7,
      messagesLeft: { sent: 4, heard: 3 },
    });
    expect((await key("show", at("bob"))).stdout).toMatch(/^key {9}[0-9a-f]{32}, one-time\nend {9}bob's, /);
    // The header shows only public data.
    expect(
      readFileSync(at("alice"))
        .subarray(0, 4096)
        .includes(Buffer.from(raw.subarray(16, 32))),
    ).toBe(false);
  });

  it("makes many messages of a long-lived secret, the same at both ends, and keeps none of it", async () => {
    const raw = rawBits(48, 3);
    for (const end of ["alice", "bob"]) {
      await key(
        "new-auth",
        bits("secret", raw),
        `--end=${end}`,
        "--long-lived",
        "--messages=10",
        "--out",
        at(`long-${end}`),
      );
    }
    const [alice, bob] = ["alice", "bob"].map((end) => readFileSync(at(`long-${end}`)));
    expect(alice.subarray(4096).equals(bob.subarray(4096))).toBe(true);
    expect(alice.length).toBe(4096 + 20 * 128);
    for (let from = 0; from + 16 <= 48; from++) {
      expect(alice.includes(Buffer.from(raw.subarray(from, from + 16)))).toBe(false);
    }
  });

  it("refuses weak bits, and says which command converts text", async () => {
    const weak: [content: Uint8Array | string, message: string][] = [
      [rawBits(79, 4), "has 79 bytes: at least 80 secret random ones are needed"],
      [new Uint8Array(4096), "is constant: a key needs secret random bits"],
      [new Uint8Array(4096).fill(0xa5), "is constant: a key needs secret random bits"],
      [hex(5), "is text: a key needs secret random bytes, of hexadecimal text those of xxd -r -p weak > secret.bin"],
      [`${Buffer.from(rawBits(200, 6)).toString("base64")}\n`, "is text: a key needs secret random bytes"],
      [Buffer.concat([rawBits(160, 7), rawBits(160, 7)]), "has the same bytes in two places: random bits never do"],
      // Files of random-looking bytes that are something else.
      ...(
        [
          ["PK\x03\x04", "a zip archive (such as .npz)"],
          ["\xfd7zXZ\0", "compressed by xz"],
          ["\x28\xb5\x2f\xfd", "compressed by zstd"],
          ["\x89PNG\r\n\x1a\n", "a PNG image"],
        ] as const
      ).map(([begin, what]): [Uint8Array, string] => [
        Buffer.concat([Buffer.from(begin, "latin1"), rawBits(160, 9)]),
        `is ${what}: a key needs the secret random bytes alone`,
      ]),
      [rawBits(4096, 8).map((byte) => byte & 1), "ones among 32768 bits: random bits have as many zeros"],
    ];
    for (const [content, message] of weak) {
      const { status, stderr } = await key("new-auth", bits("weak", content), "--end=alice", "--out", at("never"));
      expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
    expect([existsSync(at("never")), existsSync(at("weak"))]).toEqual([false, true]);
  });

  itIf(process.platform === "linux", "reads no more of a device than a key may have", async () => {
    const { status, stderr } = await key("new-auth", "/dev/zero", "--end=alice", "--out", at("never"), "--keep-bits");
    expect([status, stderr]).toEqual([1, expect.stringContaining("/dev/zero: has more than 268435456 bytes")]);
  });

  it("refuses bits that were made into a key at this end, and keeps a key file that is there", async () => {
    const raw = rawBits(200, 9);
    await key("new-auth", bits("secret", raw), "--end=alice", "--out", at("once"));
    expect((await key("new-auth", bits("secret", raw), "--end=alice", "--out", at("twice"))).stderr).toMatch(
      /^ldpc: secret: was made into a key of alice's end before \(.* says where\): the same bits would be used twice, take fresh ones\n$/,
    );
    const before = readFileSync(at("once"));
    expect((await key("new-auth", bits("secret", rawBits(200, 10)), "--end=alice", "--out", at("once"))).stderr).toBe(
      "ldpc: once: exists already: a key file is never overwritten\n",
    );
    expect(readFileSync(at("once")).equals(before)).toBe(true);
    // The command failed, so the bits are still unused.
    expect((await key("new-auth", at("secret"), "--end=alice", "--out", at("other"))).status).toBe(0);
  });

  it("warns of bits that other users could read", async () => {
    const { status, stderr } = await key(
      "new-auth",
      bits("secret", rawBits(200, 11), 0o644),
      "--end=bob",
      "--out",
      at("seen"),
    );
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^ldpc: warning: secret could be read by other users/)]);
  });

  it("refuses a file that is no key file, and a damaged key file", async () => {
    expect((await key("show", bits("raw", rawBits(200, 12)))).stderr).toBe(
      "ldpc: raw: is no key file of ldpc key: secret random bits are made into one, once at each end: ldpc key new-auth BITS --end alice --out alice.auth\n",
    );
    await key("new-auth", bits("secret", rawBits(200, 13)), "--end=bob", "--out", at("damaged"));
    const content = readFileSync(at("damaged"));
    content[33] ^= 1;
    writeFileSync(at("damaged"), content);
    expect((await key("show", at("damaged"))).stderr).toContain("damaged: is damaged: its used bits are unknown");
    content[33] ^= 1;
    for (const [position, value] of [
      [20, 0],
      [20, 3],
      [21, 2],
      [39, 1],
      [40, 0],
      [43, 255],
    ]) {
      // Whoever changes a field can mend the checksum.
      const changed = Buffer.from(content);
      changed[position] = value;
      changed.set(createHash("sha256").update(changed.subarray(0, 4064)).digest(), 4064);
      writeFileSync(at("damaged"), changed);
      expect((await key("show", at("damaged"))).stderr).toContain("damaged: is damaged: its used bits are unknown");
    }
    expect((await key("show", at("none"))).stderr).toContain("none: cannot be read: there is no such file");
  });
});
