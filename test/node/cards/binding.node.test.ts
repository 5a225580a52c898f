import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { type Binding, bindingOf, bindThisProcess, cardSystem } from "../../../src/node/cards/cards.ts";
import { processEntry } from "../../../src/node/engine/entry.ts";
import type { WorkerJob } from "../../../src/node/run/worker-process.ts";
import { runWorkers } from "../../../src/node/run/worker-process.ts";
import { newFolder } from "../../new-folder.ts";
import { FIRST, fakeSystem, H100, SECOND, SOFTWARE } from "./fake-cards.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

describe("the list of cards", () => {
  it.each([
    ["ends it", 'process.kill(process.pid, "SIGSEGV")', /a driver ended the process \(SIGSEGV\)/],
    ["fails", "process.exit(7)", /the process ended with status 7:/],
    [
      "throws",
      'console.error("one\\nwhat(): no \u001bmemory"); process.kill(process.pid, "SIGABRT")',
      /a driver ended the process \(SIGABRT\) after the line "what\(\): no \\u\{1b\}memory":/,
    ],
    ["writes into it", 'console.log("hello \u001b[2J")', /a driver wrote into their list \(.*hello \\u\{1b\}/],
  ])("says what to do where a driver %s", async (_, text, reason) => {
    const path = join(folder, "listing.mjs");
    writeFileSync(path, text);
    const asked = cardSystem(undefined, { path, execArgv: [] });
    await expect(asked).rejects.toThrow(reason);
    await expect(asked).rejects.toThrow(/^the GPUs of this machine cannot be listed, .* or choose engine "cpu"$/);
  });
});

describe("a driver that ends the process once", () => {
  it("is asked again", async () => {
    const path = join(folder, "listing.mjs");
    const flag = JSON.stringify(join(folder, "asked"));
    const text = `import { existsSync, writeFileSync } from "node:fs";
      if (!existsSync(${flag})) { writeFileSync(${flag}, ""); process.kill(process.pid, "SIGSEGV"); }
      console.log(JSON.stringify(["a card"]));`;
    writeFileSync(path, text);
    const { cards } = await cardSystem(undefined, { path, execArgv: [] });
    expect(cards.map(({ name }) => name)).toEqual(["a card"]);
  });
});

describe("a binding", () => {
  it("is the name, where only one card has it", () => {
    const binding = { card: SOFTWARE, adapter: SOFTWARE.name, variables: {}, wrapper: [] };
    expect(bindingOf(SOFTWARE, fakeSystem().cards, fakeSystem())).toEqual(binding);
  });

  it("is the layer's variable, where there is the layer", () => {
    const system = fakeSystem({ hasLayer: true, namespace: () => ["unshare", "-m"] });
    const binding = { card: SECOND, adapter: H100, variables: { DRI_PRIME: "pci-0000_00_08_0" }, wrapper: [] };
    expect(bindingOf(SECOND, system.cards, system)).toEqual(binding);
  });

  it("is a namespace without the other cards, where there is no layer", () => {
    const asked: (readonly string[])[] = [];
    const system = fakeSystem({ namespace: (files) => (asked.push(files) > 0 ? ["unshare", "-rm"] : undefined) });
    const { variables, wrapper } = bindingOf(FIRST, system.cards, system);
    expect(asked).toEqual([["/dev/nvidia1"]]);
    expect(variables).toEqual({});
    expect([...wrapper.slice(0, 4), ...wrapper.slice(-2)]).toEqual(["unshare", "-rm", "sh", "-c", "1", "/dev/nvidia1"]);
  });

  it.each([
    ["namespaces are refused", {}],
    ["the address is unknown", { cards: [FIRST, { ...SECOND, pci: undefined }], namespace: () => ["unshare"] }],
    ["there is no device file", { deviceFiles: () => [], namespace: () => ["unshare"] }],
  ])("names the remedy, where %s", (_, options) => {
    const system = fakeSystem(options);
    const remedy =
      /are all named NVIDIA H100 80GB HBM3, .*: install Mesa's device-select layer .* or allow mount namespaces/;
    expect(() => bindingOf(FIRST, system.cards, system)).toThrow(remedy);
  });

  it("binds this process by the layer alone", () => {
    const before = process.env.DRI_PRIME;
    try {
      expect(bindThisProcess("1", fakeSystem({ hasLayer: true }))).toBe(H100);
      expect(process.env.DRI_PRIME).toBe("pci-0000_00_08_0");
    } finally {
      if (before === undefined) delete process.env.DRI_PRIME;
      else process.env.DRI_PRIME = before;
    }
    expect(() => bindThisProcess("1", fakeSystem({ namespace: () => ["unshare"] }))).toThrow(
      /adapter "1": here only a process of its own can be bound to card 1 \(0000:00:08\.0\)/,
    );
  });
});

/** A worker that reports a variable, and whether the files are unchanged. */
const WORKER = `
  import { statSync } from "node:fs";
  const files = JSON.parse(process.argv[2]).folder.split(":").filter(Boolean);
  const seen = files.map((file) => (statSync(file).isCharacterDevice() ? "hidden" : "there"));
  process.send({ said: [process.env.DRI_PRIME ?? "none", ...seen].join(" ") }, () => process.disconnect());
`;

/** Runs workers with these bindings. @returns their output. */
async function workersSay(bindings: readonly (Binding | undefined)[], files: readonly string[]) {
  const path = join(folder, "worker.mjs");
  writeFileSync(path, WORKER);
  expect(processEntry(pathToFileURL(path)).execArgv).toEqual([]);
  const said: string[] = [];
  const job = { folder: files.join(":"), worker: "1" } as WorkerJob;
  const workers = bindings.map((binding) => ({ job, binding }));
  const listener = { onSaid: (text: string) => said.push(text), onUnderWay() {}, onEnd() {} };
  const ends = await runWorkers({ path, execArgv: [] }, workers, listener);
  expect(ends.map(({ status, reason }) => [status, reason])).toEqual(bindings.map(() => [0, undefined]));
  return said.sort();
}

describe("a worker process", () => {
  it("has the variables of its binding", async () => {
    const system = fakeSystem({ hasLayer: true });
    const bindings = [bindingOf(FIRST, system.cards, system), undefined, bindingOf(SECOND, system.cards, system)];
    expect(await workersSay(bindings, [])).toEqual(["none", "pci-0000_00_07_0", "pci-0000_00_08_0"]);
  });

  it("does not see the other cards in a namespace, or the system refuses namespaces and says so beforehand", async () => {
    const files = ["one", "two"].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, "");
    const { namespace } = await cardSystem();
    const deviceFiles = (pci: string) => [files[pci === FIRST.pci ? 0 : 1]];
    const system = fakeSystem({ namespace, deviceFiles });
    if (namespace(files) === undefined) {
      expect(() => bindingOf(FIRST, system.cards, system)).toThrow(/allow mount namespaces/);
      return;
    }
    const bindings = [FIRST, SECOND].map((card) => bindingOf(card, system.cards, system));
    expect(await workersSay(bindings, files)).toEqual(["none hidden there", "none there hidden"]);
  });
});

