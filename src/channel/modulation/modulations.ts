import { cyclicShifts } from "./cyclic-shifts.ts";
import type { Modulation, PlaneModulation } from "./modulation.ts";

/**
 * Modulations of the plane by their names, with Gray labels: the labels of neighbouring points differ in one bit. A new
 * modulation is a line in this table. Label 0 of BPSK is +1.
 * @example
 * Object.keys(planeModulations).slice(0, 2); // → ["bpsk", "pam4"]
 */
export const planeModulations = {
  bpsk: pam("bpsk", 1, 1),
  pam4: pam("pam4", 2, 1),
  pam8: pam("pam8", 3, 1),
  pam16: pam("pam16", 4, 1),
  qpsk: pam("qpsk", 1, 2),
  "8psk": psk("8psk", 3),
  "16qam": pam("16qam", 2, 2),
  "64qam": pam("64qam", 3, 2),
  "256qam": pam("256qam", 4, 2),
} as const satisfies Readonly<Record<string, PlaneModulation>>;

/** All modulations by their names. */
export const modulations = {
  ...planeModulations,
  ccsk16: cyclicShifts("ccsk16", 4),
  ccsk64: cyclicShifts("ccsk64", 6),
  ccsk256: cyclicShifts("ccsk256", 8),
} as const satisfies Readonly<Record<string, Modulation>>;

export type ModulationName = keyof typeof modulations;

export const MODULATION_NAMES = Object.keys(modulations) as readonly ModulationName[];

/** Position of a label along a line or a circle whose neighbours differ in one bit: the inverse of `i ^ (i >> 1)`. */
export function grayPosition(label: number): number {
  let position = label;
  for (let shift = label >> 1; shift > 0; shift >>= 1) position ^= shift;
  return position;
}

/** @param axisBits bits on each axis. */
function pam(name: string, axisBits: number, axes: 1 | 2): PlaneModulation {
  const size = 2 ** axisBits;
  // Odd numbers −(size − 1) … size − 1 have the mean energy (size² − 1)/3.
  const scale = 1 / Math.sqrt((axes * (size * size - 1)) / 3);
  const amplitudes = Array.from({ length: size }, (_, label) => scale * (size - 1 - 2 * grayPosition(label)));
  return { name, bits: axes * axisBits, shape: { axes, amplitudes } };
}

function psk(name: string, bits: number): PlaneModulation {
  const size = 2 ** bits;
  const points = Array.from({ length: size }, (_, label): [number, number] => {
    const angle = (2 * Math.PI * grayPosition(label)) / size;
    return [Math.cos(angle), Math.sin(angle)];
  });
  return { name, bits, shape: { axes: "joint", points } };
}
