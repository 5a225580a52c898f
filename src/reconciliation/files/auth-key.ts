import { createHash, timingSafeEqual } from "node:crypto";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { InputError } from "../../index.ts";
import { drawHashKey, KeyHash, TAG_BYTES, WegmanCarter } from "./hashes.ts";
import type { Party } from "./headers.ts";
import {
  type KeyHeader,
  KeySlots,
  type MessageMemory,
  partyOfSlot,
  readMemory,
  SLOT_KEY_BYTES,
  SlotNames,
  writeMemory,
} from "./key-slots.ts";
import {
  type FoundSeal,
  type RecordReader,
  SEAL_FIELD_BYTES,
  SEAL_TAG_BYTES,
  type Seal,
  type TagMode,
  writeSealFields,
} from "./record-file.ts";

/** A tag of a message that comes in parts. */
interface Tag {
  add(bytes: Uint8Array): void;
  /** The tag, 32 bytes. */
  finish(): Uint8Array;
}

/** Computes the tags of a mode from the 32 bytes of a slot. */
function tagOf(mode: TagMode, key: Uint8Array): Tag {
  if (mode === "one-time") {
    const tag = new WegmanCarter(key);
    return {
      add: (bytes) => tag.add(bytes),
      finish() {
        const bytes = new Uint8Array(SEAL_TAG_BYTES);
        bytes.set(tag.finish());
        return bytes;
      },
    };
  }
  const tag = hmac.create(sha256, key);
  return {
    add: (bytes) => void tag.update(bytes),
    finish: () => tag.digest(),
  };
}

/**
 * Upper bound of the probability that a message passes which its sender has not sent.
 * @param mode with `one-time` for any computing power of the forger; with `long-lived` for a forger to whom
 * HMAC-SHA-256 is a random function, so that a tag is a guess.
 * @param bytes of the message before its seal.
 */
