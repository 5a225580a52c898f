import { execFile, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { childExecArgv } from "../engine/child-arguments.ts";
import { entryBeside, type ProcessEntry } from "../engine/entry.ts";
import { type Card, cardsByName, type NvidiaCard, parseLayerListing, parseNvidiaCard } from "./card.ts";

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
async function askProcess(entry: ProcessEntry): Promise<Listing> {
  const { said, found } = await answerOf(entry, ATTEMPTS);
  if ("refusal" in found) throw new InputError(found.refusal);
  return { said, names: found };
}

async function answerOf(entry: ProcessEntry, attempts: number): Promise<{ said: string; found: ListingAnswer }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...childExecArgv(entry), entry.path], {
      env: { ...process.env, MESA_VK_DEVICE_SELECT: "list" },
      timeout: LISTING_TIMEOUT,
    });
    return { said: stderr, found: stdout.trim() === "" ? [] : (JSON.parse(stdout) as ListingAnswer) };
  } catch (error) {
    const failure = error as ListingFailure;
    if (failure.signal && !failure.killed && attempts > 1) return answerOf(entry, attempts - 1);
    throw new InputError(
      `the GPUs of this machine cannot be listed, because ${failureText(failure)}: name an adapter by a part of its ` +
        'name, give a number of jobs, or choose engine "cpu"',
    );
  }
}

interface Listing {
  readonly said: string;
  readonly names: readonly string[];
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
