import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { AuthKey } from "../../../src/reconciliation/files/auth-key.ts";
import { WegmanCarter } from "../../../src/reconciliation/files/hashes.ts";
import { readSeal, SEAL_BYTES } from "../../../src/reconciliation/files/record-file.ts";
import { newFolder } from "../../new-folder.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { root } from "../../source-files.ts";
import { authKeyFile, rawBits } from "./key-files.ts";
import { receive } from "./messages.ts";

// Random schedules of two processes of one end or of both. The processes stop, continue, are killed and start again with another home
// folder, while old copies of their key files return.

const SCHEDULES = Number(process.env.GFQ_LDPC_SCHEDULES ?? 8);
const FIRST = Number(process.env.GFQ_LDPC_SCHEDULES_FROM ?? 0);
const workers = newFolder();
const WORKER = join(workers, "schedule-worker.js");
const RAW = rawBits(16 + 32 * 240, 77);
const ENDS = ["alice", "bob"] as const;
type End = (typeof ENDS)[number];

beforeAll(async () => {
  // One bundled file lets a process start in a third of the time. A schedule starts many processes.
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    ssr: { noExternal: true },
    build: { ssr: "test/reconciliation/files/schedule-worker.ts", outDir: workers, emptyOutDir: false },
  });
});
afterAll(() => rmSync(workers, { recursive: true }));

/** The events of a schedule. */
interface Outcome {
  readonly sent: number;
  readonly accepted: number;
}

