import type { ReferenceMessage } from "../../core/gaussian-blocks.ts";
import { messageBytesOf, type StreamHeader } from "./headers.ts";

/** Messages of blocks as the payloads of a syndrome file: of each block its syndrome, its hash and of values its rotations. */
export function joinMessages(
  message: Omit<ReferenceMessage, "rotations"> & Partial<ReferenceMessage>,
  stream: StreamHeader,
): Uint8Array {
  const { syndrome, hash, rotations } = messageBytesOf(stream);
  const count = message.hashes.length / hash;
  const bytes = syndrome + hash + rotations;
  const payloads = new Uint8Array(count * bytes);
  const parts: [Uint8Array, number][] = [
    [message.syndromes, syndrome],
    [message.hashes, hash],
    [message.rotations ?? new Uint8Array(0), rotations],
  ];
  for (let i = 0; i < count; i++) {
    let position = i * bytes;
    for (const [part, size] of parts) {
      payloads.set(part.subarray(i * size, (i + 1) * size), position);
      position += size;
    }
  }
  return payloads;
}

/** Splits the output of `joinMessages`; rotations are empty unless the stream is of values. */
export function splitMessages(payloads: Uint8Array, stream: StreamHeader): ReferenceMessage {
  const { syndrome, hash, rotations } = messageBytesOf(stream);
  const bytes = syndrome + hash + rotations;
  const count = payloads.length / bytes;
  const part = (start: number, size: number) => {
    const all = new Uint8Array(count * size);
    for (let i = 0; i < count; i++) {
      all.set(payloads.subarray(i * bytes + start, i * bytes + start + size), i * size);
    }
    return all;
  };
  return { syndromes: part(0, syndrome), hashes: part(syndrome, hash), rotations: part(syndrome + hash, rotations) };
}
