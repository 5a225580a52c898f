import { formatCount, formatRate } from "../../../src/report/format.ts";
import { sum } from "../../../src/sum.ts";
import { ferCrossing, rateText } from "../rates.ts";
import { ferRows, ferText, pointsOfFile, REGISTER_FER, SYMBOL_FER, wimaxErrors } from "./fer.ts";
import { formatLosses, scaleLosses } from "./performance.ts";
import { jsonFile, numberOf, reportRow, resultFile } from "./results.ts";

const FORMATS = "results/nonbinary/format-fer-h100.csv";
const REGISTERS_DECISION = "results/decisions/0035-registers.json";
/** Points of decoders that no table has. */
const OTHERS = "results/cpu/notes.csv";
const CLAIMS = "results/cpu/claims.csv";
const MIN_STAR = "results/cpu/min-star.csv";
const EQUAL_TIME = "results/binary/equal-time-h200.csv";
const LISTS_OF_EMS = "results/nonbinary/ems-lists-h200.csv";
const FLOOR = "results/cpu/finite-alphabet-floor.csv";
const SHORT = "results/osd/short-codes-cpu.csv";
const LISTS = "results/osd/list-sizes-cpu.json";
const TRELLIS_SCALES = "results/nonbinary/trellis-scales-cpu.csv";
const SYMBOL_OSD = "results/osd/symbols-h100.csv";

const [NB620, BEST, NB837] = ["nb620-gf32", "nb620-gf32-best", "nb837-gf32"];
const LEVELS = { 8: "messages=levels8 step=1", 16: "messages=levels16 step=0.5", 32: "messages=levels32 step=0.25" };
const TRELLIS = "trellis-min-max scale=0.375";

/** Eb/N0 at which a decoder has an FER, dB. */
function at(code: string, decoder: string, file = SYMBOL_FER, rate = 1e-2): number {
  const crossing = ferCrossing(ferRows(file, code, decoder), rate);
  if (crossing === undefined) throw new Error(`${file}: ${code} with ${decoder} does not pass FER ${rate}`);
  return crossing.at;
}

const decibel = (value: number) => value.toFixed(2);
/** Eb/N0 at FER 1e-2 beyond that of Min-Max in f32, dB. */
const loss = (code: string, decoder: string) => at(code, decoder) - at(code, "min-max");
const fer = (code: string, decoder: string, point: number, file = SYMBOL_FER) => ferText(file, code, decoder, point);
/** Frame errors of the only row whose code, decoder and point fit. */
function errors(file: string, code: string, ...words: readonly string[]): number {
  const found = pointsOfFile(file).filter(
    (row) => row.code === code && words.every((word) => row.decoder.includes(word)),
  );
  if (found.length !== 1) throw new Error(`${file} has ${found.length} rows of ${code} with ${words.join(" ")}`);
  return found[0].frame_errors;
}

/** FER of the only row at a point whose code and decoder's words fit. */
function rateOf(file: string, code: string, point: number, ...words: readonly string[]): string {
  const found = pointsOfFile(file).filter(
    (row) => row.code === code && row.point === point && words.every((word) => row.decoder.includes(`${word} `)),
  );
  if (found.length !== 1) throw new Error(`${file} has ${found.length} rows of ${code} with ${words.join(" ")}`);
  return formatRate(found[0].frame_errors / found[0].frames);
}

const equalTime = (rule: string, iterations: number, point: number) =>
  rateOf(EQUAL_TIME, "wimax-2304-1152", point, `${rule} iterations=${iterations}`);
const ofLists = (code: string, messages: string, nm: number, point: number) =>
  rateOf(LISTS_OF_EMS, code, point, `messages=${messages}`, `nm=${nm}`);

const range = (values: readonly number[], digits: number) =>
  [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits)).join(" to ");

