import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { uncodedRates } from "../../../src/channel/limits/uncoded.ts";
import type { Modulation } from "../../../src/channel/modulation/modulation.ts";
import { grayPosition } from "../../../src/channel/modulation/modulations.ts";

const FRAME_BITS = 4003;
/** Largest deviation of 639 points in standard deviations: exceeded by chance in one of fifty such sets. */
const MOST = 4.2;

interface Row {
  readonly channel: "awgn" | "rayleigh";
  readonly kind: string;
  readonly bits: number;
  readonly ebn0: number;
  readonly frames: number;
  readonly errors: number;
}

const ROWS = readFileSync(new URL("./aff3ct-uncoded.csv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^(awgn|rayleigh),/.test(line))
  .map((line): Row => {
    const [channel, kind, bits, ebn0, frames, errors] = line.split(",");
    return {
      channel: channel as Row["channel"],
      kind,
      bits: Number(bits),
      ebn0: Number(ebn0),
      frames: Number(frames),
      errors: Number(errors),
    };
  });
const nameOf = ({ channel, kind, bits }: Row) => `${channel}, ${kind}, ${bits} bits`;
const CURVES = [...new Set(ROWS.map(nameOf))].map(
  (name) => [name, ROWS.filter((row) => nameOf(row) === name)] as const,
);

/** Mean energy of a symbol in AFF3CT's unit: a pulse of on-off keying has the energy 1, and half of all bits have a pulse. */
const energyOf = ({ kind }: Pick<Row, "kind">) => (kind === "ook" ? 1 / 2 : 1);

/** A modulation with Gray labels of any size. */
function modulation({ kind, bits }: Pick<Row, "kind" | "bits">): Modulation {
  const size = 2 ** bits;
  if (kind === "psk" && bits > 2) {
    const angles = Array.from({ length: size }, (_, label) => (2 * Math.PI * grayPosition(label)) / size);
    return {
      name: kind,
      bits,
      shape: { axes: "joint", points: angles.map((angle) => [Math.cos(angle), Math.sin(angle)] as const) },
    };
  }
  if (kind === "ook") return { name: kind, bits, shape: { axes: 1, amplitudes: [Math.SQRT2, 0] } };
  const axes = kind === "qam" || (kind === "psk" && bits === 2) ? 2 : 1;
  const points = 2 ** (bits / axes);
  const unit = 1 / Math.sqrt((axes * (points ** 2 - 1)) / 3);
  const amplitudes = Array.from({ length: points }, (_, label) => unit * (points - 1 - 2 * grayPosition(label)));
  return { name: kind, bits, shape: { axes, amplitudes } };
}

describe("AFF3CT's bit errors without a code agree with theory", () => {
  it("has 27 curves", () => {
    expect([CURVES.length, ROWS.length]).toEqual([27, 639]);
  });

  it.each(CURVES)("%s", (_, rows) => {
    let chiSquare = 0;
    for (const { channel, ebn0, frames, errors, ...given } of rows) {
      const { ber } = uncodedRates(modulation(given), energyOf(given) * given.bits * 10 ** (ebn0 / 10), channel);
      const bits = frames * FRAME_BITS;
      const deviation = (errors - bits * ber) / Math.sqrt(bits * ber * (1 - ber));
      expect(Math.abs(deviation), `at ${ebn0} dB`).toBeLessThan(MOST);
      chiSquare += deviation ** 2;
    }
    // Mean n and variance 2n. Bit errors of a point that come together add a little.
    expect(chiSquare).toBeLessThan(rows.length + 4 * Math.sqrt(2 * rows.length));
  });
});