function forgeryProbability(mode: TagMode, bytes: number): number {
  if (mode === "long-lived") return 2 ** (-8 * SEAL_TAG_BYTES);
  return (Math.ceil((bytes + SEAL_FIELD_BYTES) / TAG_BYTES) + 1) * 2 ** -128;
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
  last() {
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

/** Summary of the messages that a key has sealed and checked. */
export interface AuthSummary {
  readonly mode: TagMode;
  /** Probability, at most, that a message that was checked here is forged; with `long-lived` for whom HMAC-SHA-256 is random. */
  readonly forgery: number;
  /** Messages of this end for which the key has bits left. */
  readonly messagesLeft: number;
  /** Slots of the other end's messages that have not arrived, as far as the checked messages show. */
  readonly missed: readonly number[];
  /** Notices about the key for the user. */
  readonly notices: readonly string[];
}

/**
 * A key file that authenticates the messages of one end to one other end. State and key are one: bits are overwritten
 * before the tag made from them leaves the process, and likewise the bits of an accepted message. No step depends on
 * time (doc/design/reconciliation.md, "Which slot is whose"): a slot belongs to the process that has made its name
 * (`SlotNames`), and is used if its bits are zeros (`KeySlots`).
 */
export class AuthKey {
  readonly #slots: KeySlots;
  readonly #names: SlotNames;
  readonly #accepted: AcceptedMessages;
  readonly #header: KeyHeader;
  readonly #notices: string[] = [];
  readonly #missed = new Set<number>();
  #forgery = 0;
  /** Keys of used slots that came back by a copy of the file. */
  #restored = 0;

  private constructor(slots: KeySlots) {
    this.#slots = slots;
    this.#header = slots.header;
    this.#names = new SlotNames(slots.place, this.#header.endId);
    this.#accepted = new AcceptedMessages(slots, this.#names);
    if (slots.isOpenToOthers) {
      this.#notices.push(`${slots.path} can be read by other users of this machine: chmod 600 ${slots.path}`);
    }
  }

  /** @throws InputError as `KeySlots.open`. */
  static open(path: string): AuthKey {
    return new AuthKey(KeySlots.open(path));
  }

  /** Id of the key, which both ends have. */
  get id(): string {
    return this.#header.ids[0];
  }

  /** One-time bits that this process has used up, of messages of both ends; a long-lived secret is not used up. */
  get spentBits(): number {
    return this.#header.mode === "one-time" ? 8 * SLOT_KEY_BYTES * (this.#slots.erased - this.#restored) : 0;
  }

  /** Takes the bits of the next message of this end: they are zeros on the disk when the seal is returned. */
  seal(party: Party): Seal {
    this.#requireEnd(party);
    const { slot, previous, key } = this.#take();
    const last = this.#accepted.last();
    const fields = writeSealFields({
      mode: this.#header.mode,
      slot,
      previous,
      key: this.#header.ids[0],
      from: this.#header.endId,
      to: last?.from,
      heard: last && { slot: last.slot, digest: last.digest },
    });
    const tag = tagOf(this.#header.mode, key);
    key.fill(0);
    const whole = createHash("sha256");
    const add = (bytes: Uint8Array) => {
      tag.add(bytes);
      whole.update(bytes);
    };
    return {
      add,
      finish: () => {
        add(fields);
        const made = tag.finish();
        this.#slots.remember(slot, { digest: whole.update(made).digest() });
        return Buffer.concat([fields, made]);
      },
    };
  }

  /**
   * Checks a message of the other end, and accepts its slot: once, and in rising order. The same message may be checked
   * again.
   */
  async check<Header extends object>(message: RecordReader<Header>, party: Party): Promise<void> {
    this.#requireEnd(party === "alice" ? "bob" : "alice");
    const refuse = (text: string) => new InputError(text, { file: message.path });
    const seal = this.#requireSeal(message, party);
    const { slot } = seal;
    const memory = this.#accepted.memory(slot);
    if (memory?.accepted !== undefined) {
      const { hash } = await this.#read(message, memory.accepted.hashKey);
      if (!timingSafeEqual(hash, memory.accepted.hash)) throw refuse(takenText(slot));
      // The accepting process may have been killed before its bits were overwritten.
      this.#accepted.settle();
      return;
    }
    const last = this.#accepted.last();
    const key = this.#slots.key(slot);
    if (key === undefined || slot <= this.#names.highest("heard")) {
      throw refuse(
        `is in slot ${slot}, but the last message accepted is in slot ${last?.slot ?? "none"}: messages are accepted once and in rising order, this one is old or of a copy of the other end's key file`,
      );
    }
    const tag = tagOf(seal.mode, key);
    key.fill(0);
    const hashKey = drawHashKey();
    const { hash, digest } = await this.#read(message, hashKey, tag);
    if (!timingSafeEqual(tag.finish(), seal.tag)) {
      throw refuse("has a wrong tag: it was changed on its way, or made with another key");
    }
    this.#requirePair(seal, message.path);
    const fault = this.#accepted.accept(slot, { digest, accepted: { hashKey, hash, from: seal.from } });
    // Another process was faster, with this message or another one.
    if (fault === "taken") return this.check(message, party);
    if (fault !== undefined) throw refuse(fault);
    const { previous } = seal;
    if (previous !== undefined && previous > (last?.slot ?? -1)) this.#missed.add(previous);
  }

  get summary(): AuthSummary {
    const { end, mode } = this.#header;
    const messagesLeft = this.#slots.unused(end, this.#names.highest("sent")).count;
    const missed = [...this.#missed].sort((a, b) => a - b);
    return { mode, forgery: this.#forgery, messagesLeft, missed, notices: [...this.#notices] };
  }

  /** The output of `ldpc key show`. */
  get state() {
    const { mode, end, endId, ids, slots } = this.#slots.header;
    const [id, ...additions] = ids;
    const [sent, last] = [this.#names.highest("sent"), this.#accepted.last()];
    const left = (party: Party, above: number) => this.#slots.unused(party, above).count;
    return {
      id,
      additions,
      end,
      endId,
      otherEnd: last?.from,
      mode,
      slots,
      sent: sent < 0 ? undefined : sent,
      heard: last?.slot,
      messagesLeft: { sent: left(end, sent), heard: left(end === "alice" ? "bob" : "alice", last?.slot ?? -1) },
    };
  }

  close(): void {
    this.#slots.close();
  }

  /**
   * Takes a slot: its name first, then its bits. Of two processes only one can make the name. A process that makes a
   * name which existed before and was removed finds zeros, because names are removed after their bits.
   */
  #take(): { readonly slot: number; readonly previous?: number; readonly key: Uint8Array } {
    const { end } = this.#header;
    for (;;) {
      const previous = this.#names.highest("sent");
      // Above the last accepted slot: of two ends that answer different messages with the same key, each has slots of
      // its own.
      const above = Math.max(previous, this.#accepted.last()?.slot ?? -1);
      const { first: slot } = this.#slots.unused(end, above);
      if (slot === undefined) {
        throw new InputError(
          `has no bits left for messages of ${end}: add fresh ones at both ends with ldpc key add, or make a new key`,
          { file: this.#slots.path },
        );
      }
      if (!this.#names.claim(slot) || this.#names.highest("sent") > slot) continue;
      const key = this.#slots.key(slot);
      if (key === undefined) continue;
      // A killed process leaves its own slot, or a slot that another process has skipped; restoring the file from a
      // copy brings many back.
      const before = this.#names.slots("sent").at(-3) ?? -1;
      const restored = this.#slots.erase(end, before);
      this.#restored += restored;
      if (restored > 0) {
        this.#notices.push(
          `${this.#slots.path}: used bits up to slot ${before} were there again, and are deleted: never put a copy in the place of a key file`,
        );
      }
      this.#slots.erase(end, slot);
      this.#slots.requireInPlace();
      this.#names.tidy("sent");
      return { slot, previous: previous < 0 ? undefined : previous, key };
    }
  }

  /** Reads all of a message: its hash under a key, its SHA-256, and its tag. */
  async #read<Header extends object>(
    message: RecordReader<Header>,
    hashKey: Uint8Array,
    tag?: Tag,
  ): Promise<{ hash: Uint8Array; digest: Uint8Array }> {
    const { bytes, tag: found, mode } = message.seal!;
    const [hash, whole] = [new KeyHash(hashKey), createHash("sha256")];
    let length = 0;
    const add = (part: Uint8Array) => {
      hash.add(part);
      whole.update(part);
    };
    for await (const part of message.pin()) {
      add(part);
      tag?.add(part);
      length += part.length;
    }
    tag?.add(bytes.subarray(0, bytes.length - found.length));
    add(bytes);
    this.#forgery += forgeryProbability(mode, length);
    return { hash: hash.finish(), digest: whole.digest() };
  }

  /** The seal of a message, checked except for its tag. */
  #requireSeal<Header extends object>({ seal, path }: RecordReader<Header>, party: Party): FoundSeal {
    const { mode, ids, slots } = this.#header;
    const fault =
      seal === undefined
        ? "has no tag: the other end must say --auth-key too"
        : seal.key !== ids[0]
          ? `is sealed with key ${seal.key}, not with ${ids[0]}: both ends make their key files from the same bits`
          : seal.mode !== mode
            ? `is sealed with a ${seal.mode} key, but ${this.#slots.path} is a ${mode} one`
            : partyOfSlot(seal.slot) !== party
              ? `is in slot ${seal.slot}, which is not ${party}'s: it does not come from there`
              : seal.slot >= slots
                ? `is in slot ${seal.slot}, but the key has ${slots} slots: add the bits here that were added there`
                : undefined;
    if (fault !== undefined) throw new InputError(fault, { file: path });
    return seal!;
  }

  /**
   * A message with a right tag is still refused if it comes from a third end, or if its sender accepted a message that
   * this end did not send.
   */
  #requirePair({ from, to, heard }: FoundSeal, file: string): void {
    const { endId } = this.#header;
    const last = this.#accepted.last();
    const said: MessageMemory | undefined = heard && this.#slots.memory(heard.slot);
    const fault =
      last !== undefined && last.from !== from
        ? `comes from end ${from}, but this key belongs to this end and end ${last.from}: a third end has it, or the other end has made its key file twice; make a new key for each pair of ends`
        : to !== undefined && to !== endId
          ? `is for end ${to}, but this end is ${endId}: three ends have this key, or this end has made its key file twice; make a new key for each pair of ends`
          : heard !== undefined && (said === undefined || Buffer.compare(said.digest, heard.digest) !== 0)
            ? `answers a message in slot ${heard.slot} which this key file did not send: a copy of it is used elsewhere, or it was restored; make a new key`
            : undefined;
    if (fault !== undefined) throw new InputError(fault, { file });
  }

  #requireEnd(party: Party): void {
    const { end } = this.#header;
    if (party === end) return;
    throw new InputError(
      `is the key file of ${end}'s end, but this step is ${party}'s: give the one that was made here`,
      { file: this.#slots.path },
    );
  }
}

function takenText(slot: number): string {
  return `is not the message that was accepted in slot ${slot}: it was changed since, or the other end has used a copy of its key file, or an old one`;
}
