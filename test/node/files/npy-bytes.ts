/** An .npy file as NumPy writes it, except for the padding of its header. */
export function npy(descr: string, shape: readonly number[], data: ArrayBufferView): Uint8Array {
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.map((length) => `${length},`).join(" ")}), }\n`;
  const head = new Uint8Array(10 + text.length);
  head.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, text.length, 0, ...new TextEncoder().encode(text)]);
  return Buffer.concat([head, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]);
}