function nonbinaryNotes(): string[] {
  const [isrb, ihrb] = [at(NB837, "isrb-mlgd", OTHERS), at(NB837, "ihrb-mlgd", OTHERS)];
  const minMax = at(NB837, "min-max");
  const gain = (code: string) => at(code, "min-max", FORMATS, 1e-3) - at(code, "qspa messages=bf16", FORMATS, 1e-3);
  return [
    `at FER 1e-3 ${decibel(gain("beidou-200-100-gf64"))} dB on beidou-200-100-gf64 and ${decibel(gain("peg388-gf256"))} dB on peg388-gf256`,
    `${decibel(loss(NB620, `min-max ${LEVELS[16]}`))} dB from f32 at FER 1e-2 on nb620-gf32`,
    `levels32 step=0.25 ${decibel(loss(NB620, `min-max ${LEVELS[32]}`))} dB, levels16 step=0.5 ${decibel(loss(NB620, `min-max ${LEVELS[16]}`))} dB and levels8 step=1 ${decibel(loss(NB620, `min-max ${LEVELS[8]}`))} dB`,
    `${decibel(-loss(BEST, "qspa"))} dB better than min-max at FER 1e-2 on nb620-gf32-best`,
    `takes ${decibel(-loss(BEST, "qspa"))} dB less than min-max on nb620-gf32-best (${decibel(at(BEST, "qspa"))} dB, 10 iterations), ${decibel(-loss(NB620, "qspa"))} dB less on nb620-gf32`,
    `FER is ${formatRate(qspaOfBeidou())}, min-max ${fer("beidou-88-44-gf64", "min-max", 2)}`,
    `FER 1e-2 takes ${decibel(at(NB837, TRELLIS))} dB, min-max ${decibel(minMax)} dB`,
    `With scale=0.5 it takes ${decibel(at(NB837, "trellis-min-max messages=f16 scale=0.5"))} dB; larger scales are worse, at 4.2 dB FER ` +
      `${fer(NB837, "trellis-min-max messages=f16 scale=0.625", 4.2)} with 0.625 and ${fer(NB837, "trellis-min-max messages=f16 scale=0.75", 4.2)} with 0.75`,
    trellisFailures("beidou-96-48-gf64", 0.75),
    trellisFailures(NB620, 0.5),
    `FER 1e-2 takes ${decibel(isrb - minMax)} dB more than min-max: ${decibel(isrb)} dB against ${decibel(minMax)} dB`,
    `FER 1e-2 takes ${decibel(ihrb - isrb)} dB more than isrb-mlgd: ${decibel(ihrb)} dB`,
  ];
}

/** Failed frames of a code: Min-Max, Trellis Min-Max with the scale that `auto` takes there, and with that of nb837-gf32. */
function trellisFailures(code: string, auto: number): string {
  const failed = (decoder: string) => {
    const [{ frame_errors: errors, frames, undetected }, ...others] = ferRows(TRELLIS_SCALES, code, decoder);
    if (others.length > 0) throw new Error(`${TRELLIS_SCALES} has several rows of ${code} with ${decoder}`);
    return `${formatCount(errors)} of ${formatCount(frames)}${undetected > 0 ? ` (${undetected} undetected)` : ""}`;
  };
  const [own, other] = [auto, 0.375].map((scale) => failed(`trellis-min-max scale=${scale}`));
  return `${code}: ${own}, min-max ${failed("min-max")}, scale=0.375 ${other}`;
}

function qspaOfBeidou(): number {
  const row = ferRows(SYMBOL_FER, "beidou-88-44-gf64", "qspa iterations=50").find(({ decoder }) =>
    decoder.includes("schedule=flooding messages=f32 bound=16"),
  );
  if (row === undefined) throw new Error(`${SYMBOL_FER} has no qspa of beidou-88-44-gf64`);
  return row.fer;
}

/** FER of 25 layered iterations, wimax-2304-1152 at 1.5 dB. */
function layeredFer(rule: string): string {
  const { ours } = reportRow(resultFile("results/layered-iterations"), `${rule}, layered 25`);
  return formatRate(ours);
}

function scaleNotes(): string[] {
  const { corrections, cases } = scaleLosses();
  const lossesOf = (name: string, of: (name: string) => boolean = () => true) =>
    cases.filter((one) => of(one.name)).flatMap(({ losses }) => losses[corrections.indexOf(name)] ?? []);
  const isLow = (name: string) => name.startsWith("nr-bg1-z384, 46 rows") || name.startsWith("nr-bg2");
  const [scale, offset] = ["scale=0.8125", "offset=0.5"];
  const all = lossesOf(scale);
  const mean = sum(all) / all.length;
  const offsetMost = Math.max(...lossesOf(offset)).toFixed(2);
  return [
    `the default needs ${mean.toFixed(2)} dB more than the best scale or offset on average over ${cases.length} codes`,
    `${Math.max(...lossesOf(scale, (name) => !isLow(name))).toFixed(2)} dB at most at rates 1/2 and more, and ${range(lossesOf(scale, isLow), 2)} dB with 5G codes`,
    `never needs more than ${offsetMost} dB`,
    `within ${offsetMost} dB of the best scale or offset at FER 1e-3 for ${cases.length} codes`,
  ];
}

