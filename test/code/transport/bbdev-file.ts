import { readFileSync } from "node:fs";

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
