import type { Node } from "../graph/node.ts";
import type { CodeWriter } from "./code-writer.ts";

const VECTOR = 16;
/** Bytes that one iteration of a loop over memory clears or copies. */
const AT_ONCE = 8 * VECTOR;
/** Most bytes that vector instructions clear. WebAssembly's bulk instruction calls a function, which is slower for small sizes. */
const MOST = 4096;

/** Emits code that sets a region of memory to zero. */
export function emitClear(emitter: CodeWriter, address: Node, bytes: number): void {
  if (bytes > MOST || bytes % VECTOR !== 0) {
    emitter.value(address);
    emitter.i32(0);
    emitter.i32(bytes);
    emitter.byte(0xfc, 0x0b, 0);
    return;
  }
  overVectors(emitter, [address], bytes, ([to], offset) => {
    to();
    emitter.words([0, 0, 0, 0]);
    emitter.store("v128", offset);
  });
}

/** Emits a copy of vectors between two regions of memory that do not overlap. */
export function emitCopy(emitter: CodeWriter, to: Node, from: Node, bytes: number): void {
  overVectors(emitter, [to, from], bytes, ([target, source], offset) => {
    target();
    source();
    emitter.load("v128", offset);
    emitter.store("v128", offset);
  });
}

/**
 * Emits code for each vector of a region of memory: a loop over AT_ONCE bytes, then the remaining vectors. A short region has no loop.
 * @param each emits the code for one vector. Its arguments are functions that push the addresses, and the offset of the loads and stores.
 */
function overVectors(
  emitter: CodeWriter,
  addresses: readonly Node[],
  bytes: number,
  each: (addresses: readonly (() => void)[], offset: number) => void,
): void {
  const locals = addresses.map((address, i) => {
    const local = emitter.temporary(`address ${i}`, "i32");
    emitter.value(address);
    emitter.set(local);
    return local;
  });
  const places = locals.map((local) => () => emitter.get(local));
  const several = (count: number) => {
    for (let offset = 0; offset < count; offset += VECTOR) each(places, offset);
  };
  const advance = () => {
    for (const local of locals) {
      emitter.get(local);
      emitter.i32(AT_ONCE);
      emitter.byte(0x6a);
      emitter.set(local);
    }
  };
  const times = Math.floor(bytes / AT_ONCE);
  if (times <= 2) {
    several(bytes);
    return;
  }
  const counter = emitter.temporary("times", "i32");
  emitter.i32(times);
  emitter.set(counter);
  emitter.byte(0x03, 0x40);
  several(AT_ONCE);
  advance();
  emitter.get(counter);
  emitter.i32(1);
  emitter.byte(0x6b);
  emitter.tee(counter);
  emitter.byte(0x0d, 0, 0x0b);
  several(bytes % AT_ONCE);
}
