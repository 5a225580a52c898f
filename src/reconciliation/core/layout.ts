import { STREAM_POSITIONS } from "../../channel/random.ts";
import { type Code, InputError, tannerGraph } from "../../index.ts";
import { philox } from "../../kernels.ts";
import { requireOptions } from "../../options.ts";
import { requireSeed } from "../../seed.ts";
import { binaryEntropy } from "./secret-key.ts";

/** Positions of a word, each list ascending; together they are all positions. */
export interface Positions {
  readonly key: Uint32Array;
  readonly punctured: Uint32Array;
  readonly shortened: Uint32Array;
}

/**
 * Chooses the punctured and the shortened positions of a code's words, a pure function of its arguments.
 *
 * Punctured positions are chosen one by one. A check is *touched* if it contains a chosen variable. The next variable
 * is the one with the fewest touched checks, then of lowest degree, then the first in random order. So the choice is
 * *untainted* as long as possible: no check has two chosen variables (D. Elkouss, J. Martinez-Mateo, V. Martin,
 * "Untainted puncturing for irregular low-density parity-check codes", 2012). Only variables with an untouched check
 * are chosen: their columns then are linearly independent, so that each punctured bit hides one bit of the syndrome.
 * Shortened positions are the first remaining positions in another random order.
 *
 * Random order: ascending words of Philox, counter (variable, 0, 0, stream 2), key (seed, 0): word 0 for punctured,
 * word 1 for shortened positions, equal words by index.
 * @throws InputError if fewer positions than `punctured` hide a bit each.
 */
export function choosePositions(code: Code, punctured: number, shortened: number, seed: number): Positions {
  const n = code.matrix.columns;
  const use = new Uint8Array(n);
  for (const variable of puncturedVariables(code, punctured, seed)) use[variable] = PUNCTURED;
  let left = shortened;
  for (const variable of firstOf(n, shortened === 0 ? 0 : n, SHORTENED_WORD, seed)) {
    if (left === 0) break;
    if (use[variable] !== KEY) continue;
    use[variable] = SHORTENED;
    left--;
  }
  const of = (wanted: number) => Uint32Array.from(use.keys()).filter((variable) => use[variable] === wanted);
  return { key: of(KEY), punctured: of(PUNCTURED), shortened: of(SHORTENED) };
}

const [KEY, PUNCTURED, SHORTENED] = [0, 1, 2];

/** Words of Philox that give the random orders. */
const [PUNCTURED_WORD, SHORTENED_WORD, TOLD_WORD, GROUP_WORD] = [0, 1, 2, 3];

function puncturedVariables(code: Code, count: number, seed: number): number[] {
  if (count === 0) return [];
  const { checkStart, edgeVariable, variableStart, variableEdge, edgeCheck, variableDegreeMaximum } = tannerGraph(
    code.matrix,
  );
  const degree = (variable: number) => variableStart[variable + 1] - variableStart[variable];
  // Array's sort is stable: of equal degree, the random order stays.
  const random = firstOf(code.matrix.columns, code.matrix.columns, PUNCTURED_WORD, seed);
  const order = Array.from(random).sort((a, b) => degree(a) - degree(b));
  const isTouched = new Uint8Array(code.matrix.rows);
  const touchedChecks = new Uint32Array(code.matrix.columns);
  const taken: number[] = [];
  // Touched checks only become more: once no variable with fewer touched checks remains, none will appear later.
  for (let touched = 0; touched < variableDegreeMaximum; touched++) {
    for (const variable of order) {
      if (taken.length === count) return taken;
      if (touchedChecks[variable] === touched && degree(variable) > touched) take(variable);
    }
  }
  if (taken.length === count) return taken;
  throw new InputError(
    `${count} punctured positions: each hides a syndrome bit for at most ${taken.length} of ${code.name} with this seed`,
  );

  function take(variable: number): void {
    taken.push(variable);
    for (let i = variableStart[variable]; i < variableStart[variable + 1]; i++) {
      const check = edgeCheck[variableEdge[i]];
      if (isTouched[check] === 1) continue;
      isTouched[check] = 1;
      for (let e = checkStart[check]; e < checkStart[check + 1]; e++) touchedChecks[edgeVariable[e]]++;
    }
  }
}

