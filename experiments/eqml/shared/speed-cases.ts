import type { EqmlArguments } from "./options.ts";
import { eqmlTables, STAGES } from "./paper.ts";

/** A decoder of a code at an Eb/N0, to be timed. */
export interface SpeedCase {
  readonly code: string;
  /** Stages of reprocessing; 0 without reprocessing. */
  readonly stages: number;
  readonly decoder: string;
  /** dB. */
  readonly ebn0: number;
  /** Whether the serial decoder is timed too. */
  readonly serial: boolean;
  /** Frames of a run; the experiment's number if left out. */
  readonly inFlight?: number;
}

/**
 * Eb/N0 of Table 4, which the paper does not give: with 3 stages its CPU takes 1508.75 s there, and by Table 5 2343.02 s at
 * 1 dB and 1061.04 s at 1.5 dB.
 */
export const TABLE_4_EBN0 = 1.25;
/** More stages, at an Eb/N0 where every frame fails. */
export const MOST_STAGES = 5;
/** Numbers of frames of a run that do not fill the device, for the first point of Table 6. */
export const FEWER_IN_FLIGHT: readonly number[] = [1, 16, 256];

/**
 * The cases of Tables 4 to 6, the same cases without reprocessing, and with fewer frames at once; points of a code from
 * low to high Eb/N0.
 */
export function speedCases({ decoder, alpha }: Pick<EqmlArguments, "decoder" | "alpha">): SpeedCase[] {
  const { table4, table5, table6 } = eqmlTables();
  const made = (code: string, stages: number, ebn0: number): SpeedCase => ({
    code,
    stages,
    ebn0,
    decoder: stagesDecoder(decoder, stages, alpha),
    serial: stages > 0,
  });
  const cases = [
    ...table4.rows.map(({ stages }) => made(table4.code, stages, TABLE_4_EBN0)),
    ...[table5, table6].flatMap(({ code, rows }) =>
      rows.flatMap(({ snr }) => [0, STAGES].map((stages) => made(code, stages, snr))),
    ),
    ...[table5, table6].map(({ code, rows }) => made(code, MOST_STAGES, rows[0].snr)),
    ...FEWER_IN_FLIGHT.flatMap((inFlight) =>
      [STAGES, MOST_STAGES].map((stages) => ({
        ...made(table6.code, stages, table6.rows[0].snr),
        serial: false,
        inFlight,
      })),
    ),
  ];
  return cases.sort((a, b) => a.ebn0 - b.ebn0);
}

/** The decoder with `stages` stages of EQML around it. */
export function stagesDecoder(decoder: string, stages: number, alpha?: number): string {
  if (stages === 0) return decoder;
  return `${decoder} reprocess=eqml stages=${stages}${alpha === undefined ? "" : ` alpha=${alpha}`}`;
}