function binaryNotes(): string[] {
  const losses = formatLosses();
  const of = (format: string, isLow: boolean) =>
    losses.filter((one) => one.format === format && (one.code === "nr-bg1-z384") === isLow).map((one) => one.loss);
  const int12 = Math.max(...[true, false].flatMap((isLow) => of("int12", isLow))).toFixed(3);
  const [wimaxFer, registers] = [undefined, REGISTER_FER].map(
    (file) => (format: string) => rateText(wimaxErrors(format, file)),
  );
  return [
    `FER ${registers("int12")}, f32 ${wimaxFer("f32")}`,
    `FER ${wimaxFer("int8")}, f32 ${wimaxFer("f32")}`,
    `int12 loses ${int12} dB at most at FER 1e-3 and at 1e-5`,
    `int8 loses ${range(of("int8", false), 2)} dB on codes of rate 1/2 and more, and ${range(of("int8", true), 2)} dB at rate 1/3`,
    `int11 has FER ${registers("int11")}, int12 ${registers("int12")}`,
    `${wrongBits("int11")} on average at 2.5 dB (int12 ${wrongBits("int12")}), ${wrongBitsAt3("int11")} at 3 dB (f32 ${wrongBitsAt3("f32")})`,
    `FER ${layeredFer("sum-product")}, normalised-min-sum scale=0.75 ${layeredFer("normalised-min-sum scale=0.75")}`,
    `${errors(OTHERS, "wifi-648-324", "a-min-star")} of 32,768 frames failed, with sum-product ${errors(OTHERS, "wifi-648-324", "sum-product ")} of the same frames and with normalised-min-sum scale=0.75 ${errors(OTHERS, "wifi-648-324", "normalised-min-sum")}`,
    `${claimed("min-sum", "edge=plain")} of 16,384 frames fail, with sum-product ${claimed("sum-product", "edge=plain")}`,
    `${claimed("min-sum", "self-corrected")} of 16,384 frames fail, with sum-product ${claimed("sum-product", "edge=plain")}, with min-sum alone ${claimed("min-sum", "edge=plain")}`,
    `${claimed("min-sum", "damping=0.25")} of 16,384 frames fail, without it ${claimed("min-sum", "edge=plain")}`,
    `${errors(MIN_STAR, "wimax-576-288", "min-star")} of 16,384 frames fail in int12, with sum-product ${errors(MIN_STAR, "wimax-576-288", "sum-product")}`,
    `${errors(MIN_STAR, "met-10000-1000", "min-star", "int12")} of 256 frames fail in int12, and ${errors(MIN_STAR, "met-10000-1000", "min-star", "int16")} with four lines in int16 as with sum-product`,
    `${errors(MIN_STAR, "wimax-2304-1152", "min-star", "int12")} of 4,032 frames fail, with sum-product ${errors(MIN_STAR, "wimax-2304-1152", "sum-product")}, with offset-min-sum ${errors(MIN_STAR, "wimax-2304-1152", "offset-min-sum")}`,
    `at 1.8 dB FER ${equalTime("offset-min-sum", 20, 1.8)} with 20 iterations, min-star with 10 ${equalTime("min-star", 10, 1.8)}, and ${equalTime("offset-min-sum", 20, 2.2)} against ${equalTime("min-star", 10, 2.2)} at 2.2 dB`,
    `at 4.1 dB nb837-gf32 has FER ${ofLists(NB837, "int6", 16, 4.1)} with nm=16, ${ofLists(NB837, "int6", 12, 4.1)} with nm=12 and ${ofLists(NB837, "int6", 8, 4.1)} with nm=8; at 2 dB ` +
      `beidou-96-48-gf64 with nm=16 has ${ofLists("beidou-96-48-gf64", "int6", 16, 2)}, in f32 ${ofLists("beidou-96-48-gf64", "f32", 16, 2)}`,
    `nb620-gf32 at ${numberOf("results/nonbinary/qspa-grid-h200.json", "decoderAlone", "codedMbitPerSecond").toFixed(0)} Mbit/s on an H200 without early termination`,
    `fails in ${floor("finite-alphabet")} frames, sum-product in ${floor("sum-product")}`,
    `leaves ${errors(SHORT, "ccsds-128-64", "osd-order=3")} of 16,384 frames wrong, eqml with 5 stages ${errors(SHORT, "ccsds-128-64", "eqml stages=5")}`,
    `leaves ${errors(SHORT, "wimax-576-288", "osd-order=2")} of 8,192, eqml ${errors(SHORT, "wimax-576-288", "eqml")}`,
  ];
}

/** Frame errors of a decoder that the claims of rules are compared by. @param words of its spec. */
function claimed(rule: string, words: string): string {
  const ofCode = pointsOfFile(CLAIMS).filter(({ code }) => code === "wimax-576-288");
  const rows = ofCode.filter(({ decoder }) => decoder.startsWith(`${rule} `) && decoder.includes(words));
  if (rows.length !== 1) throw new Error(`${CLAIMS} has ${rows.length} rows of ${rule} with ${words}`);
  return formatCount(rows[0].frame_errors);
}