/**
 * The positions of a failed block that have been revealed so that it may be decoded again: a retry reveals more of the
 * same word, and never another word's syndrome. Punctured positions come first; the private bit of each hides a bit of
 * the syndrome (blind reconciliation: J. Martinez-Mateo, D. Elkouss, V. Martin, "Blind reconciliation", Quantum Inf.
 * Comput. 12, 791, 2012). Then come bits of the key itself (E. O. Kiktenko et al., "Symmetric blind information
 * reconciliation for quantum key distribution", Phys. Rev. Applied 8, 044017, 2017), which no longer belong to the key.
 * Each revealed bit of either kind costs one bit of leakage.
 */
export interface FurtherDisclosure {
  /** Number of revealed punctured positions. */
  readonly punctured: number;
  /** Number of revealed groups of eight bits of the key: bits 8g … 8g + 7. */
  readonly groups: number;
}

export const NOTHING_FURTHER: FurtherDisclosure = { punctured: 0, groups: 0 };

export const GROUP_BITS = 8;

/** Revealed positions of a word, in the order of their disclosure. */
export interface DisclosedPositions {
  /** Indices among the punctured positions. */
  readonly punctured: Uint32Array;
  /** Groups of the key. */
  readonly groups: Uint32Array;
}

/**
 * The positions that are revealed: the first in random orders, so that a further retry reveals the same positions and
 * more. Random order: words 2 (of punctured positions by index) and 3 (of groups) of Philox, counter (index, 0, 0,
 * stream 2), key (seed, 0), ascending, equal words by index.
 * @param root positions of the first run.
 * @throws InputError if the word has fewer positions, or no bit of the key would remain.
 */
export function disclosedPositions(root: Positions, disclosed: FurtherDisclosure, seed: number): DisclosedPositions {
  const groups = Math.floor(root.key.length / GROUP_BITS);
  for (const [count, most, what] of [
    [disclosed.punctured, root.punctured.length, "punctured positions"],
    [disclosed.groups, groups, "groups of eight bits of the key"],
  ] as const) {
    if (Number.isInteger(count) && count >= 0 && count <= most) continue;
    throw new InputError(`${count} ${what} to disclose: a block has ${most}`);
  }
  if (root.key.length - GROUP_BITS * disclosed.groups < 1) {
    throw new InputError(
      `${disclosed.groups} groups of eight bits are all ${root.key.length} bits of the key: none is left`,
    );
  }
  return {
    punctured: firstOf(root.punctured.length, disclosed.punctured, TOLD_WORD, seed),
    groups: firstOf(groups, disclosed.groups, GROUP_WORD, seed),
  };
}

/** The positions of a word after revealing some: revealed positions are known, as shortened positions are. */
function positionsLeft(root: Positions, disclosed: FurtherDisclosure, seed: number): Positions {
  const { punctured, groups } = disclosedPositions(root, disclosed, seed);
  const [disclosedPunctured, disclosedGroups] = [new Set(punctured), new Set(groups)];
  const known = [...root.shortened];
  const left = (positions: Uint32Array, isDisclosed: (index: number) => boolean) =>
    positions.filter((position, index) => {
      if (isDisclosed(index)) known.push(position);
      return !isDisclosed(index);
    });
  return {
    punctured: left(root.punctured, (index) => disclosedPunctured.has(index)),
    key: left(root.key, (index) => disclosedGroups.has(Math.floor(index / GROUP_BITS))),
    shortened: Uint32Array.from(known).sort(),
  };
}

/** The first of the indices below `count` in the random order of a word of Philox. */
function firstOf(count: number, wanted: number, word: number, seed: number): Uint32Array {
  // Orders of long codes take a while.
  if (wanted === 0) return new Uint32Array(0);
  const random = new Uint32Array(count);
  const four = new Uint32Array(4);
  for (let index = 0; index < count; index++) {
    philox(index, 0, 0, STREAM_POSITIONS, seed, 0, four);
    random[index] = four[word];
  }
  return Uint32Array.from(random.keys())
    .sort((a, b) => random[a] - random[b] || a - b)
    .subarray(0, wanted);
}

