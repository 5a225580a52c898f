import { InputError } from "../../errors.ts";
import { type Card, cardText, findCard } from "./card.ts";
import type { CardSystem } from "./system.ts";

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
 * @throws InputError naming the remedy if the system has neither.
 * @example
 * const { variables, wrapper } = bindingOf(cards[1], cards, system); // { DRI_PRIME: "pci-0000_00_08_0" }, []
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
