import { InputError } from "../errors.ts";
import { type FillSecret, fillRandom } from "./secret-bits.ts";

/**
 * Adds secret triangular dither to values that come in steps, before the reference end rotates them. Without it a rotation of
 * digitised values tells its bits: whoever knows ‖y‖ and α can turn every one of the 256 points of the sphere back, and mostly 16
 * of them alone, the right one among them, give eight whole numbers of steps (test/reconciliation/rotation-leak.test.ts). The sum of two uniform variables of one step's width each has no line in its
 * spectrum where the steps have theirs: the dithered values have the density of the undithered, linear between the steps. It
 * costs step²/6 of variance.
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
    // Within ±step, on a grid that is finer than what is published of a rotation.
    values[i] += step * ((halves[2 * i] + halves[2 * i + 1] + 1) / 65536 - 1);
  }
}
