import { type Binding, bindingOf } from "../../node/cards/binding.ts";
import { type Card, cardText, findCard, gpuCards, meansCard } from "../../node/cards/card.ts";
import type { CardSystem } from "../../node/cards/system.ts";
import { ALL_ADAPTERS, type EngineChoice, engineChoice } from "../../node/engine/engines.ts";
import { counted } from "../../report/format.ts";
import { requireEngineOptions } from "../options/engine.ts";
import type { SimulateOptions } from "./options.ts";

/** Options that determine the workers. */
type CrewOptions = Pick<SimulateOptions, "jobs"> & Omit<EngineChoice, "jobs">;

/** A worker to start. */
export interface CrewMember {
  readonly engine: EngineChoice;
  /** The card, if the choice of the engine alone does not determine it. */
  readonly binding?: Binding;
}

/** The workers of a command on this machine. */
export interface Crew {
  /** The workers, at least one. */
  readonly members: readonly CrewMember[];
  /** Whether this process is the only worker. */
  readonly isHere: boolean;
  /** Text about the workers for the user; undefined if the options already describe them. */
  readonly text?: string;
}

/**
 * Plans the workers for --jobs and --adapter. `--jobs auto` and `--adapter all` give one worker for each GPU. Several workers are
 * distributed over several GPUs in turn.
 * @param askSystem lists this machine's cards. Called only if the options need the list.
 * @throws InputError for an unknown card, or for cards of one name that cannot be distinguished.
 */
export async function planCrew(options: CrewOptions, askSystem: () => Promise<CardSystem>): Promise<Crew> {
  const { engine, adapter, jobs } = options;
  requireEngineOptions(options);
  const needsCards =
    engine !== "cpu" && (jobs === "auto" || adapter === ALL_ADAPTERS || (adapter !== undefined && meansCard(adapter)));
  if (!needsCards) {
    const count = jobs === undefined || jobs === "auto" ? 1 : jobs;
    const choice = engineChoice({ ...options, jobs: count });
    return { members: Array.from({ length: count }, () => ({ engine: choice })), isHere: count === 1 };
  }
  const system = await askSystem();
  const chosen = chosenCards(system.cards, adapter);
  // Without a GPU, openEngine finds a software device or the CPU, or reports the missing device.
  if (chosen.length === 0) {
    const alone = { engine: engineChoice({ ...options, adapter: undefined, jobs: 1 }) };
    return { members: [alone], isHere: true, text: "there is no GPU: 1 worker" };
  }
  const count = typeof jobs === "number" ? jobs : chosen.length;
  const members = Array.from({ length: count }, (_, i) => {
    const binding = bindingOf(chosen[i % chosen.length], system.cards, system);
    return { engine: engineChoice({ ...options, adapter: binding.adapter, jobs: count }), binding };
  });
  return { members, isHere: count === 1 && members[0].binding.wrapper.length === 0, text: crewText(members) };
}

/** The cards of this machine that the option selects. */
function chosenCards(cards: readonly Card[], adapter: string | undefined): readonly Card[] {
  if (adapter === undefined || adapter === ALL_ADAPTERS) return gpuCards(cards);
  if (meansCard(adapter)) return [findCard(cards, adapter)];
  const named = cards.filter(({ name }) => name.toLowerCase().includes(adapter.toLowerCase()));
  return named.length > 0 ? named : [findCard(cards, adapter)];
}

/** `2 workers: card 0 (0000:00:07.0) NVIDIA H100, card 1 (0000:00:08.0) NVIDIA H100`. */
function crewText(members: readonly { readonly binding: Binding }[]): string {
  const cards = members.map(({ binding: { card } }) => `${cardText(card)} ${card.name}`);
  return `${counted(members.length, "worker")}: ${cards.join(", ")}`;
}