describe("this machine", () => {
  it("lists its cards by a process of its own, under names that Dawn knows", async () => {
    const { cards } = await cardSystem();
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.map(({ index }) => index)).toEqual(cards.map((_, i) => i));
    for (const { name } of cards) expect(name).not.toBe("");
  });

  it("describes device files of NVIDIA's driver and of Linux's", async () => {
    const places = { proc: join(folder, "proc"), sys: join(folder, "sys"), dev: join(folder, "dev") };
    const information = join(places.proc, "driver", "nvidia", "gpus", "0000:00:07.0");
    const drm = join(places.sys, "bus", "pci", "devices", "0000:00:07.0", "drm");
    for (const path of [information, join(drm, "renderD128"), join(drm, "card0"), join(places.dev, "dri")]) {
      mkdirSync(path, { recursive: true });
    }
    writeFileSync(join(information, "information"), `Model: ${H100}\nDevice Minor: 3\n`);
    for (const name of ["nvidia3", "nvidia0", "dri/renderD128"]) writeFileSync(join(places.dev, name), "");
    const { deviceFiles } = await cardSystem(places);
    // /dev has no dri/card0.
    expect(deviceFiles("0000:00:07.0")).toEqual(["nvidia3", "dri/renderD128"].map((name) => join(places.dev, name)));
    expect(deviceFiles("0000:00:08.0")).toEqual([]);
  });
});
