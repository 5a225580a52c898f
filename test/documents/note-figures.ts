import { ferErrors, ferRows, pointsOfFile, SYMBOL_FER } from "../../experiments/shared/pages/fer.ts";
import { jsonFile, numberOf } from "../../experiments/shared/pages/results.ts";
import { ferCrossing, rateText } from "../../experiments/shared/rates.ts";
import { formatCount, formatRate } from "../../src/report/format.ts";
import type { PointRow } from "../../src/simulation/points.ts";
import { sum } from "../../src/sum.ts";

/** The only point of a file of results with a code and with all given words of its decoder. */
function row(file: string, code: string, decoder: string, point?: number): PointRow {
  const found = pointsOfFile(`results/${file}.csv`).filter((each) => {
    const words = each.decoder.split(" ");
    const fits = decoder.split(" ").every((word) => words.includes(word));
    return fits && each.code === code && (point ?? each.point) === each.point;
  });
  if (found.length !== 1) throw new Error(`${file} has ${found.length} rows of ${code} with ${decoder}`);
  return found[0];
}

const counted = (...wanted: Parameters<typeof row>) => formatCount(row(...wanted).frame_errors);
const rate = (...wanted: Parameters<typeof row>) => formatRate(row(...wanted).fer);
const decibel = (value: number) => value.toFixed(2);
const range = (values: readonly number[]) => [Math.min(...values), Math.max(...values)].map(decibel).join(" to ");

/** Eb/N0 at which a decoder has an FER, dB. */
function at(code: string, decoder: string, file = SYMBOL_FER, fer = 1e-2): number {
  const crossing = ferCrossing(ferRows(file, code, decoder), fer);
  if (crossing === undefined) throw new Error(`${file}: ${code} with ${decoder} does not pass FER ${fer}`);
  return crossing.at;
}
/** The same beyond that of Min-Max in f32. */
const loss = (code: string, decoder: string) => at(code, decoder) - at(code, "min-max");
const fer = (code: string, decoder: string, point: number, file = SYMBOL_FER) =>
  rateText(ferErrors(file, code, decoder, point)!);

const [NB620, BEST, NB837, BEIDOU] = ["nb620-gf32", "nb620-gf32-best", "nb837-gf32", "beidou-96-48-gf64"];
const [WIMAX, SHORT] = ["wimax-2304-1152", "wimax-576-288"];

