import { codingEfficiency } from "../../src/reconciliation.ts";
import { formatCount, formatNumber } from "../../src/report/format.ts";
import type { Comparison } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { type CvqkdCode, completeDecoder, cvqkdCodes, decoderLabel } from "./shared/cases.ts";
import { type FerCell, failuresBeside } from "./shared/fer.ts";
import {
  besidePaper,
  checkCvqkdOptions,
  cvqkdOptions,
  cvqkdQuick,
  IN_FLIGHT,
  paperSource,
  publishCvqkd,
  READ_ONLY,
} from "./shared/options.ts";
import { CvqkdSession } from "./shared/session.ts";
import { chainMbit, decoderMbit, type MeasuredSpeed, speedText } from "./shared/speed.ts";

const NOTE =
  "Bytes of an iteration are a model: every message and posterior that a kernel works on, read and written once; index tables are " +
  "shared by all frames. Edges to variables of degree 1 carry no messages, and these are not in the loop. Memory is that of buffers with a place for each frame.";

export default defineExperiment({
  name: "cvqkd-table-2",
  summary: "Table 2: edges, efficiency, FER, device memory and Mbit/s of QC-MET codes",
  paper: "cvqkd",
  options: {
    ...cvqkdOptions("cvqkd-table-2", ["speeds", "cells"]),
    "in-flight": IN_FLIGHT,
  },
  quick: cvqkdQuick("cvqkd-table-2"),
  computes: READ_ONLY,
  async run(options, lab) {
    checkCvqkdOptions(options);
    const frames = [options.inFlight];
    const codes = cvqkdCodes(options.code).map((one) => {
      const { code, point } = one;
      const decided = { iterations: point.iterations, stop: "none" };
      const cases = options.decoder.map((text) => ({ code, snr: point.snr, decoder: completeDecoder(text, decided) }));
      return { one, cases };
    });
    const session = new CvqkdSession(options, lab);
    await session.measure(
      codes.flatMap(({ cases }) => cases.flatMap((each) => [{ speeds: each, frames }, { cell: each }])),
    );
    const comparisons = codes.flatMap(({ one, cases }) => [
      efficiencyRow(one),
      ...cases.flatMap((each) => rows(one, session.speeds(each, frames)[0], session.cell(each))),
    ]);
    const source = paperSource("Table 2: three rates, merged layers, no early termination");
    publishCvqkd({ experiment: "cvqkd-table-2", source, ...session.measured(), comparisons, notes: [NOTE] }, options);
  },
});

function efficiencyRow({ code, point }: CvqkdCode): Comparison {
  const { columns, rows } = code.matrix;
  return {
    what: `rate ${point.rate}, SNR ${point.snr}: efficiency β`,
    unit: "%",
    paper: point.efficiency,
    ours: 100 * codingEfficiency((columns - rows) / columns, point.snr),
    how: `rate over ½·log2(1 + SNR), ${code.name}`,
  };
}

function rows({ point }: CvqkdCode, speed: MeasuredSpeed, cell: FerCell): Comparison[] {
  const { edges, messages, bytesPerIteration, frameBytes, decoderFrameBytes, frames, seconds, iterations } = speed;
  const name = `rate ${point.rate}, ${decoderLabel(speed.decoder)}`;
  return [
    {
      what: `${name}: edges of a frame`,
      unit: "edges",
      ...besidePaper(speed.bits, point.edges),
      ours: edges,
      how: `exactly ${formatCount(edges)}, messages of ${formatCount(messages)}; ${formatNumber(bytesPerIteration / edges)} bytes per edge and iteration`,
    },
    {
      what: `${name}: FER after ${iterations} iterations`,
      unit: "",
      ...besidePaper(speed.bits, point.failures.errors / point.failures.frames),
      ours: cell.frameErrors / cell.frames,
      errors: cell.frameErrors,
      how: failuresBeside(cell, point.failures),
    },
    {
      what: `${name}: device memory of a frame`,
      unit: "MB",
      ours: decoderFrameBytes / 1e6,
      how: `decoder; with channel and counters ${formatNumber(frameBytes / 1e6)} MB, ${formatNumber((frames * frameBytes) / 1e9)} GB for ${frames} frames`,
    },
    {
      what: `${name}: time of a frame`,
      unit: "ms",
      ...besidePaper(speed.bits, 1000 * point.merged.secondsPerFrame),
      ours: (1000 * seconds) / frames,
      how: 'sampling to counters; the paper\'s "latency per iteration"',
    },
    {
      what: `${name}: speed`,
      unit: "Mbit/s",
      ...besidePaper(speed.bits, point.merged.mbitPerSecond),
      ours: chainMbit(speed),
      how: speedText(speed),
    },
    {
      what: `${name}: decoder alone`,
      unit: "Mbit/s",
      ...besidePaper(speed.bits, point.merged.mbitPerSecond),
      ours: decoderMbit(speed),
      how: "kernels alone",
    },
  ];
}
