import { ByteWriter } from "../../wasm/code.ts";
import type { Local } from "../graph/node.ts";

/** The code of a function as bytes. Each method appends one instruction or a part of one. */
export class Bytes {
  readonly out = new ByteWriter();

  byte(...bytes: readonly number[]): void {
    for (const byte of bytes) this.out.byte(byte);
  }

  vector(opcode: number, ...immediate: readonly number[]): void {
    this.out.byte(0xfd);
    this.out.unsigned(opcode);
    this.byte(...immediate);
  }

  i32(value: number): void {
    this.out.byte(0x41);
    this.out.signed(value);
  }

  f32(value: number): void {
    this.byte(0x43, ...new Uint8Array(Float32Array.of(value).buffer));
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
    this.out.byte(opcode);
    this.out.unsigned(index);
  }

  load(type: Local["type"], offset: number): void {
    type === "v128" ? this.vector(0x00) : this.byte(type === "f32" ? 0x2a : 0x28);
    this.memory(offset);
  }

  store(type: Local["type"], offset: number): void {
    type === "v128" ? this.vector(0x0b) : this.byte(type === "f32" ? 0x38 : 0x36);
    this.memory(offset);
  }

  /** Appends the immediates of a load or store. The alignment hint is 1 byte, which holds for every address. */
  memory(offset: number): void {
    this.out.byte(0);
    this.out.unsigned(offset);
  }
}