function nonbinaryNotes(): string[] {
  const [levels32, levels16, levels8] = ["levels32 step=0.25", "levels16 step=0.5", "levels8 step=1"].map((messages) =>
    decibel(loss(NB620, `min-max messages=${messages}`)),
  );
  const formats = "results/nonbinary/format-fer-h100.csv";
  const gain = (code: string) =>
    decibel(at(code, "min-max", formats, 1e-3) - at(code, "qspa messages=bf16", formats, 1e-3));
  const trellis = (scale: number) => `trellis-min-max messages=f16 scale=${scale}`;
  const [minMax, isrb, ihrb] = [
    at(NB837, "min-max"),
    ...["isrb", "ihrb"].map((rule) => at(NB837, `${rule}-mlgd`, "results/cpu/notes.csv")),
  ];
  const trellisFailures = (code: string, auto: number) => {
    const [own, other, plain] = [`scale=${auto}`, "scale=0.375", "min-max"].map((words) => {
      const { frame_errors: errors, frames, undetected } = row("nonbinary/trellis-scales-cpu", code, words);
      return `${formatCount(errors)} of ${formatCount(frames)}${undetected > 0 ? ` (${undetected} undetected)` : ""}`;
    });
    return `${code}: ${own}, min-max ${plain}, scale=0.375 ${other}`;
  };
  const lists = (code: string, words: string, point: number) => rate("nonbinary/ems-lists-h200", code, words, point);
  const syndromes = (paths: string) => rate("nonbinary/ems-syndromes-h200", NB837, `paths=${paths}`, 4.1);
  const claims = (words: string) => counted("cpu/claims", BEIDOU, `min-max iterations=20 schedule=flooding ${words}`);
  const weights = (start: string) =>
    pointsOfFile("results/cpu/claims.csv")
      .flatMap(({ decoder }) => decoder.match(`weights=${start}\\S*`) ?? [])
      .at(-1)!;
  const APPROXIMATIONS = "results/cpu/nonbinary-approximations.csv";
  const [bits, flips] = ["wbrb-mlgd", "symbol-flipping"].map((rule) => at(NB837, rule, APPROXIMATIONS));
  const wrong = row("cpu/nonbinary-approximations", NB837, "wbrb-mlgd", 4.5);
  const failing = (rule: string, point: number) => {
    const { frame_errors: errors, frames } = row("cpu/nonbinary-approximations", NB837, rule, point);
    return `${formatCount(errors)} of ${formatCount(frames)}`;
  };
  const speed = (code: string, decoder: string) => {
    const what = `comparisons[what=${code}: ${decoder} @ 3 dB, 10 iterations]`;
    return numberOf("results/nonbinary/qspa-grid-h200.json", what, "ours");
  };
  const faster = (code: string, decoder: string) => (speed(code, "qspa-grid") / speed(code, decoder)).toFixed(2);
  const [grid, exact] = ["qspa-grid", "qspa"].map((rule) => row("cpu/claims", NB620, `${rule} iterations=10`));
  return [
    `at FER 1e-3 ${gain("beidou-200-100-gf64")} dB on beidou-200-100-gf64 and ${gain("peg388-gf256")} dB on peg388-gf256`,
    `${levels16} dB from f32 at FER 1e-2 on nb620-gf32`,
    `levels32 step=0.25 ${levels32} dB, levels16 step=0.5 ${levels16} dB and levels8 step=1 ${levels8} dB`,
    `${decibel(-loss(BEST, "qspa"))} dB better than min-max at FER 1e-2 on nb620-gf32-best`,
    `takes ${decibel(-loss(BEST, "qspa"))} dB less than min-max on nb620-gf32-best (${decibel(at(BEST, "qspa"))} dB, 10 iterations), ${decibel(-loss(NB620, "qspa"))} dB less on nb620-gf32`,
    `FER is ${rate("nonbinary-fer-h200", "beidou-88-44-gf64", "qspa iterations=50 schedule=flooding messages=f32 bound=16")}, min-max ${fer("beidou-88-44-gf64", "min-max", 2)}`,
    `FER 1e-2 takes ${decibel(at(NB837, "trellis-min-max scale=0.375"))} dB, min-max ${decibel(minMax)} dB`,
    `With scale=0.5 it takes ${decibel(at(NB837, trellis(0.5)))} dB; larger scales are worse, at 4.2 dB FER ` +
      `${fer(NB837, trellis(0.625), 4.2)} with 0.625 and ${fer(NB837, trellis(0.75), 4.2)} with 0.75`,
    trellisFailures(BEIDOU, 0.75),
    trellisFailures(NB620, 0.5),
    `FER 1e-2 takes ${decibel(isrb - minMax)} dB more than min-max: ${decibel(isrb)} dB against ${decibel(minMax)} dB`,
    `FER 1e-2 takes ${decibel(ihrb - isrb)} dB more than isrb-mlgd: ${decibel(ihrb)} dB`,
    `FER 1e-2 takes ${decibel(isrb - bits)} dB less than isrb-mlgd: ${decibel(bits)} dB; at 4.5 dB ${wrong.undetected} of ${wrong.frame_errors} wrong frames are undetected`,
    `FER 1e-2 takes ${decibel(isrb - flips)} dB less than isrb-mlgd with 50: ${decibel(flips)} dB`,
    `${failing("one-minimum-trellis-min-max", 4.05)} frames fail, with trellis-min-max ${failing("trellis-min-max", 4.05)}`,
    `${failing("basic-set-trellis-min-max", 4.2)} frames fail at 4.2 dB, with trellis-min-max ${failing("trellis-min-max", 4.05)} at 4.05 dB`,
    `at 4.1 dB nb837-gf32 has FER ${[16, 12, 8].map((nm) => `${lists(NB837, `messages=int6 nm=${nm}`, 4.1)} with nm=${nm}`).join(", ")}; at 2 dB `.replace(
      /, (\S+ with nm=8)/,
      " and $1",
    ) +
      `beidou-96-48-gf64 with nm=16 has ${lists(BEIDOU, "messages=int6 nm=16", 2)}, in f32 ${lists(BEIDOU, "messages=f32 nm=16", 2)}`,
    `nb620-gf32 at ${formatCount(Math.round(speed("nb620-gf32", "qspa-grid")))} Mbit/s on an H200 without early termination, ${faster("nb620-gf32", "qspa")} times as fast as qspa and ${faster("nb620-gf32", "qspa messages=bf16")} times as fast as qspa messages=bf16`,
    `beidou-200-100-gf64 at ${formatCount(Math.round(speed("beidou-200-100-gf64", "qspa-grid")))}, ${faster("beidou-200-100-gf64", "qspa")} and ${faster("beidou-200-100-gf64", "qspa messages=bf16")} times`,
    `at 4.1 dB nb837-gf32 has FER ${syndromes("255,3")}, and ${syndromes("15,4x8,2x6")} with paths=15,4x8,2x6 presort=yes`,
    `of 4,096 frames of beidou-96-48-gf64 at 1.5 dB, 20 iterations, ${claims(`messages=int12 ${weights("4296")}`)} fail with 1.25 in int12 (f32 ${claims(`messages=f32 ${weights("4296")}`)}), plain ${claims("messages=int12 variable=plain edge=plain")}, with 0.75 ${claims(`messages=int12 ${weights("11b2")}`)}`,
    `${grid.frame_errors} of 4,096 frames fail (${grid.undetected} undetected), with qspa ${exact.frame_errors} (${exact.undetected})`,
    `${grid.frame_errors} of 4,096 frames fail, with qspa ${exact.frame_errors}`,
  ];
}

