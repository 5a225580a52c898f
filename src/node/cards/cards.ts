import { execFile, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { childExecArgv } from "../engine/child-arguments.ts";
import { entryBeside, type ProcessEntry } from "../engine/entry.ts";

/** A computing device, distinct from devices of the same name. */
export interface Card {
  /** Its number in `ldpc devices`, from 0. */
  readonly index: number;
  /** Its adapter's name in Dawn. */
  readonly name: string;
  /** Its PCI address, `0000:00:07.0`, where it is known. */
  readonly pci?: string;
  readonly software: boolean;
}

/** A card in words: `card 1 (0000:00:08.0)`. */
export function cardText({ index, pci }: Card): string {
  return `card ${index}${pci === undefined ? "" : ` (${pci})`}`;
}

/** A number of a card: longer numbers are parts of names, such as Intel's 620. */
const NUMBER = /^\d{1,2}$/;
const PCI = /^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/i;

/** Whether the user's text for an adapter is a card's number or address, and not a part of a name. */
export function meansCard(adapter: string): boolean {
  return NUMBER.test(adapter) || PCI.test(adapter);
}

/**
 * The card of a number or a PCI address.
 * @throws InputError with a list of the cards if no card matches.
 */
export function findCard(cards: readonly Card[], adapter: string): Card {
  const found = cards.find(({ index, pci }) => String(index) === adapter || pci === adapter.toLowerCase());
  if (found !== undefined) return found;
  const list = cards.map((card) => `${cardText(card)} ${card.name}`).join(", ");
  throw new InputError(`adapter "${adapter}": ${list === "" ? "there is no card" : `there are: ${list}`}`);
}

export function gpuCards(cards: readonly Card[]): readonly Card[] {
  return cards.filter(({ software }) => !software);
}

/**
 * The cards that Mesa's device-select layer lists under `MESA_VK_DEVICE_SELECT=list`.
 * @param text output of the process, with lines of other programs.
 * @returns an empty list if the layer wrote nothing.
 */
export function parseLayerListing(text: string): Card[] {
  const lines = text.split("\n");
  const head = lines.indexOf("selectable devices:");
  if (head < 0) return [];
  const found = lines.slice(head + 1).flatMap((line) => {
    const [, name, kind, pci] = LISTED.exec(line) ?? [];
    return name === undefined ? [] : [{ name, pci: pci?.toLowerCase(), software: kind.startsWith("CPU") }];
  });
  return found.map(({ pci, ...card }, index) => ({ index, ...card, ...(pci === undefined ? {} : { pci }) }));
}

/** `  GPU 0: 10de:2330 "NVIDIA H100 80GB HBM3" discrete GPU 0000:00:07.0`. */
const LISTED = /^\s*GPU \d+: [0-9a-f]+:[0-9a-f]+ "(.*)" (.+?)(?: ([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f]))?$/i;

/** An NVIDIA card as its driver describes it in /proc/driver/nvidia/gpus. */
interface NvidiaCard {
  readonly pci: string;
  readonly name: string;
  /** N of /dev/nvidiaN. */
  readonly minor: number;
}

/** Reads `/proc/driver/nvidia/gpus/ADDRESS/information`; undefined if a field is missing. */
export function parseNvidiaCard(pci: string, text: string): NvidiaCard | undefined {
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+?)\\s*$`, "m").exec(text)?.[1];
  const [name, minor] = [field("Model"), field("Device Minor")];
  if (!PCI.test(pci) || name === undefined || minor === undefined || !/^\d{1,4}$/.test(minor)) return undefined;
  return { pci: pci.toLowerCase(), name, minor: Number(minor) };
}

/**
 * Cards by Dawn's names of adapters, for systems without the layer. NVIDIA's driver lists its cards by PCI address, so
 * cards of one name get the addresses of that name in ascending order.
 */
export function cardsByName(names: readonly string[], nvidia: readonly NvidiaCard[]): Card[] {
  const left = [...nvidia].sort((a, b) => a.pci.localeCompare(b.pci));
  return names.map((name, index) => {
    const at = left.findIndex((card) => card.name === name);
    const [card] = at < 0 ? [] : left.splice(at, 1);
    return { index, name, software: SOFTWARE.test(name), ...(card === undefined ? {} : { pci: card.pci }) };
  });
}

/** Names of software devices: Mesa's and Google's. */
const SOFTWARE = /llvmpipe|lavapipe|swiftshader/i;

/** The way that a process is bound to one card. */
export interface Binding {
  readonly card: Card;
  /** Name of the adapter for Dawn. */
  readonly adapter: string;
  /** Environment variables that the process needs. */
  readonly variables: Readonly<Record<string, string>>;
  /** Command and arguments that precede the process's own. */
  readonly wrapper: readonly string[];
}

/** Shell script that hides files and then runs its remaining arguments. */
const HIDE = [
  'n=$1; shift; while [ "$n" -gt 0 ]; do mount --bind /dev/null "$1" || exit 71; shift; n=$((n - 1)); done; exec "$@"',
  "ldpc",
];

/**
 * Binds a process to a card. Dawn chooses adapters by name, so a name that only one card has is enough. Among cards of
 * one name Mesa's device-select layer moves the chosen card to the front; without the layer the process runs in a mount
 * namespace in which /dev/null replaces the other cards' device files.
 * @param cards all cards.
 */
export function bindingOf(card: Card, cards: readonly Card[], system: CardSystem): Binding {
  const bound = { card, adapter: card.name, variables: {}, wrapper: [] };
  const others = cards.filter(({ name, index }) => name === card.name && index !== card.index);
  if (others.length === 0) return bound;
  if (system.hasLayer && card.pci !== undefined) {
    return { ...bound, variables: { DRI_PRIME: `pci-${card.pci.replaceAll(/[:.]/g, "_")}` } };
  }
  const files = others.map(({ pci }) => (pci === undefined ? [] : system.deviceFiles(pci)));
  const nodes = files.flat();
  const namespace = files.some(({ length }) => length === 0) ? undefined : system.namespace(nodes);
  if (namespace === undefined) throw new InputError(indistinct(card, others));
  return { ...bound, wrapper: [...namespace, "sh", "-c", ...HIDE, String(nodes.length), ...nodes] };
}

function indistinct(card: Card, others: readonly Card[]): string {
  const names = [card, ...others].map(cardText).join(", ");
  return (
    `${names} are all named ${card.name}, and nothing here tells them apart: install Mesa's device-select layer (mesa-vulkan-drivers ` +
    "on Debian and Ubuntu), or allow mount namespaces (unshare -rm), or start one process for each card in a container or Slurm task " +
    "that sees that card alone"
  );
}