/**
 * The parameters that both ends agree on before they reconcile a stream of blocks. A block is one word of the code:
 * `punctured` positions hold private random bits of Alice's, `shortened` positions are zero on both sides, and all
 * other positions hold sifted bits.
 * @example
 * const own: ReconciliationParameters = { ...parameters, salt: crypto.getRandomValues(new Uint8Array(16)) };
 */
export interface ReconciliationParameters {
  /**
   * A code over GF(2). All its columns count, including columns that its standard would not send:
   * `informationPart(code)` for the standards' codes.
   */
  readonly code: Code;
  /** p: positions about which Bob has no information. Each hides one syndrome bit. */
  readonly punctured: number;
  /** s: positions whose bits Bob knows. */
  readonly shortened: number;
  /** Seed of the choice of positions, 32 bits. */
  readonly seed: number;
  /** Length of the verification hash: a multiple of 8 from 32 to 256. */
  readonly hashBits: number;
  /** 16 random bytes, public, for this stream alone. */
  readonly salt: Uint8Array;
  /** Further revealed positions of the blocks in a retry; none if left out. */
  readonly disclosed?: FurtherDisclosure;
}

/**
 * The places of bits in a block, and its leakage.
 * @example
 * const { keyBits, leakage }: BlockLayout = blockLayout(parameters);
 */
export interface BlockLayout {
  /** n: positions of the word, columns of H. */
  readonly wordBits: number;
  /** M: syndrome bits, rows of H. */
  readonly checks: number;
  /** n − p − s: sifted bits of a whole block, without revealed bits. */
  readonly keyBits: number;
  /** ⌈keyBits/8⌉ */
  readonly keyBytes: number;
  /** ⌈M/8⌉ */
  readonly syndromeBytes: number;
  /** hashBits/8 */
  readonly hashBytes: number;
  /** Positions of the sifted bits in their order, ascending. */
  readonly keyPositions: Uint32Array;
  /** Ascending. */
  readonly puncturedPositions: Uint32Array;
  /** Ascending. */
  readonly shortenedPositions: Uint32Array;
  /**
   * Bits of information that the syndrome of a block gives about its sifted bits: M − p, where p excludes revealed
   * private bits.
   */
  readonly syndromeLeakage: number;
  /** M − p + hashBits: bits that an eavesdropper learns of a block. */
  readonly leakage: number;
}

/**
 * Text of the default decoder of `ldpc key`. Sum-product corrects blocks that other rules do not, and the layered schedule needs half the
 * iterations. Products of tanh in f16 fail no more often than flooding in f32 (doc/papers/qkd.md) and are the fastest form on a GPU
 * (doc/performance.md). Codes near capacity need up to 100 iterations; done blocks leave earlier.
 * @example
 * bob(engine, parameters, readDecoder(RECONCILIATION_DECODER), 0.02);
 */
export const RECONCILIATION_DECODER = "sum-product form=tanh messages=f16 schedule=layered iterations=100";

const SALT_BYTES = 16;

/**
 * The layout of the blocks of a stream, a pure function of the parameters.
 * @param parameters code, positions, hash and salt, the same at both ends.
 * @throws InputError for a code over another field than GF(2) or with shortened bits of its own, numbers of positions
 * that leave no sifted bit, punctured positions that do not hide a syndrome bit each, a seed that is no 32-bit number,
 * or a hash or salt of another length.
 * @example
 * const { keyBits, checks, leakage } = blockLayout(parameters);
 * [keyBits, leakage - checks]; // → [96, 64]
 */