/** Losses of a format of offset min-sum against f32 at FER 1e-3 and 1e-5, dB: of 5G at rate 1/3, or of the other codes. */
function formatLosses(format: string, isLow: boolean): number[] {
  const file = "results/binary/fer-h200.csv";
  const codes = new Set(pointsOfFile(file).map(({ code }) => code));
  return [...codes].flatMap((code) =>
    [1e-3, 1e-5].flatMap((level) => {
      const [own, f32] = [format, "f32"].map(
        (each) => ferCrossing(ferRows(file, code, `offset-min-sum messages=${each}`), level)?.at,
      );
      return own === undefined || f32 === undefined || (code === "nr-bg1-z384") !== isLow ? [] : [own - f32];
    }),
  );
}

function binaryNotes(): string[] {
  const registers = (format: string, point = 2.5) =>
    row("binary/registers-fer-h100", WIMAX, `offset-min-sum messages=${format} iterations=10`, point);
  const wrongBits = (format: string) => (registers(format).bit_errors / registers(format).frame_errors).toFixed(1);
  const [int11, int12] = ["int11", "int12"].map((format) => formatRate(registers(format).fer));
  const wimax = (format: string) =>
    fer(WIMAX, `offset-min-sum messages=${format} iterations=10`, 2.5, "results/binary/fer-h200.csv");
  const { tables } = jsonFile("results/decisions/0035-registers.json") as {
    readonly tables: readonly { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] }[];
  };
  const at3 = new Map(
    tables
      .find(({ columns }) => columns[0] === "wimax-2304-1152, 3 dB, 10")!
      .rows.map(([name, value]) => [name, value]),
  );
  const claims = (words: string) => counted("cpu/claims", SHORT, words);
  const [plain, sumProduct] = [claims("min-sum iterations=50 edge=plain"), claims("sum-product")];
  const layeredClaims = (edge: string) => claims(`min-sum schedule=layered edge=${edge}`);
  const star = (code: string, words: string) => counted("cpu/min-star", code, words);
  const equal = (words: string, point: number) => rate("binary/equal-time-h200", WIMAX, words, point);
  const notes = (rule: string) => counted("cpu/notes", "wifi-648-324", rule);
  const layered = (rule: string) =>
    formatRate(numberOf("results/layered-iterations-h200.json", `comparisons[what=${rule}, layered 25]`, "ours"));
  const floor = (rule: string) => {
    const { frame_errors: errors, frames } = row("cpu/finite-alphabet-floor", "tanner-155-64", rule, 0.02);
    return `${formatCount(errors)} of ${formatCount(frames)}`;
  };
  const short = (code: string, words: string) => counted("osd/short-codes-cpu", code, words);
  return [
    `FER ${int12}, f32 ${wimax("f32")}`,
    `FER ${wimax("int8")}, f32 ${wimax("f32")}`,
    `int12 loses ${Math.max(...[true, false].flatMap((isLow) => formatLosses("int12", isLow))).toFixed(3)} dB at most at FER 1e-3 and at 1e-5`,
    `int8 loses ${range(formatLosses("int8", false))} dB on codes of rate 1/2 and more, and ${range(formatLosses("int8", true))} dB at rate 1/3`,
    `int11 has FER ${int11}, int12 ${int12}`,
    `${wrongBits("int11")} on average at 2.5 dB (int12 ${wrongBits("int12")}), ${at3.get("int11")} at 3 dB (f32 ${at3.get("f32")})`,
    `FER ${layered("sum-product")}, normalised-min-sum scale=0.75 ${layered("normalised-min-sum scale=0.75")}`,
    `${notes("a-min-star")} of 32,768 frames failed, with sum-product ${notes("sum-product")} of the same frames and with normalised-min-sum scale=0.75 ${notes("normalised-min-sum")}`,
    `${plain} of 16,384 frames fail, with sum-product ${sumProduct}`,
    `${claims("iterations=50 edge=self-corrected")} of 16,384 frames fail, with sum-product ${sumProduct}, with min-sum alone ${plain}; layered, 25 iterations, ${layeredClaims("self-corrected")}, alone ${layeredClaims("plain")}`,
    `${claims("iterations=50 damping=0.25")} of 16,384 frames fail, without it ${plain}; layered, 25 iterations, ${layeredClaims("damped")} and ${layeredClaims("plain")}`,
    `${star(SHORT, "min-star")} of 16,384 frames fail in int12, with sum-product ${star(SHORT, "sum-product")}`,
    `${star("met-10000-1000", "min-star messages=int12")} of 256 frames fail in int12, and ${star("met-10000-1000", "min-star messages=int16")} with four lines in int16 as with sum-product`,
    `${star(WIMAX, "min-star messages=int12")} of 4,032 frames fail, with sum-product ${star(WIMAX, "sum-product")}, with offset-min-sum ${star(WIMAX, "offset-min-sum")}`,
    `at 1.8 dB FER ${equal("iterations=20", 1.8)} with 20 iterations, min-star with 10 ${equal("min-star", 1.8)}, and ${equal("iterations=20", 2.2)} against ${equal("min-star", 2.2)} at 2.2 dB`,
    `fails in ${floor("finite-alphabet")} frames, sum-product in ${floor("sum-product")}`,
    `leaves ${short("ccsds-128-64", "osd-order=3")} of 16,384 frames wrong, eqml with 5 stages ${short("ccsds-128-64", "stages=5")}`,
    `leaves ${short(SHORT, "osd-order=2")} of 8,192, eqml ${short(SHORT, "stages=5")}`,
  ];
}

