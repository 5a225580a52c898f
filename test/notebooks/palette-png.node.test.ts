import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { palettePng } from "../../notebooks/site/palette-png.ts";

/** The colours of a PNG of one palette without filters, [height·width][3], and their number in the palette. */
function decoded(png: Uint8Array, width: number): { readonly pixels: number[][]; readonly colours: number } {
  const chunks = new Map<string, Uint8Array>();
  const view = new DataView(png.buffer);
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    const data = png.subarray(at + 8, at + 8 + view.getUint32(at));
    chunks.set(new TextDecoder().decode(png.subarray(at + 4, at + 8)), data);
  }
  const palette = chunks.get("PLTE")!;
  const rows = inflateSync(chunks.get("IDAT")!);
  const entries = [...rows].filter((_, i) => i % (width + 1) > 0);
  return { pixels: entries.map((e) => [...palette.subarray(3 * e, 3 * e + 3)]), colours: palette.length / 3 };
}

describe("a picture of 256 colours", () => {
  it("has up to 256 colours as they are", () => {
    const colours = Array.from({ length: 256 }, (_, i) => [i, 255 - i, (7 * i) % 256]);
    const pixels = Uint8Array.from([...colours, ...colours].flatMap((colour) => [...colour, 255]));
    expect(decoded(palettePng(pixels, 32, 16), 32)).toEqual({ pixels: [...colours, ...colours], colours: 256 });
    expect(decoded(palettePng(Uint8Array.of(1, 2, 3, 255), 1, 1), 1)).toEqual({ pixels: [[1, 2, 3]], colours: 1 });
  });

  it("has near colours where there are more", () => {
    const colours = Array.from({ length: 64 * 64 }, (_, i) => [4 * (i % 64), 4 * Math.floor(i / 64), 0]);
    const png = palettePng(Uint8Array.from(colours.flatMap((colour) => [...colour, 255])), 64, 64);
    const found = decoded(png, 64);
    expect(found.colours).toBe(256);
    // 16 colours share an entry, four steps of 4 in both directions.
    const distances = found.pixels.map((pixel, i) =>
      Math.max(...pixel.map((value, c) => Math.abs(value - colours[i][c]))),
    );
    expect(Math.max(...distances)).toBeLessThanOrEqual(16);
  });
});