export function blockLayout(parameters: ReconciliationParameters): BlockLayout {
  requireOptions("reconciliation parameters", parameters, {
    code: true,
    punctured: true,
    shortened: true,
    seed: true,
    hashBits: true,
    salt: true,
    disclosed: true,
  });
  const { code, punctured, shortened, seed, hashBits, salt, disclosed = NOTHING_FURTHER } = parameters;
  const { field, columns, rows } = code.matrix;
  if (field.q !== 2)
    throw new InputError(`${code.name} is over GF(${field.q}): reconciliation is for codes over GF(2)`);
  if ((code.shortened?.length ?? 0) > 0) {
    throw new InputError(`${code.name} has shortened bits: leave the fillers out, reconciliation shortens by itself`);
  }
  for (const [what, count] of Object.entries({ punctured, shortened })) {
    if (!Number.isInteger(count) || count < 0) throw new InputError(`${count} ${what} positions: give 0 or more`);
  }
  if (columns - punctured - shortened < 1) {
    throw new InputError(
      `${punctured} punctured and ${shortened} shortened positions leave no sifted bit of the ${columns} of ${code.name}`,
    );
  }
  requireSeed(seed);
  if (!Number.isInteger(hashBits / 8) || hashBits < 32 || hashBits > 256) {
    throw new InputError(`a hash of ${hashBits} bits: give a multiple of 8 from 32 to 256`);
  }
  if (salt.length !== SALT_BYTES) throw new InputError(`a salt of ${salt.length} bytes: it must have ${SALT_BYTES}`);
  const positions = positionsLeft(choosePositions(code, punctured, shortened, seed), disclosed, seed);
  const keyBits = positions.key.length;
  const syndromeLeakage = rows - positions.punctured.length;
  return {
    wordBits: columns,
    checks: rows,
    keyBits,
    keyBytes: Math.ceil(keyBits / 8),
    syndromeBytes: Math.ceil(rows / 8),
    hashBytes: hashBits / 8,
    keyPositions: positions.key,
    puncturedPositions: positions.punctured,
    shortenedPositions: positions.shortened,
    syndromeLeakage,
    leakage: syndromeLeakage + hashBits,
  };
}

/**
 * A code whose rate is to be adapted.
 * @example
 * const adaptation: RateAdaptation = { n: 1000, checks: 300, adaptable: 100, qber: 0.02, efficiency: 2 };
 */
export interface RateAdaptation {
  /** Columns of H. */
  readonly n: number;
  /** Rows of H. */
  readonly checks: number;
  /** d = p + s: positions that are punctured or shortened. */
  readonly adaptable: number;
  /** Quantum bit error rate, between 0 and 1/2. */
  readonly qber: number;
  /** f: leaked syndrome bits over their lower bound keyBits·h(QBER); 1 or more. */
  readonly efficiency: number;
}

/**
 * The numbers of adaptable positions to puncture and to shorten so that a mother code leaks efficiency·h(QBER) bits per
 * sifted bit: (M − p)/(n − d) = f·h(QBER), p rounded to the nearest (D. Elkouss, J.
 * Martinez-Mateo, V. Martin, "Secure rate-adaptive reconciliation", 2010).
 * @param adaptation mother code, QBER and efficiency.
 * @returns numbers of positions, which sum to `adaptable`.
 * @throws InputError naming the efficiencies within reach if p is not 0 … d, and for values outside their range.
 * @example
 * adaptRate({ n: 1000, checks: 300, adaptable: 100, qber: 0.02, efficiency: 2 }); // → { punctured: 45, shortened: 55 }
 */
export function adaptRate(adaptation: RateAdaptation): { readonly punctured: number; readonly shortened: number } {
  requireOptions("adaptRate", adaptation, { n: true, checks: true, adaptable: true, qber: true, efficiency: true });
  const { n, checks, adaptable, qber, efficiency } = adaptation;
  if (!Number.isInteger(adaptable) || adaptable < 0 || adaptable >= n) {
    throw new InputError(`${adaptable} adaptable positions: give 0 to ${n - 1}`);
  }
  if (!(qber > 0 && qber < 0.5)) throw new InputError(`QBER ${qber}: it must be above 0 and below 0.5`);
  if (!(efficiency >= 1)) throw new InputError(`efficiency ${efficiency}: less than 1 is not possible`);
  const least = (n - adaptable) * binaryEntropy(qber);
  const punctured = Math.round(checks - efficiency * least);
  if (punctured < 0 || punctured > adaptable) {
    const [low, high] = [checks - adaptable, checks].map((leaked) => Math.max(1, leaked / least).toFixed(3));
    const reach = checks < least ? "none is, this code has too few checks" : `${low} to ${high} is`;
    throw new InputError(
      `efficiency ${efficiency} at QBER ${qber} is not within reach of ${adaptable} adaptable positions of ${n} and ${checks} checks: ${reach}`,
    );
  }
  return { punctured, shortened: adaptable - punctured };
}

