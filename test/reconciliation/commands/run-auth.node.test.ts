import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AnyCommand, type CommandList, isList } from "../../../src/cli/command-line/option.ts";
import keyCommands from "../../../src/reconciliation/commands/command.ts";
import { ldpc } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";
import { authKeyFile, rawBits } from "../files/key-files.ts";
import { commandOf, digests, keyLine, RUNS, writeData } from "./recorded-runs.ts";

const folder = newFolder();

/** A retry of the values whose block 2 fails, behind the recorded run. */
const RETRY_OF_VALUES = [
  "bob cv retry bob/bob.bin bob/syndromes.ldpc alice/verdict.ldpc --disclose=100 --out=bob2",
  "alice cv correct x.f64 bob/syndromes.ldpc --further=bob2/syndromes.ldpc --out=alice2",
];
const PROTOCOLS = { bits: RUNS["bits-apart"], values: [...RUNS["values-apart"], ...RETRY_OF_VALUES] };

/** Every file of an end's machine, with its content: keys and their slots, ledgers, folders. */
function state(below: string): Record<string, string> {
  const names = readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(name).toString("hex")]));
}

/** Commands of a list with an option for authentication, by their words. */
async function authenticated(list: CommandList, before: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, load } of list.entries) {
    const item: AnyCommand | CommandList = await load();
    if (isList(item)) found.push(...(await authenticated(item, [...before, name])));
    else if ("auth-key" in item.options) found.push([...before, name].join(" "));
  }
  return found;
}

describe.each(Object.entries(PROTOCOLS))("a run over %s", (name, steps) => {
  const below = join(folder, name);
  const at = (path: string) => join(below, path);
  mkdirSync(below);
  writeData(below);
  for (const end of ["alice", "bob"] as const)
    authKeyFile(join(below, "keys"), `${end}-other.auth`, end, rawBits(16 + 32 * 16, 77));
  const endOf = (step: string) => step.split(" ")[0];
  const withKey = (step: string, key: string) => [
    ...keyLine(step, at),
    `--auth-key=${at(`keys/${endOf(step)}${key}.auth`)}`,
  ];
  /** Whether the end has done a step of the run before. */
  const begun = new Set<string>();

  for (const [i, step] of steps.entries()) {
    it(`step ${i + 1}, ${commandOf(step)} of ${endOf(step)}, is done with the run's key alone`, async () => {
      if (begun.has(endOf(step))) {
        const before = state(below);
        for (const line of [keyLine(step, at), withKey(step, "-other")]) {
          const { status, stdout, stderr } = await ldpc(...line);
          expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
          expect(stderr).toMatch(
            /^ldpc: run \w{16} was begun with key \w{32}: give its file as --auth-key in every step/,
          );
          expect(state(below)).toEqual(before);
        }
      }
      const { status, stderr } = await ldpc(...withKey(step, ""));
      // 3: the retried block fails again.
      expect([step.includes("--further") ? 3 : 0, 0], stderr).toContain(status);
      begun.add(endOf(step));
    });
  }

  it("begun without a key takes none later", async () => {
    rmSync(below, { recursive: true });
    mkdirSync(below);
    writeData(below);
    for (const step of steps.slice(0, 4)) expect(await ldpc(...keyLine(step, at))).toMatchObject({ status: 0 });
    const { status, stderr } = await ldpc(...withKey(steps[4], ""));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^ldpc: run \w{16} was begun without --auth-key: its first messages are not authenticated/);
  });
});

it("the runs have all commands with --auth-key, each behind an earlier step of its end", async () => {
  const roles = Object.values(PROTOCOLS).flat().map(commandOf);
  // amplify.node.test.ts has the hash of an authenticated run.
  expect([...new Set(roles), "amplify"].sort()).toEqual((await authenticated(keyCommands, [])).sort());
});

it("a forged answer without a seal delivers no key", async () => {
  const below = join(folder, "forged");
  mkdirSync(below);
  writeData(below);
  const at = (path: string) => join(below, path);
  const steps = RUNS["tagged-bits"];
  for (const step of steps.slice(0, 3)) expect(await ldpc(...keyLine(step, at))).toMatchObject({ status: 0 });
  const sealed = readFileSync(at("alice/confirmation.ldpc"));
  writeFileSync(at("alice/confirmation.ldpc"), sealed.subarray(0, -160));
  const before = digests(below);
  const bare = keyLine(steps[3], at).filter((word) => !word.startsWith("--auth-key"));
  expect((await ldpc(...bare)).stderr).toContain("was begun with key");
  expect(digests(below)).toEqual(before);
  expect(before).not.toHaveProperty("bob/bob.key");
});
