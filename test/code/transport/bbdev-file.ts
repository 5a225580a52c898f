import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** A test vector of DPDK's test-bbdev. */
export interface BbdevVector {
  /** Numbers, flags and texts by name. */
  readonly fields: Readonly<Record<string, string>>;
  number(name: string): number;
  /** Bytes of an array of words. In network order the first byte is the most significant one. */
  bytes(name: string): Uint8Array;
  /** Bits of an array, the most significant bit of each byte first. */
  bits(name: string): Uint8Array;
}

/** Reads a file: `name =`, its value on the same or the next lines, and comments behind `#`. */
export function readBbdev(url: URL): BbdevVector {
  const fields: Record<string, string> = {};
  let name = "";
  for (const line of readFileSync(url, "utf8").split("\n")) {
    const text = line.split("#")[0].trim();
    const [, key, value] = /^(\w+)\s*=\s*(.*)$/.exec(text) ?? [];
    if (key !== undefined) name = key;
    if (text !== "") fields[name] = `${fields[name] ?? ""} ${value ?? text}`.trim();
  }
  return vectorOf(fields);
}

function vectorOf(fields: Readonly<Record<string, string>>): BbdevVector {
  const bytes = (field: string) => {
    const words = [...fields[field].matchAll(/0x([0-9a-fA-F]+)/g)].map(([, digits]) => digits);
    const all = words.map((digits) => [...digits.matchAll(/../g)].map(([byte]) => Number.parseInt(byte, 16)));
    return Uint8Array.from(all.flatMap((word) => (fields.network_order === "1" ? word : word.reverse())));
  };
  return {
    fields,
    number: (field) => Number(fields[field]),
    bytes,
    bits: (field) =>
      Uint8Array.from([...bytes(field)].flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => (byte >> i) & 1))),
  };
}

/** Two transmissions of a transport block, of two of DPDK's files whose bytes are compressed or given by their SHA-256. */
export interface CompactHarq {
  /** The fields of both files. */
  readonly vectors: readonly BbdevVector[];
  /** [transmission] received LLRs of all code blocks. */
  readonly llrs: readonly Int8Array[];
  /** Bytes of the soft buffers of all code blocks, and digest of the bytes after the first transmission. */
  readonly harq_bytes: number;
  readonly harq_output0: string;
  /** Bits of the transport block, and digest of the bits, a byte each. */
  readonly output_bits: number;
  readonly output0: string;
}

/** Reads ldpc_dec_tb_harq_2.json or ldpc_dec_tb_harq_3.json. */
export function readCompactHarq(url: URL): CompactHarq {
  const { input0, rv_index, harq_bytes, harq_output0, output_bits, output0, ...fields } = JSON.parse(
    readFileSync(url, "utf8"),
  );
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return {
    harq_bytes,
    harq_output0,
    output_bits,
    output0,
    vectors: rv_index.map((version: number) => vectorOf({ ...texts, rv_index: String(version) })),
    llrs: input0.map((text: string) => Int8Array.from(brotliDecompressSync(Buffer.from(text, "base64")))),
  };
}