/**
 * A code that can be chosen by the QBER, and the highest QBER at which it works with a number of punctured positions.
 * @example
 * const candidate: CodeCandidate = { code: "half", columns: "all", checks: 48, n: 96, punctured: 0, highestQber: 0.05 };
 */
export interface CodeCandidate {
  /** Name of the code. */
  readonly code: string;
  /** The columns in use: all, or the information columns. */
  readonly columns: "all" | "information";
  /** M: rows of H. */
  readonly checks: number;
  /** n: columns of H. */
  readonly n: number;
  /** p: punctured positions of a word; 0 if left out. */
  readonly punctured?: number;
  /** The highest QBER at which it works. */
  readonly highestQber: number;
  /** Whether it works beyond with more shortened positions, at the same efficiency; false if left out. */
  readonly shortens?: boolean;
}

/** Largest share of the positions that are shortened: beyond, the efficiency is not known to stay. */
const MOST_SHORTENED = 0.1;

/**
 * The candidate whose syndromes leak the fewest bits, M − p of n − p sifted bits, among the candidates that work at this
 * QBER; among equal candidates the longest, then the first. Between two numbers of punctured positions of one code, the
 * highest QBER is taken to be a straight line; beyond it, a code that `shortens` keeps its efficiency M/((n − s)·h(QBER)).
 * @param candidates codes with the highest QBER of each.
 * @param qber the estimated quantum bit error rate, between 0 and 1/2.
 * @param bits sifted bits to reconcile: the last block leaks a whole syndrome, too. If left out, all blocks are full.
 * @returns the candidate with its numbers of punctured and shortened positions at this QBER.
 * @throws InputError naming the highest QBER at which a candidate works, if none works at this QBER.
 * @example
 * const half = { code: "half", columns: "all", checks: 48, n: 96, highestQber: 0.05 } as const;
 * const third = { code: "third", columns: "all", checks: 32, n: 96, highestQber: 0.02 } as const;
 * chooseCode([half, third], 0.01).code; // → "third"
 */
export function chooseCode<Candidate extends CodeCandidate>(
  candidates: readonly Candidate[],
  qber: number,
  bits?: number,
): Candidate & { readonly punctured: number; readonly shortened: number } {
  if (!(qber > 0 && qber < 0.5)) throw new InputError(`QBER ${qber}: it must be above 0 and below 0.5`);
  if (candidates.length === 0) throw new InputError("there are no codes to choose from");
  const entropy = binaryEntropy(qber);
  const adapted = candidates.flatMap((one) => {
    const { code, columns, n, punctured = 0, highestQber, shortens = false } = one;
    if (qber > highestQber) {
      const kept = Math.floor(((n - punctured) * binaryEntropy(highestQber)) / entropy / 8) * 8;
      const shortened = n - punctured - kept;
      return shortens && shortened <= MOST_SHORTENED * n ? [{ ...one, punctured, shortened }] : [];
    }
    const rows = candidates.filter((other) => other.code === code && other.columns === columns);
    return [{ ...one, punctured: puncturedBetween(one, rows, qber, (row) => row.highestQber), shortened: 0 }];
  });
  if (adapted.length === 0) {
    const best = candidates.reduce((a, b) => (b.highestQber > a.highestQber ? b : a));
    throw new InputError(`no code works at QBER ${qber}: the last, ${best.code}, works up to ${best.highestQber}`);
  }
  const leaked = ({ checks, n, punctured, shortened }: (typeof adapted)[number]) => {
    const keyBits = n - punctured - shortened;
    const leaked = checks - punctured;
    return bits === undefined ? leaked / keyBits : leaked * Math.ceil(bits / keyBits);
  };
  return adapted.reduce((a, b) => {
    const difference = leaked(b) - leaked(a);
    return difference < 0 || (difference === 0 && b.n > a.n) ? b : a;
  });
}

/**
 * Punctured positions of a code between its row that works and the row with the next number of them. The most noise is taken to be a
 * straight line between the two.
 * @param rows of the code. @param noise below that of `one`. @param mostOf the most noise at which a row works.
 */