/**
 * Binds this process to the card of a number or address that the user gave, before Dawn looks for an adapter.
 * @returns the name of the adapter.
 * @throws InputError for an unknown card, or if only a process of its own can be bound to the card.
 */
export function bindThisProcess(adapter: string, system: CardSystem): string {
  const card = findCard(system.cards, adapter);
  const { variables, wrapper, adapter: name } = bindingOf(card, system.cards, system);
  if (wrapper.length > 0) {
    throw new InputError(
      `adapter "${adapter}": here only a process of its own can be bound to ${cardText(card)}, as ldpc simulate and ldpc sweep start it; ` +
        "install Mesa's device-select layer (mesa-vulkan-drivers on Debian and Ubuntu), which binds this command too",
    );
  }
  Object.assign(process.env, variables);
  return name;
}

/** This machine's information about its cards; tests pass their own. */
export interface CardSystem {
  readonly cards: readonly Card[];
  /** Whether Mesa's device-select layer is loaded. */
  readonly hasLayer: boolean;
  /** The device files of the card at a PCI address, in /dev. */
  deviceFiles(pci: string): readonly string[];
  /**
   * The command that starts another command in a mount namespace in which these files can be hidden; undefined if the
   * system refuses.
   */
  namespace(files: readonly string[]): readonly string[] | undefined;
}

/** Folders in which a machine describes its devices. */
interface Places {
  readonly proc: string;
  readonly sys: string;
  readonly dev: string;
}

const PLACES: Places = { proc: "/proc", sys: "/sys", dev: "/dev" };
/** Milliseconds for Dawn to enumerate all drivers; eight cards took less than five seconds. */
const LISTING_TIMEOUT = 60_000;
/** Number of attempts. A driver such as Mesa's may end the process on a busy machine, twice in a row too; a broken driver ends it every time. */
const ATTEMPTS = 4;

