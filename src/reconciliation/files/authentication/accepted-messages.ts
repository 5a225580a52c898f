import type { Party } from "../messages/headers.ts";
import { type KeySlots, type MessageMemory, readMemory, writeMemory } from "./key-slots.ts";
import type { SlotNames } from "./slot-names.ts";

/** The last message that was accepted. */
interface LastMessage {
  readonly slot: number;
  readonly digest: Uint8Array;
  readonly from: string;
}

/** The other end's messages that this end has accepted: each slot once, in rising order. */
export class AcceptedMessages {
  readonly #slots: KeySlots;
  readonly #names: SlotNames;

  constructor(slots: KeySlots, names: SlotNames) {
    this.#slots = slots;
    this.#names = names;
  }

  /** Memory of a slot's message, in the file or, for the latest message, in its name. */
  memory(slot: number): MessageMemory | undefined {
    const found = this.#slots.memory(slot);
    if (found?.accepted !== undefined) return found;
    const name = this.#names.memory(slot);
    return name === undefined ? undefined : readMemory(Buffer.from(name, "hex"));
  }

  /** The last accepted message; undefined before the first. */
  last(): LastMessage | undefined {
    const slot = Math.max(this.#names.highest("heard"), this.#slots.highestMemory(this.#peer));
    const memory = slot < 0 ? undefined : this.memory(slot);
    if (memory?.accepted === undefined) return undefined;
    return { slot, digest: memory.digest, from: memory.accepted.from };
  }

  /**
   * Accepts a message whose tag is right. On return its bits, and the bits of all lower slots of its sender, are zeros
   * on the disk. If two processes check at the same moment, the process with the lower slot may accept second: the
   * order is that of their checks.
   * @returns `taken` if a message was accepted in this slot before, a sentence if it comes from a third end.
   */
  accept(slot: number, memory: MessageMemory): string | undefined {
    if (!this.#names.accept(slot, writeMemory(memory).toString("hex"))) return "taken";
    // The name may have been made and removed before: the file then remembers the message, since it does so before the
    // removal.
    const first = this.#slots.memory(slot);
    const isFirst = first === undefined || writeMemory(first).equals(writeMemory(memory));
    // Read after the name exists: of two processes that accept at once, at least one sees the other's name.
    const senders = this.#names.slots("heard").map((each) => this.memory(each)?.accepted?.from);
    const third = senders.find((from) => from !== memory.accepted?.from);
    this.settle();
    if (!isFirst) return "taken";
    return third && `comes from a third end while end ${third} answers: make a new key for each pair of ends`;
  }

  /**
   * Brings the file to the state of the names, even after a process was killed: messages remembered, their bits
   * overwritten.
   */
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