/** Rules and formats over GF(q) on the claims' codes. */
function claimNotes(): string[] {
  const rows = pointsOfFile(CLAIMS);
  const rowOf = (code: string, begin: string, words: string) => {
    const found = rows.filter(
      (row) => row.code === code && row.decoder.startsWith(begin) && row.decoder.includes(words),
    );
    if (found.length !== 1) throw new Error(`${CLAIMS} has ${found.length} rows of ${code} with ${begin} … ${words}`);
    return found[0];
  };
  const of = (...words: [string, string]) => formatCount(rowOf("beidou-96-48-gf64", ...words).frame_errors);
  const flooding = (messages: string) => `min-max iterations=20 stop=syndrome schedule=flooding messages=${messages}`;
  const [grid, exact] = ["qspa-grid iterations=10", "qspa iterations=10"].map((rule) => rowOf("nb620-gf32", rule, ""));
  return [
    `of 4,096 frames of beidou-96-48-gf64 at 1.5 dB, 20 iterations, ${of(flooding("int12"), "weights=4296")} fail with 1.25 in int12 (f32 ${of(flooding("f32"), "weights=4296")}), plain ${of(flooding("int12"), "variable=plain edge=plain")}, with 0.75 ${of(flooding("int12"), "weights=11b2")}`,
    `${grid.frame_errors} of 4,096 frames fail (${grid.undetected} undetected), with qspa ${exact.frame_errors} (${exact.undetected})`,
    `${grid.frame_errors} of 4,096 frames fail, with qspa ${exact.frame_errors}`,
  ];
}

/** Wrong frames of Tanner's code at QBER 0.02. */
function floor(rule: string): string {
  const row = pointsOfFile(FLOOR).find(({ decoder, point }) => decoder.startsWith(`${rule} `) && point === 0.02)!;
  return `${formatCount(row.frame_errors)} of ${formatCount(row.frames)}`;
}

/** Mean number of wrong bits of a failed frame of wimax-2304-1152 at 2.5 dB. */
function wrongBits(format: string): string {
  const [row] = ferRows(REGISTER_FER, "wimax-2304-1152", `offset-min-sum messages=${format} iterations=10`);
  return (row.bit_errors / row.frame_errors).toFixed(1);
}

/** The same at 3 dB. */
function wrongBitsAt3(format: string): number {
  const { tables } = jsonFile(REGISTERS_DECISION) as {
    readonly tables: readonly { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] }[];
  };
  const table = tables.findIndex(({ columns }) => columns[0] === "wimax-2304-1152, 3 dB, 10");
  const row = tables[table]?.rows.findIndex(([name]) => name === format);
  return numberOf(REGISTERS_DECISION, "tables", table, "rows", row, 1);
}

/** OSD over GF(q): frame errors and FERs of rows whose decoders end with these words. */
function symbolOsdNotes(): string[] {
  const rows = pointsOfFile(SYMBOL_OSD);
  const rowOf = (code: string, ending: string) => {
    const row = rows.find((each) => each.code === code && each.decoder.endsWith(ending));
    if (row === undefined) throw new Error(`${SYMBOL_OSD} has no row of ${code} that ends with ${ending}`);
    return row;
  };
  const missed = numberOf(LISTS, "bits", "beyondLeastCost", "2081");
  const enough = numberOf(LISTS, "bits", "listThatMisses4").toLocaleString("en-US");
  const wrong = (ending: string) => rowOf("c16", ending).frame_errors.toLocaleString("en-US");
  const ferOf = (ending: string) => rowOf("nb620-gf32", ending).fer.toExponential(1);
  const osd = (basis: string, order: number, from = "channel") =>
    `osd-basis=${basis} osd-order=${order} osd-sweep=0 osd-from=${from}`;
  return [
    `basis=bits order=4 leaves ${wrong("basis=bits order=4 sweep=0")} of 32,768 frames wrong`,
    `qspa with 50 iterations leaves ${wrong("reprocess=none")}, with reprocess=osd ${wrong(osd("bits", 2))} by order 2 and ${wrong(osd("bits", 4))} by order 4, and ${wrong(osd("symbols", 2))} by osd-basis=symbols osd-order=2`,
    `No list of the 2,081 words of order 2 is near maximum likelihood there: the words of least cost miss ${missed}, and ${enough} of them miss 4`,
    `min-max leaves ${ferOf("reprocess=none")}, with osd-basis=symbols osd-order=1 osd-from=posterior ${ferOf(osd("symbols", 1, "posterior"))}`,
  ];
}

/**
 * Every measured figure in the notes of decoders (`ldpc decoders`, doc/reference/decoders.md), in its words. Notes have
 * error rates, which hold for every device; speeds are in doc/performance.md.
 */
export function noteFigures(): readonly string[] {
  return [...nonbinaryNotes(), ...binaryNotes(), ...claimNotes(), ...scaleNotes(), ...symbolOsdNotes()];
}
