import { InputError } from "../../errors.ts";
import { type FillSecret, fillRandom } from "./secret-bits.ts";

/**
 * Adds secret triangular dither to values that come in steps, before the reference end rotates them. Without dither a
 * rotation of digitised values reveals its bits: an eavesdropper with ‖y‖ and α can rotate each of the 256 points of the
 * sphere back, and mostly only 16 of them, the right one among them, give eight whole numbers of steps
 * (test/reconciliation/rotation-leak.test.ts). The sum of two uniform variables of one step's width each has zeros in
 * its spectrum at the lines of the steps: the dithered values have the density of the undithered values, linear between
 * the steps. Dither adds step²/6 to the variance.
 * @param values changed in place.
 * @param step of the digitiser, in the unit of the values.
 * @param fillSecret as `referenceEnd`'s.
 * @throws InputError if the step is not above 0.
 */
export function ditherValues(values: Float32Array, step: number, fillSecret: FillSecret = fillRandom): void {
  if (!(step > 0 && step < Number.POSITIVE_INFINITY)) throw new InputError(`step ${step}: it must be above 0`);
  const bytes = new Uint8Array(4 * values.length);
  fillSecret(bytes);
  const halves = new Uint16Array(bytes.buffer);
  for (let i = 0; i < values.length; i++) {
    // Within ±step, on a grid that is finer than the published rotation.
    values[i] += step * ((halves[2 * i] + halves[2 * i + 1] + 1) / 65536 - 1);
  }
}