/** Eb/N0 at FER 1e-3 beyond that of the best scale or offset, over codes, schedules and iterations. */
function scaleNotes(): string[] {
  const { rows } = jsonFile("results/binary/scales-h200.json") as {
    readonly rows: readonly {
      readonly code: string;
      readonly rows?: number;
      readonly schedule: string;
      readonly iterations: number;
      readonly correction: string;
      readonly crossing?: { readonly at: number } | null;
    }[];
  };
  const caseOf = (row: (typeof rows)[number]) => [row.code, row.rows, row.schedule, row.iterations].join();
  const cases = [...new Set(rows.map(caseOf))].map((name) => rows.filter((each) => caseOf(each) === name));
  const losses = (correction: string, wanted: (code: string, used?: number) => boolean = () => true) =>
    cases.flatMap((own) => {
      const [{ code, rows: used }] = own;
      const found = own.find((each) => each.correction === correction)?.crossing?.at;
      const best = Math.min(...own.flatMap(({ crossing }) => crossing?.at ?? []));
      return found === undefined || !wanted(code, used) ? [] : [found - best];
    });
  const isLow = (code: string, used?: number) => (code === "nr-bg1-z384" && used === 46) || code.startsWith("nr-bg2");
  const scale = losses("scale=0.8125");
  const most = decibel(Math.max(...losses("offset=0.5")));
  return [
    `the default needs ${decibel(sum(scale) / scale.length)} dB more than the best scale or offset on average over ${cases.length} codes`,
    `${decibel(Math.max(...losses("scale=0.8125", (...one) => !isLow(...one))))} dB at most at rates 1/2 and more, and ${range(losses("scale=0.8125", isLow))} dB with 5G codes`,
    `never needs more than ${most} dB`,
    `within ${most} dB of the best scale or offset at FER 1e-3 for ${cases.length} codes`,
  ];
}

function symbolOsdNotes(): string[] {
  const of = (code: string, words: string) => row("osd/symbols-h100", code, words);
  const wrong = (words: string) => formatCount(of("c16", words).frame_errors);
  const ferOf = (words: string) => of(NB620, words).fer.toExponential(1);
  const lists = "results/osd/list-sizes-cpu.json";
  return [
    `basis=bits order=4 leaves ${wrong("symbol-osd")} of 32,768 frames wrong`,
    `qspa with 50 iterations leaves ${wrong("reprocess=none")}, with reprocess=osd ${wrong("osd-basis=bits osd-order=2")} by order 2 and ${wrong("osd-basis=bits osd-order=4")} by order 4, and ${wrong("osd-basis=symbols osd-from=channel")} by osd-basis=symbols osd-order=2`,
    `No list of the 2,081 words of order 2 is near maximum likelihood there: the words of least cost miss ${numberOf(lists, "bits", "beyondLeastCost", "2081")}, and ${formatCount(numberOf(lists, "bits", "listThatMisses4"))} of them miss 4`,
    `min-max leaves ${ferOf("reprocess=none")}, with osd-basis=symbols osd-order=1 osd-from=posterior ${ferOf("osd-basis=symbols osd-from=posterior")}`,
  ];
}

/**
 * Every measured figure in the notes of decoders (`ldpc decoders`, doc/reference/decoders.md), in its words. Notes have
 * error rates, which hold for every device; speeds are in doc/performance.md.
 */
export const NOTE_FIGURES: readonly string[] = [
  ...nonbinaryNotes(),
  ...binaryNotes(),
  ...scaleNotes(),
  ...symbolOsdNotes(),
];
