import type { Code } from "../../code/code.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import type { LlrKind } from "../../decoder/llr.ts";
import { formatNumber } from "../../report/format.ts";
import type { DecodeJob } from "./decode-file.ts";

/** Values that are looked at: the first frames of a large file show what it holds. */
const VALUES_MAXIMUM = 2 ** 22;
/** No receiver has LLRs of such sizes, which bytes of another type do. */
const [LARGEST, SMALLEST] = [1e9, 1e-9];
/** Standard deviations by which a share differs from that of random words. */
const DEVIATIONS = 5;
const CHECKS_MINIMUM = 100;

/** What a file of LLRs holds, by its first frames: signs, sizes, and the checks that hard decisions satisfy before decoding. */
export class LlrStatistic {
  readonly #kind: LlrKind;
  readonly #code: Code;
  readonly #input: DecoderProgram["input"];
  #frames = 0;
  #values = 0;
  #negative = 0;
  #zero = 0;
  #sum = 0;
  #largest = 0;
  #absurd = 0;
  #ones = 0;
  #aboveOne = 0;
  #checks = 0;
  #satisfied = 0;
  /** Checks of an odd number of symbols, which the other sign of all bits turns over; those of an even number do not notice it. */
  #odd = 0;
  #oddSatisfied = 0;

  /** @param kind of the file's values. @param input of the decoder. */
  constructor(kind: LlrKind, code: Code, input: DecoderProgram["input"]) {
    this.#kind = kind;
    this.#code = code;
    this.#input = input;
  }

  add({ values, llr, syndromes }: Parameters<NonNullable<DecodeJob["statistic"]>["add"]>[0]): void {
    const { field, columns } = this.#code.matrix;
    const width = this.#input === "bit" ? columns : columns * field.q;
    const [frames, perFrame] = [llr.length / width, (values.length * width) / llr.length];
    const room = Math.floor((VALUES_MAXIMUM - this.#values) / perFrame);
    const seen = Math.min(frames, this.#frames === 0 ? Math.max(1, room) : room);
    for (let i = 0; i < seen * perFrame; i++) this.#addValue(values[i]);
    for (let frame = 0; frame < seen; frame++)
      this.#addChecks(llr.subarray(frame * width, (frame + 1) * width), frame, syndromes);
    this.#frames += Math.max(0, seen);
  }

  #addValue(value: number): void {
    const size = Math.abs(value);
    this.#values++;
    if (value < 0) this.#negative++;
    if (value === 0) this.#zero++;
    if (value === 1) this.#ones++;
    if (value > 1) this.#aboveOne++;
    if (size === Number.POSITIVE_INFINITY) return;
    if (size > LARGEST || (size < SMALLEST && size > 0)) this.#absurd++;
    this.#sum += size;
    this.#largest = Math.max(this.#largest, size);
  }

  /** Counts the checks whose symbols are all known, and those of them that the hard decisions satisfy. */
  #addChecks(llr: Float32Array, frame: number, syndromes: Uint32Array | undefined): void {
    const { field, rows, columns, checkStart, variable, value } = this.#code.matrix;
    const { q, exp, log } = field;
    const decisions = Int16Array.from({ length: columns }, (_, n) => {
      if (this.#input === "bit") return llr[n] === 0 ? UNKNOWN : llr[n] < 0 ? 1 : 0;
      const costs = llr.subarray(n * q, (n + 1) * q);
      const best = costs.indexOf(0);
      return costs.indexOf(0, best + 1) < 0 ? best : UNKNOWN;
    });
    for (let m = 0; m < rows; m++) {
      let sum = syndromes?.[frame * rows + m] ?? 0;
      let isKnown = checkStart[m] < checkStart[m + 1];
      for (let e = checkStart[m]; e < checkStart[m + 1] && isKnown; e++) {
        const symbol = decisions[variable[e]];
        isKnown = symbol !== UNKNOWN;
        if (symbol > 0) sum ^= exp[log[symbol] + log[value[e]]];
      }
      if (!isKnown) continue;
      const [isOdd, isSatisfied] = [(checkStart[m + 1] - checkStart[m]) % 2, sum === 0 ? 1 : 0];
      this.#checks++;
      this.#satisfied += isSatisfied;
      this.#odd += isOdd;
      this.#oddSatisfied += isOdd * isSatisfied;
    }
  }

  /** The numbers, for JSON. `checksSatisfied` is null where no check has symbols that are all known. */
  result() {
    return {
      frames: this.#frames,
      negative: this.#negative / this.#values,
      zero: this.#zero / this.#values,
      meanMagnitude: this.#sum / this.#values,
      largest: this.#largest,
      checksSatisfied: this.#checks === 0 ? null : this.#satisfied / this.#checks,
    };
  }

  /** The numbers on a line. */
  text(): string {
    const { negative, zero, meanMagnitude, largest, checksSatisfied } = this.result();
    const percent = (share: number) => `${formatNumber(100 * share, 3)} %`;
    const size = (magnitude: number) => (magnitude < 1e6 ? formatNumber(magnitude, 3) : magnitude.toExponential(1));
    const zeros = zero === 0 ? "" : `, ${percent(zero)} zero`;
    const checks =
      checksSatisfied === null
        ? ""
        : `; hard decisions satisfy ${percent(checksSatisfied)} of the checks before decoding`;
    return `${percent(negative)} negative${zeros}, magnitude ${size(meanMagnitude)} on average, ${size(largest)} at most${checks}`;
  }

  /**
   * What the values may be instead of LLRs, if they are implausible.
   * @param converged share of the frames that converged.
   */
  hint(converged: number): string | undefined {
    const isBit = this.#kind === "bit";
    if (this.#zero === this.#values) return "all values are 0: nothing is known of the words";
    if (converged <= 0.5 && this.#absurd > this.#values / 100) {
      return "sizes beyond 1e9 or below 1e-9: bytes of another type? --llr-type int8, f16 or f64 reads them";
    }
    if (isBit && this.#negative === 0 && this.#aboveOne === 0) {
      return this.#zero + this.#ones === this.#values
        ? "only 0 and 1: hard bits? Their LLRs are (1 − 2·bit)·ln((1 − p)/p), p the bit error probability"
        : "all from 0 to 1: probabilities? The LLR of a bit that is 1 with probability p is ln((1 − p)/p)";
    }
    if (isBit && this.#negative === 0) {
      return "none is negative, every hard decision is 0: magnitudes, or costs (--llr symbol)? Words of zeros look the same";
    }
    if (this.#checks < CHECKS_MINIMUM) return undefined;
    const { q } = this.#code.matrix.field;
    if (q === 2 && excess(this.#oddSatisfied, this.#odd, 1 / 2) < -DEVIATIONS) {
      return "hard decisions satisfy fewer checks of odd degree than random words: the other sign? --llr-sign reversed";
    }
    if (excess(this.#satisfied, this.#checks, 1 / q) > DEVIATIONS || converged > 0.5) return undefined;
    return "hard decisions satisfy no more checks than random words: another code, order of bits, sign (--llr-sign) or type (--llr-type), or LLRs too weak to tell";
  }
}

const UNKNOWN = -1;

/** Standard deviations by which a count of checks exceeds that of random words; 0 of no checks. */
function excess(satisfied: number, checks: number, chance: number): number {
  return checks === 0 ? 0 : (satisfied - checks * chance) / Math.sqrt(checks * chance * (1 - chance));
}
