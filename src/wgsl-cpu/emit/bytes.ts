import { flatten, signed, unsigned } from "../../wasm/code.ts";
import type { Local } from "../graph/node.ts";

/** Code of a function, instruction by instruction. */
export class Bytes {
  readonly out: number[] = [];

  byte(...bytes: readonly number[]): void {
    this.out.push(...bytes);
  }

  vector(opcode: number, ...immediate: readonly number[]): void {
    this.out.push(0xfd);
    flatten(unsigned(opcode), this.out);
    this.out.push(...immediate);
  }

  i32(value: number): void {
    this.out.push(0x41);
    flatten(signed(value), this.out);
  }

  f32(value: number): void {
    this.out.push(0x43, ...new Uint8Array(Float32Array.of(value).buffer));
  }

  words(lanes: readonly number[]): void {
    this.vector(0x0c, ...new Uint8Array(Int32Array.from(lanes).buffer));
  }

  get({ index }: Local): void {
    this.#local(0x20, index);
  }

  set({ index }: Local): void {
    this.#local(0x21, index);
  }

  tee({ index }: Local): void {
    this.#local(0x22, index);
  }

  #local(opcode: number, index: number): void {
    this.out.push(opcode);
    flatten(unsigned(index), this.out);
  }

  load(type: Local["type"], offset: number): void {
    type === "v128" ? this.vector(0x00) : this.byte(type === "f32" ? 0x2a : 0x28);
    this.memory(offset);
  }

  store(type: Local["type"], offset: number): void {
    type === "v128" ? this.vector(0x0b) : this.byte(type === "f32" ? 0x38 : 0x36);
    this.memory(offset);
  }

  /** The immediates of a load or store: words may stand anywhere. */
  memory(offset: number): void {
    this.out.push(0);
    flatten(unsigned(offset), this.out);
  }
}
