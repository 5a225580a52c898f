import type { Party } from "../messages/headers.ts";
import { type KeySlots, type MessageMemory, readMemory, writeMemory } from "./key-slots.ts";
import type { SlotNames } from "./slot-names.ts";

/** The last message that was accepted. */
interface LastMessage {
  readonly slot: number;
  readonly digest: Uint8Array;
  readonly from: string;
}

/** Messages of the other end that an end has accepted: each slot once, in rising order. */
export class AcceptedMessages {
  readonly #slots: KeySlots;
  readonly #names: SlotNames;

  constructor(slots: KeySlots, names: SlotNames) {
    this.#slots = slots;
    this.#names = names;
  }

  /** What is remembered of a slot's message, in the file or, of the latest, in its name. */
  memory(slot: number): MessageMemory | undefined {
    const found = this.#slots.memory(slot);
    if (found?.accepted !== undefined) return found;
    const name = this.#names.memory(slot);
    return name === undefined ? undefined : readMemory(Buffer.from(name, "hex"));
  }

  /** Nothing if none was accepted. */
  last(): LastMessage | undefined {
    const slot = Math.max(this.#names.highest("heard"), this.#slots.highestMemory(this.#peer));
    const memory = slot < 0 ? undefined : this.memory(slot);
    if (memory?.accepted === undefined) return undefined;
    return { slot, digest: memory.digest, from: memory.accepted.from };
  }

  /**
   * Accepts a message whose tag is right. Its bits, and those of all slots of its sender below, are zeros on the disk when this returns. Of two
   * processes that have looked at the same moment the one with the lower slot may come second: the order is that of their looks.
   * @returns `taken` if a message was accepted in this slot before, a sentence if it comes from a third end.
   */
  accept(slot: number, memory: MessageMemory): string | undefined {
    if (!this.#names.accept(slot, writeMemory(memory).toString("hex"))) return "taken";
    // The name may have been removed since it was made first: the file then remembers the message, as it is done before.
    const first = this.#slots.memory(slot);
    const isFirst = first === undefined || writeMemory(first).equals(writeMemory(memory));
    // Looked at after the name is there: of two processes that accept at once, one at least sees the other.
    const senders = this.#names.slots("heard").map((each) => this.memory(each)?.accepted?.from);
    const third = senders.find((from) => from !== memory.accepted?.from);
    this.settle();
    if (!isFirst) return "taken";
    return third && `comes from a third end while end ${third} answers: make a new key for each pair of ends`;
  }

  /** Brings the file to the state that the names tell, also after a process that was killed: messages remembered, their bits overwritten. */
  settle(): void {
    const slots = this.#names.slots("heard");
    for (const slot of slots) {
      const memory = this.memory(slot);
      if (memory !== undefined && this.#slots.memory(slot)?.accepted === undefined) this.#slots.remember(slot, memory);
    }
    this.#slots.erase(this.#peer, slots.at(-1) ?? -1);
    this.#slots.requireInPlace();
    this.#names.tidy("heard");
  }

  get #peer(): Party {
    return this.#slots.header.end === "alice" ? "bob" : "alice";
  }
}
