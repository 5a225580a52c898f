import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { authKeyFile, rawBits } from "../files/key-files.ts";
import { overheard } from "../files/messages.ts";
import { ends, noisyBytes } from "./ends.ts";

const { at, ...machines } = ends();

beforeAll(() => {
  const [alice, bob] = noisyBytes(21, 54 * 20, () => 0.035);
  writeFileSync(at("a.bin"), alice);
  writeFileSync(at("b.bin"), bob);
});

it.each(["one-time", "long-lived"] as const)(
  "a retry reads the first run's messages again, with a %s key",
  async (mode) => {
    const to = (...names: string[]) => at(mode, ...names);
    mkdirSync(to());
    for (const end of ["alice", "bob"] as const) authKeyFile(to(), `${end}.auth`, end, rawBits(16 + 32 * 16, 9), mode);
    const done = (end: "alice" | "bob", ...options: string[]) =>
      machines.done(`${mode}/${end}`, ...options, `--auth-key=${to(`${end}.auth`)}`);
    const syndromes = to("alice", "syndromes.ldpc");
    const few = ["--decoder=sum-product form=tanh messages=f16 schedule=layered iterations=2"];
    const code = ["--code=wifi-648-432", "--qber=0.035"];
    await done("alice", "send", at("a.bin"), ...code, "--out", to("alice"));
    const first = await done("bob", "correct", at("b.bin"), syndromes, ...few, "--out", to("bob"));
    expect(first.key.failed).toBeGreaterThan(0);
    const verdict = to("bob", "verdict.ldpc");
    await done("alice", "confirm", at("a.bin"), syndromes, verdict, "--out", to("alice"));
    await done("bob", "accept", to("alice", "confirmation.ldpc"), "--out", to("bob"));
    await done("alice", "retry", at("a.bin"), syndromes, verdict, "--disclose=80", "--out", to("alice2"));
    const further = ["--further", to("alice2", "syndromes.ldpc")];
    const eve = "--phase-error=0.0001";
    const second = await done("bob", "correct", at("b.bin"), syndromes, ...further, eve, "--out", to("bob2"));
    const last = [to("alice2", "syndromes.ldpc"), to("bob2", "verdict.ldpc")];
    const made = await done("alice", "confirm", at("a.bin"), ...last, eve, "--out", to("alice2"));
    // Slots 0 to 6: Bob's slot 3 is skipped, because his second verdict answers slot 4.
    const spentBits = mode === "one-time" ? 7 * 256 : 0;
    expect(made.messages).toMatchObject({ authenticated: true, mode, missed: [], notices: [], spentBits });
    const accepted = await done("bob", "accept", to("alice2", "confirmation.ldpc"), "--out", to("bob2"));
    expect(accepted.messages.spentBits).toBe(spentBits);
    // All secret bits of the run less the spent ones; Bob's verdict counts the confirmation that is still to come.
    const { bits, promised } = made.secretKey;
    expect({ bits, promised }).toEqual(accepted.secretKey);
    const net = mode === "one-time" ? bits + promised - spentBits : undefined;
    for (const { netKeyBits } of [second, made, accepted]) expect(netKeyBits).toBe(net);
    expect(readFileSync(to("bob2", "bob.key")).equals(readFileSync(to("alice2", "alice.key")))).toBe(true);
    const names = [
      "alice/syndromes",
      "bob/verdict",
      "alice/confirmation",
      "alice2/syndromes",
      "bob2/verdict",
      "alice2/confirmation",
    ];
    expect(names.map((name) => overheard(to(`${name}.ldpc`)).slot)).toEqual([0, 1, 2, 4, 5, 6]);
  },
);
