// By hand: the compiled kernel has 0.81 to 0.94 of its speed as Min-Max.
import { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { add, i32, i32op } from "../../../../src/wasm/i32.ts";
import { EDGE_WORDS } from "./check-runs.ts";

/** Bytes of a vector's element. */
const VECTOR = 16;

/**
 * Indices in the module of the functions that `check` calls: `step(a, b, c)`, `load(vector, edge, beliefs, messages, rowBytes, heard, …)`
 * and `give(vector, edge, beliefs, messages, rowBytes, input, …)`.
 */
const [STEP, LOAD, GIVE] = [0, 1, 2];

/** Parameters of `load` and `give` before the parameters of frames. */
export const EDGE_PARAMETERS = ["vector", "edge", "beliefs", "messages", "rowBytes", "heard"] as const;

/** Parameters of `check` before the parameters of frames of `load` and of `give`. */
export const CHECK_PARAMETERS = ["scratch", "table", "checks", "beliefs", "messages", "rowBytes", "heard"] as const;

/** Parameters of `check`. */
interface ForwardBackward {
  readonly q: number;
  readonly degree: number;
  /** Number of parameters of `load` and of `give` that describe the frames. */
  readonly frameParameters: number;
  /** Bytes of the output of `load`, which begins with the vector. Default: the vector alone. */
  readonly inputBytes?: number;
}

/** Words of scratch memory for the largest degree of a dispatch. */
export function scratchWords({ q, degree, inputBytes = q * VECTOR }: Omit<ForwardBackward, "frameParameters">): number {
  return (degree * (inputBytes + 2 * q * VECTOR) + q * VECTOR) / 4;
}

/** The function `check`: updates all checks of a run in turn by the forward-backward algorithm. */
export function checkFunction({
  q,
  degree,
  frameParameters,
  inputBytes = q * VECTOR,
}: ForwardBackward): FunctionBuilder {
  const f = new FunctionBuilder("check", CHECK_PARAMETERS.length + 2 * frameParameters);
  const [scratch, table, checks, beliefs, messages, rowBytes, heard] = CHECK_PARAMETERS.map((_, i) => f.parameter(i));
  const framesOf = (set: number) =>
    Array.from({ length: frameParameters }, (_, i) => f.parameter(CHECK_PARAMETERS.length + set * frameParameters + i));
  const [from, to] = [framesOf(0), framesOf(1)];
  const input = (edge: number) => add(scratch, edge * inputBytes);
  const vectorAt = (kind: number, edge: number) =>
    add(scratch, degree * inputBytes + (kind * degree + edge) * q * VECTOR);
  // The first forward message is the first input, and the last backward message is the last input.
  const forward = (edge: number) => (edge === 0 ? input(0) : vectorAt(0, edge));
  const backward = (edge: number) => (edge === degree - 1 ? input(degree - 1) : vectorAt(1, edge));
  const output = vectorAt(2, 0);
  const edgeAt = (edge: number) => add(table, 4 * EDGE_WORDS * edge);
  f.repeatWhile(() => {
    for (let i = 0; i < degree; i++) {
      f.call(LOAD, input(i), edgeAt(i), beliefs, messages, rowBytes, heard, ...from);
    }
    for (let s = 1; s + 1 < degree; s++) {
      const t = degree - 1 - s;
      f.call(STEP, forward(s - 1), input(s), forward(s));
      f.call(STEP, backward(t + 1), input(t), backward(t));
    }
    for (let i = 0; i < degree; i++) {
      const isEnd = i === 0 || i === degree - 1;
      if (!isEnd) f.call(STEP, forward(i - 1), backward(i + 1), output);
      const result = i === 0 ? backward(1) : i === degree - 1 ? forward(degree - 2) : output;
      f.call(GIVE, result, edgeAt(i), beliefs, messages, rowBytes, input(i), ...to);
    }
    f.advance(table, 4 * EDGE_WORDS * degree);
    f.set(checks, i32op("sub", checks, i32(1)));
    return checks;
  });
  return f;
}
