import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";

/** A file of maps as its text has it. */
interface Maps {
  readonly levels: number;
  readonly thresholds?: readonly number[];
  readonly variable?: Readonly<Record<string, unknown>>;
  readonly check?: unknown;
  readonly iterations?: readonly Pick<Maps, "variable" | "check">[];
  readonly decision?: { readonly levels?: readonly number[]; readonly channel?: readonly number[] };
  readonly initial?: readonly number[];
}

export interface LevelResult {
  readonly decision: number[];
  readonly unsatisfied: boolean[];
}

/**
 * A decoder with messages of few levels by its definition, message by message. @param terms the checks of each variable in the order of their messages, −1 for
 * none, and `rows` the variables of each check in the order in which its tables combine them; both ascending if left out.
 */
export function decodeLevels(
  matrix: ParityCheckMatrix,
  llr: readonly number[],
  maps: Maps,
  {
    iterations,
    stop,
    syndrome,
    terms,
    rows: order,
  }: {
    readonly iterations: number;
    readonly stop: boolean;
    readonly syndrome?: readonly number[];
    readonly terms?: readonly (readonly number[])[];
    readonly rows?: readonly (readonly number[])[];
  },
): LevelResult {
  const { levels, thresholds = [], decision: weights = {} } = maps;
  const most = Math.floor(levels / 2);
  const weightOf = (list: readonly number[] | undefined, value: number) =>
    Math.sign(value) * (value === 0 ? 0 : (list?.[Math.abs(value) - 1] ?? Math.abs(value)));
  const y = llr.map((value) => {
    const reached = thresholds.filter((threshold) => Math.abs(value) >= Math.fround(threshold)).length;
    return value < 0 ? -1 - reached : 1 + reached;
  });
  const levelPlace = (level: number) => (levels % 2 === 1 ? level + most : level < 0 ? level + most : level + most - 1);
  const channelMost = thresholds.length + 1;
  const channelPlace = (value: number) => (value < 0 ? value + channelMost : value + channelMost - 1);
  const levelOf = (sum: number) => {
    let level = levels % 2 === 1 ? 0 : 1;
    for (let l = 1; l <= most; l++) if (weightOf(weights.levels, l) <= Math.abs(sum)) level = l;
    return sum < 0 ? -level : level;
  };
  const setOf = (iteration: number) => {
    const sets = maps.iterations ?? [maps];
    return sets[Math.min(iteration, sets.length - 1)];
  };
  const variable = (iteration: number, value: number, others: readonly number[]): number => {
    const map = setOf(iteration).variable![others.length + 1] ?? setOf(iteration).variable!.other;
    if (map === "sum") {
      return levelOf(others.reduce((sum, m) => sum + weightOf(weights.levels, m), weightOf(weights.channel, value)));
    }
    if (Array.isArray(map)) {
      // Half of the channel values: the others have the mirrored map.
      const isMirrored = map.length === channelMost && value > 0;
      if (isMirrored)
        return -variable(
          iteration,
          -value,
          others.map((m) => -m),
        );
      return others.reduce<unknown>(
        (part, m) => (part as unknown[])[levelPlace(m)],
        map[channelPlace(value)],
      ) as number;
    }
    const { steps } = map as { readonly steps: readonly (readonly (readonly number[])[])[] };
    return others.reduce((state, m, k) => steps[k][state][levelPlace(m)], channelPlace(value));
  };
  const pair = (iteration: number, step: number, a: number, b: number): number => {
    const tables = setOf(iteration).check as readonly (readonly (readonly number[])[])[] | "min" | undefined;
    if (tables === undefined || tables === "min") return Math.min(a, b);
    const least = levels % 2 === 1 ? 0 : 1;
    return tables[Math.min(step, tables.length - 1)][a - least][b - least];
  };

  const rows = order ?? Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m).map(([n]) => n));
  const checks = y.map(
    (_, n) => terms?.[n]?.filter((m) => m >= 0) ?? rows.flatMap((row, m) => (row.includes(n) ? [m] : [])),
  );
  const toCheck = rows.map(
    (row) =>
      new Map(row.map((n) => [n, maps.initial?.[channelPlace(y[n])] ?? levelOf(weightOf(weights.channel, y[n]))])),
  );
  const toVariable = rows.map(() => new Map<number, number>());
  const unsatisfied = new Array<boolean>(iterations).fill(false);
  for (let iteration = 0; ; iteration++) {
    rows.forEach((row, m) => {
      for (const n of row) {
        const others = row.filter((each) => each !== n).map((each) => toCheck[m].get(each)!);
        const negative = others.filter((each) => each < 0).length + (syndrome?.[m] ?? 0);
        const magnitude =
          others.length === 0 ? most : others.map(Math.abs).reduce((a, b, k) => pair(iteration, k - 1, a, b));
        toVariable[m].set(n, negative % 2 === 1 ? -magnitude : magnitude);
      }
    });
    const decision = y.map((value, n) => {
      const received = checks[n].map((m) => toVariable[m].get(n)!);
      for (const [k, m] of checks[n].entries()) {
        const others = received.filter((_, i) => i !== k);
        toCheck[m].set(n, variable(iteration, value, others));
      }
      const sum = received.reduce((total, m) => total + weightOf(weights.levels, m), weightOf(weights.channel, value));
      return sum < 0 || (sum === 0 && value < 0) ? 1 : 0;
    });
    unsatisfied[iteration] = rows.some(
      (row, m) => row.reduce((sum, n) => sum ^ decision[n], 0) !== (syndrome?.[m] ?? 0),
    );
    if (iteration + 1 === iterations || (stop && !unsatisfied[iteration])) return { decision, unsatisfied };
  }
}