function puncturedBetween<Row extends Pick<CodeCandidate, "punctured">>(
  one: Row,
  rows: readonly Row[],
  noise: number,
  mostOf: (row: Row) => number,
): number {
  const { punctured = 0 } = one;
  const beyond = rows.filter((row) => (row.punctured ?? 0) > punctured);
  const [next] = beyond.sort((a, b) => (a.punctured ?? 0) - (b.punctured ?? 0));
  if (next === undefined || mostOf(next) >= noise) return punctured;
  const share = (mostOf(one) - noise) / (mostOf(one) - mostOf(next));
  // Blocks of whole bytes need no shifts of bits, and values come in groups of eight.
  return punctured + 8 * Math.floor((share * ((next.punctured ?? 0) - punctured)) / 8);
}

/**
 * A code for Gaussian values, and the least SNR at which it works with a number of punctured positions.
 * @example
 * const candidate: ValueCodeCandidate = { code: "tenth", n: 1000, checks: 900, punctured: 0, leastSnr: 0.16, frames: 500, failures: 9 };
 */
interface ValueCodeCandidate extends Pick<CodeCandidate, "code" | "n" | "checks"> {
  /** p: punctured positions of a word. */
  readonly punctured: number;
  /** SNR, linear. */
  readonly leastSnr: number;
  /** Frames that were decoded at this SNR. */
  readonly frames: number;
  /** How many of them failed. */
  readonly failures: number;
}

/**
 * The candidate that makes the longest key of these values among the candidates that work at this SNR; among equal candidates the longest, then
 * the first. Each whole block of n − p values makes n − M bits less those of its hash, and as many blocks fail as at the least SNR.
 * Between two numbers of punctured positions of one code, 1/SNR is taken to be a straight line. Above the SNRs of the
 * candidates the code of the highest rate is taken, whose efficiency β falls as the SNR grows.
 * @param candidates codes with the least SNR of each.
 * @param snr the SNR of the values, linear, above 0; of an estimate the lower end, since a code fails below its least SNR.
 * @param values to reconcile.
 * @param hashBits of a block.
 * @returns the candidate with its number of punctured positions at this SNR, so that blocks are groups of eight values.
 * @throws InputError naming the least SNR at which a candidate works, if none works at this SNR, or the shortest block, if the values make none.
 * @example
 * const tenth = { code: "tenth", n: 1000, checks: 900, punctured: 0, leastSnr: 0.16, frames: 500, failures: 9 };
 * chooseValueCode([tenth, { ...tenth, punctured: 400, leastSnr: 0.28 }], 0.2, 1e6, 32).punctured; // → 184
 */
export function chooseValueCode<Candidate extends ValueCodeCandidate>(
  candidates: readonly Candidate[],
  snr: number,
  values: number,
  hashBits: number,
): Candidate {
  if (candidates.length === 0) throw new InputError("there are no codes to choose from");
  const working = candidates.filter(({ leastSnr }) => leastSnr <= snr);
  const printed = Number(snr.toPrecision(4));
  if (working.length === 0) {
    const least = Math.min(...candidates.map(({ leastSnr }) => leastSnr));
    throw new InputError(`no code works at SNR ${printed}: the least is ${least}; give --code`);
  }
  const adapted = working.map((one) => {
    const rows = candidates.filter(({ code }) => code === one.code);
    return { ...one, punctured: puncturedBetween(one, rows, 1 / snr, ({ leastSnr }) => 1 / leastSnr) };
  });
  const bits = ({ n, checks, punctured, frames, failures }: Candidate) =>
    Math.floor(values / (n - punctured)) * (n - checks - hashBits) * (1 - failures / frames);
  const best = adapted.reduce((a, b) => {
    const difference = bits(b) - bits(a);
    return difference > 0 || (difference === 0 && b.n > a.n) ? b : a;
  });
  if (bits(best) > 0) return best;
  const shortest = Math.min(...adapted.map(({ n, punctured }) => n - punctured));
  throw new InputError(
    `${values} values make no block: the codes for SNR ${printed} take ${shortest} and more; give --code`,
  );
}
