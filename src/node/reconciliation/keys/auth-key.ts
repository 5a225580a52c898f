import { createHash, timingSafeEqual } from "node:crypto";
import { InputError } from "../../../errors.ts";
import { ArrayFile } from "../../files/array-file.ts";
import type { Party } from "../messages/headers.ts";
import type { Seal } from "../messages/record-kind.ts";
import type { RecordReader } from "../messages/record-reader.ts";
import type { ToldLedger } from "./told-ledger.ts";
import { ONE_TIME_KEY_BYTES, TAG_BYTES, WegmanCarter } from "./wegman-carter.ts";

/** Bytes read at once. */
const AT_ONCE = 2 ** 20;

/**
 * A file of secret bits that both ends share, from which every message takes 32 bytes of its own: Alice's messages slots 0, 2, 4, …, Bob's
 * slots 1, 3, 5, …, so that the ends need not agree, and nobody's own message comes back to him as the other's. The ledger remembers the
 * slots that were taken: a slot used for two messages would tell its key.
 */
export class AuthKey {
  readonly #file: ArrayFile;
  readonly #digest: string;
  readonly #ledger: ToldLedger;
  /** Sum of the probabilities that a message which was checked here is forged. */
  #forgery = 0;
  #left: number | undefined;

  private constructor(file: ArrayFile, digest: string, ledger: ToldLedger) {
    this.#file = file;
    this.#digest = digest;
    this.#ledger = ledger;
  }

  /** @throws InputError if the file cannot be read or has no 64 bytes. */
  static async open(path: string, ledger: ToldLedger): Promise<AuthKey> {
    const { file, layout: digest } = await ArrayFile.open(path, async (opened) => {
      if (opened.size < 2 * ONE_TIME_KEY_BYTES) {
        throw new InputError(`has ${opened.size} bytes: a key has ${ONE_TIME_KEY_BYTES} for every message`, {
          file: path,
        });
      }
      const hash = createHash("sha256");
      for (let at = 0; at < opened.size; at += AT_ONCE) {
        const part = new Uint8Array(Math.min(AT_ONCE, opened.size - at));
        await opened.read(part, at);
        hash.update(part);
        part.fill(0);
      }
      return hash.digest("hex");
    });
    return new AuthKey(file, digest, ledger);
  }

  /** Takes the key of the next message that an end sends. @throws InputError if the key is used up. */
  async seal(party: Party): Promise<Seal> {
    const slots = Math.floor(this.#file.size / ONE_TIME_KEY_BYTES);
    const own = Math.floor((slots + (party === "alice" ? 1 : 0)) / 2);
    const taken = await this.#ledger.takeSlot(this.#digest, party);
    if (taken >= own) {
      throw new InputError(`is used up: ${own} messages of ${party} took all of its bytes, share a new one`, {
        file: this.#file.path,
      });
    }
    this.#left = (own - taken - 1) * ONE_TIME_KEY_BYTES;
    const slot = 2 * taken + (party === "alice" ? 0 : 1);
    const tag = new WegmanCarter(await this.#keyOf(slot));
    return { slot, add: (bytes) => tag.add(bytes), finish: () => tag.finish() };
  }

  /**
   * Checks a message of an end.
   * @throws InputError if it has no tag, one of the other end's keys or a wrong one.
   */
  async check<Header extends object>(message: RecordReader<Header>, party: Party): Promise<void> {
    const { seal, path } = message;
    if (seal === undefined) {
      throw new InputError("has no tag: the other end must say --auth-key too", { file: path });
    }
    const expected = party === "alice" ? 0 : 1;
    if (seal.slot % 2 !== expected || (seal.slot + 1) * ONE_TIME_KEY_BYTES > this.#file.size) {
      throw new InputError(
        `is tagged with a key that is not ${party}'s: it does not come from there, or of another key`,
        {
          file: path,
        },
      );
    }
    const tag = new WegmanCarter(await this.#keyOf(seal.slot));
    let bytes = 0;
    for await (const part of message.content()) {
      tag.add(part);
      bytes += part.length;
    }
    if (!timingSafeEqual(tag.finish(), seal.tag)) {
      throw new InputError("has a wrong tag: it was changed on its way, or made with another --auth-key", {
        file: path,
      });
    }
    this.#forgery += (Math.ceil(bytes / TAG_BYTES) + 1) * 2 ** -128;
  }

  /** What a summary says. */
  get summary(): { readonly forgery: number; readonly keyBytesLeft?: number } {
    return { forgery: this.#forgery, keyBytesLeft: this.#left };
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #keyOf(slot: number): Promise<Uint8Array> {
    const key = new Uint8Array(ONE_TIME_KEY_BYTES);
    await this.#file.read(key, slot * ONE_TIME_KEY_BYTES);
    return key;
  }
}