class Schedule {
  readonly #folder = newFolder();
  readonly #random: () => number;
  readonly #seed: number;
  readonly #faults: string[] = [];
  readonly #processes: { readonly end: End; child: ChildProcess }[] = [];
  readonly #done = new Map<ChildProcess, number>();
  #started = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = randomNumbers(1000 + seed);
    for (const end of ENDS) {
      mkdirSync(this.#at(end));
      mkdirSync(this.#at(`${end}-sends`));
      authKeyFile(this.#at(end), "auth", end, RAW);
      rmSync(this.#at(end, "auth.memory"), { recursive: true });
    }
  }

  async run(): Promise<Outcome> {
    try {
      const ends: End[] =
        this.#random() < 0.4 ? ["alice", "bob"] : this.#random() < 0.5 ? ["alice", "alice"] : ["bob", "bob"];
      for (const end of ends) this.#processes.push({ end, child: this.#start(end, this.#at(end, "auth")) });
      // Each process has begun to work.
      await Promise.all(this.#processes.map(({ child }) => new Promise((said) => child.stdout!.once("data", said))));
      const events = [...this.#events()];
      for (let i = 0; i < 14; i++) {
        await sleep(50 * this.#random() ** 2);
        this.#one(events)();
      }
      await this.#ended();
      for (const end of ENDS) await this.#receiveAll(end);
      return this.#judge();
    } finally {
      for (const { child } of this.#processes) child.kill("SIGKILL");
      rmSync(this.#folder, { recursive: true });
    }
  }

  #at(...names: string[]): string {
    return join(this.#folder, ...names);
  }

  #one<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)];
  }

  #start(end: End, key: string): ChildProcess {
    this.#started++;
    const other = end === "alice" ? "bob" : "alice";
    const folders = [this.#at(`${end}-sends`), this.#at(`${other}-sends`)];
    const seed = String(1000 * this.#seed + this.#started);
    const home = this.#at(`home-${this.#started}`);
    const child = spawn(process.execPath, [WORKER, end, key, ...folders, seed], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, HOME: home, XDG_STATE_HOME: home },
    });
    // A process says a byte after each operation.
    child.stdout!.on("data", ({ length }: Buffer) => this.#done.set(child, this.#doneBy(child) + length));
    child.stderr!.on("data", (text) => this.#faults.push(String(text)));
    return child;
  }

  #events(): (() => void)[] {
    const stop = () => void this.#one(this.#processes).child.kill("SIGSTOP");
    const go = () => void this.#one(this.#processes).child.kill("SIGCONT");
    const again = () => {
      const each = this.#one(this.#processes);
      each.child.kill("SIGKILL");
      each.child = this.#start(each.end, this.#at(each.end, "auth"));
    };
    const backup = () => {
      const end = this.#one(this.#processes).end;
      copyFolder(this.#at(end), this.#at(`${end}-backup-${Math.floor(3 * this.#random())}`));
    };
    const restore = (names: boolean) => () => {
      const end = this.#one(this.#processes).end;
      const old = this.#backup(end);
      if (old === undefined) return;
      for (const name of readdirSync(old)) {
        if (name === "auth" || (names && /^[0-9a-f]{32}\.(sent|heard)-\d+$/.test(name)))
          this.#overwrite(end, name, readFileSync(join(old, name)));
      }
    };
    const replace = () => {
      const end = this.#one(this.#processes).end;
      const old = this.#backup(end);
      if (old === undefined) return;
      if (existsSync(this.#at(`${end}-original`))) renameSync(this.#at(`${end}-original`), this.#at(end, "auth"));
      else {
        renameSync(this.#at(end, "auth"), this.#at(`${end}-original`));
        copyFileSync(join(old, "auth"), this.#at(end, "auth"));
      }
    };
    const elsewhere = () => {
      const each = this.#one(this.#processes);
      const copy = this.#at(`elsewhere-${this.#started}`);
      copyFolder(this.#at(each.end), copy);
      each.child.kill("SIGKILL");
      each.child = this.#start(each.end, join(copy, "auth"));
    };
    const forge = () => this.#forge();
    const often = [stop, stop, stop, go, go, go, again, again, backup, backup, restore(false), restore(true), forge];
    return [...often, ...often, replace, replace, elsewhere];
  }

  #backup(end: End): string | undefined {
    const names = readdirSync(this.#folder).filter((name) => name.startsWith(`${end}-backup-`));
    return names.length === 0 ? undefined : this.#at(this.#one(names));
  }

  #overwrite(end: End, name: string, content: Uint8Array): void {
    // Written in place, as by cp: the file keeps its inode number.
    writeFileSync(this.#at(end, name), content);
  }

  /** Forges a message by a change, or by returning an end's own message to it. */
  #forge(): void {
    for (const end of ENDS) {
      const names = readdirSync(this.#at(`${end}-sends`)).filter((name) => name.endsWith(".ldpc"));
      if (names.length === 0) continue;
      const content = readFileSync(this.#at(`${end}-sends`, this.#one(names)));
      const other = end === "alice" ? "bob" : "alice";
      writeFileSync(this.#at(`${other}-sends`, `${Date.now()}-back.ldpc`), content);
      content[content.length - 1 - Math.floor(this.#random() * SEAL_BYTES)] ^= 1 << Math.floor(8 * this.#random());
      writeFileSync(this.#at(`${end}-sends`, `${Date.now()}-forged.ldpc`), content);
    }
  }

  #doneBy(child: ChildProcess): number {
    return this.#done.get(child) ?? 0;
  }

  /** Lets the processes go on, and kills each after some operations, however long they take. */
  async #ended(): Promise<void> {
    for (const { child } of this.#processes) child.kill("SIGCONT");
    for (const { child } of this.#processes) {
      const end = new Promise((resolve) => child.once("close", resolve));
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const last = this.#doneBy(child) + Math.floor(30 * this.#random());
      const look = () => this.#doneBy(child) >= last && child.kill("SIGKILL");
      child.stdout!.on("data", look);
      look();
      await end;
    }
  }

  /** An end checks all messages of the other end, including forged ones, almost in the order of their slots. */
  async #receiveAll(end: End): Promise<void> {
    const other = end === "alice" ? "bob" : "alice";
    if (existsSync(this.#at(`${end}-original`))) renameSync(this.#at(`${end}-original`), this.#at(end, "auth"));
    const names = readdirSync(this.#at(`${other}-sends`)).filter((name) => name.endsWith(".ldpc"));
    const rank = (name: string) => Number.parseInt(name, 10) + (this.#random() < 0.1 ? 500 * this.#random() : 0);
    const ranked = names.map((name) => ({ name, at: rank(name) })).sort((a, b) => a.at - b.at);
    for (const { name } of ranked) {
      const key = AuthKey.open(this.#at(end, "auth"));
      try {
        await receive(key, other, this.#at(`${other}-sends`, name));
        appendFileSync(this.#at(`${end}-sends`, "accepted"), `${name}\n`);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      } finally {
        key.close();
      }
    }
  }

  #judge(): Outcome {
    expect(this.#faults).toEqual([]);
    const sent = { alice: new Map<number, Set<string>>(), bob: new Map<number, Set<string>>() };
    for (const end of ENDS) {
      for (const name of readdirSync(this.#at(`${end}-sends`))) {
        const found = tagged(readFileSync(this.#at(`${end}-sends`, name)));
        if (found === undefined) continue;
        const of = found.slot % 2 === 0 ? "alice" : "bob";
        sent[of].set(found.slot, (sent[of].get(found.slot) ?? new Set()).add(found.content));
      }
      for (const [slot, contents] of sent[end]) expect([slot, contents.size]).toEqual([slot, 1]);
    }
    let accepted = 0;
    for (const end of ENDS) {
      const log = this.#at(`${end}-sends`, "accepted");
      const other = end === "alice" ? "bob" : "alice";
      const slots = new Map<number, string>();
      for (const name of existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : []) {
        const found = tagged(readFileSync(this.#at(`${other}-sends`, name)));
        expect([name, found !== undefined && found.slot % 2 === ENDS.indexOf(other)]).toEqual([name, true]);
        expect([...sent[other].get(found!.slot)!]).toEqual([found!.content]);
        expect(slots.get(found!.slot) ?? found!.content).toBe(found!.content);
        slots.set(found!.slot, found!.content);
      }
      accepted += slots.size;
    }
    return { sent: sent.alice.size + sent.bob.size, accepted };
  }
}

/** Copies the existing files. Files may disappear meanwhile. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    try {
      copyFileSync(join(from, name), join(to, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

/** Slot and content of a message if its tag uses the bits of the slot; undefined for other files. */
function tagged(content: Buffer): { readonly slot: number; readonly content: string } | undefined {
  const seal = content.length < SEAL_BYTES ? undefined : readSeal(content.subarray(content.length - SEAL_BYTES));
  if (seal === undefined || !Number.isSafeInteger(seal.slot)) return undefined;
  const key = RAW.subarray(16 + 32 * seal.slot, 48 + 32 * seal.slot);
  if (key.length < 32) return undefined;
  const tag = new WegmanCarter(key);
  tag.update(content.subarray(0, content.length - 32));
  const zeros = seal.tag.subarray(16).every((byte) => byte === 0);
  if (!zeros || Buffer.compare(tag.digest(), seal.tag.subarray(0, 16)) !== 0) return undefined;
  return { slot: seal.slot, content: content.toString("latin1") };
}

it(`no slot tags two messages, and nothing is accepted that was not sent (${SCHEDULES} schedules)`, async () => {
  const total = { sent: 0, accepted: 0 };
  for (let seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
    const { sent, accepted } = await new Schedule(seed).run().catch((error) => {
      throw new Error(`schedule ${seed}`, { cause: error });
    });
    total.sent += sent;
    total.accepted += accepted;
  }
  process.stderr.write(
    `${SCHEDULES} schedules from ${FIRST}: ${total.sent} messages sent, ${total.accepted} accepted\n`,
  );
  expect(total.sent).toBeGreaterThan(2 * SCHEDULES);
  expect(total.accepted).toBeGreaterThan(0);
}, 3_600_000);
