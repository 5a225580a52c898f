import { InputError } from "../../errors.ts";

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
/** A PCI address. */
const PCI = /^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/i;

/** Whether the user's text for an adapter is a card's number or address, and not a part of a name. */
export function meansCard(adapter: string): boolean {
  return NUMBER.test(adapter) || PCI.test(adapter);
}

/**
 * The card of a number or a PCI address.
 * @throws InputError with a list of the cards if no card matches.
 * @example
 * findCard(await listCards(), "1").name;
 */
export function findCard(cards: readonly Card[], adapter: string): Card {
  const found = cards.find(({ index, pci }) => String(index) === adapter || pci === adapter.toLowerCase());
  if (found !== undefined) return found;
  const list = cards.map((card) => `${cardText(card)} ${card.name}`).join(", ");
  throw new InputError(`adapter "${adapter}": ${list === "" ? "there is no card" : `there are: ${list}`}`);
}

/** The cards that are GPUs. */
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
export interface NvidiaCard {
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