/**
 * Lists this machine's cards: a separate process lets Dawn enumerate all adapters, with the device-select layer set to
 * list them.
 * @param places folders of the files that describe devices; tests pass their own.
 * @param entry of the process; tests pass their own.
 * @throws InputError if the process fails, which a driver may make it do.
 */
export async function cardSystem(
  places: Places = PLACES,
  entry: ProcessEntry = entryBeside("listing-worker", import.meta.url),
): Promise<CardSystem> {
  const { said, names } = await askProcess(entry);
  const listed = parseLayerListing(said);
  const nvidia = nvidiaCards(places);
  return {
    cards: listed.length > 0 ? listed : cardsByName(names, nvidia),
    hasLayer: listed.length > 0,
    deviceFiles: (pci) => deviceFiles(pci, nvidia, places),
    namespace: (files) => NAMESPACES.find((command) => canHide(command, files)),
  };
}

/** The listing process's stderr, and the names of adapters that it found if no layer ended it. @throws InputError with its own refusal. */
async function askProcess(
  entry: ProcessEntry,
  attempts = ATTEMPTS,
): Promise<{ readonly said: string; readonly names: readonly string[] }> {
  let said: string;
  let found: ListingAnswer;
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...childExecArgv(entry), entry.path], {
      env: { ...process.env, MESA_VK_DEVICE_SELECT: "list" },
      timeout: LISTING_TIMEOUT,
    });
    [said, found] = [stderr, stdout.trim() === "" ? [] : JSON.parse(stdout)];
  } catch (error) {
    const failure = error as ListingFailure;
    if (failure.signal && !failure.killed && attempts > 1) return askProcess(entry, attempts - 1);
    throw new InputError(
      `the GPUs of this machine cannot be listed, because ${failureText(failure)}: name an adapter by a part of its ` +
        'name, give a number of jobs, or choose engine "cpu"',
    );
  }
  if ("refusal" in found) throw new InputError(found.refusal);
  return { said, names: found };
}

/** The process's stdout: names of adapters, or the message of an InputError. */
export type ListingAnswer = readonly string[] | { readonly refusal: string };

/** The end of a process in the form of `execFile`. */
type ListingFailure = Error & {
  readonly signal?: string | null;
  readonly killed?: boolean;
  readonly code?: number | string;
  readonly stderr?: string;
};

function failureText({ killed, signal, code, message, stderr = "" }: ListingFailure): string {
  if (killed) return `a driver took more than ${LISTING_TIMEOUT / 1000} s`;
  if (!signal && code === undefined) return `a driver wrote into their list (${printable(message)})`;
  const end = signal ? `a driver ended the process (${signal})` : `the process ended with status ${code}`;
  const last = stderr.trim().split("\n").at(-1)!;
  return last === "" ? end : `${end} after the line "${printable(last, LINE_SHOWN)}"`;
}

const LINE_SHOWN = 300;

function nvidiaCards({ proc }: Places): NvidiaCard[] {
  const folder = join(proc, "driver", "nvidia", "gpus");
  return names(folder).flatMap((pci) => parseNvidiaCard(pci, text(join(folder, pci, "information"))) ?? []);
}

/** NVIDIA's own device files, or the files of Linux's graphics drivers. */
function deviceFiles(pci: string, nvidia: readonly NvidiaCard[], { sys, dev }: Places): string[] {
  const own = nvidia.filter((card) => card.pci === pci).map(({ minor }) => join(dev, `nvidia${minor}`));
  const graphics = names(join(sys, "bus", "pci", "devices", pci, "drm")).map((name) => join(dev, "dri", name));
  return [...own, ...graphics].filter((file) => statSync(file, { throwIfNoEntry: false }) !== undefined);
}

/** Commands for root, and for users who may create namespaces. */
const NAMESPACES = [
  ["unshare", "-m"],
  ["unshare", "-rm"],
] as const;

function canHide([command, ...args]: readonly string[], files: readonly string[]): boolean {
  const hide = 'for file in "$@"; do mount --bind /dev/null "$file" || exit 1; done';
  return spawnSync(command, [...args, "sh", "-c", hide, "sh", ...files], { stdio: "ignore" }).status === 0;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function text(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
