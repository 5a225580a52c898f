import { codingEfficiency } from "../../src/reconciliation/secret-key/cv-secret-key.ts";
import { formatCount, formatNumber } from "../../src/report/format.ts";
import { defineExperiment } from "../shared/experiment.ts";
import type { Comparison } from "../shared/report.ts";
import { type CvqkdCode, completeDecoder, cvqkdCodes, decoderLabel } from "./shared/cases.ts";
import { besidePaper, type FerCell } from "./shared/fer.ts";
import { checkCvqkdOptions, cvqkdOptions, IN_FLIGHT, publishCvqkd } from "./shared/options.ts";
import { PAPER, PAPER_BITS } from "./shared/paper.ts";
import { withSession } from "./shared/session.ts";
import { chainMbit, decoderMbit, type MeasuredSpeed, speedText } from "./shared/speed.ts";

const NOTE =
  "Bytes of an iteration are a model: every message and posterior that a kernel works on, read and written once; index tables are " +
  "shared by all frames. Edges to variables of degree 1 carry no messages, and these are not in the loop. Memory is that of buffers with a place for each frame.";

export default defineExperiment({
  summary: "edges, efficiency, FER, device memory and Mbit/s of QC-MET codes, as Table 2 of the layered QC-MET paper",
  options: {
    ...cvqkdOptions("cvqkd-table-2", ["speeds", "cells"]),
    "in-flight": IN_FLIGHT,
  },
  async run(options) {
    checkCvqkdOptions(options);
    const codes = cvqkdCodes(options.code);
    await withSession(options, async (session) => {
      const comparisons: Comparison[] = [];
      for (const one of codes) {
        comparisons.push(efficiencyRow(one));
        for (const text of options.decoder) {
          const { code, point } = one;
          const decoder = completeDecoder(text, { iterations: point.iterations, stop: "none" });
          const [speed] = await session.speeds({ code, snr: point.snr, decoder }, [options.inFlight]);
          const cell = await session.cell({ code, snr: point.snr, decoder }, options.frames);
          comparisons.push(...rows(one, speed, cell));
        }
      }
      const source = `${PAPER}, Table 2: three rates, merged layers, no early termination`;
      publishCvqkd(
        { experiment: "cvqkd-table-2", source, device: session.device(), comparisons, notes: [NOTE] },
        options,
      );
    });
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
      // Of a million bits; lifts have as many for each bit.
      paper: (point.edges * speed.bits) / PAPER_BITS,
      ours: edges,
      how: `exactly ${formatCount(edges)}, messages of ${formatCount(messages)}; ${formatNumber(bytesPerIteration / edges)} bytes per edge and iteration`,
    },
    {
      what: `${name}: FER after ${iterations} iterations`,
      unit: "",
      paper: point.failures.errors / point.failures.frames,
      ours: cell.frameErrors / cell.frames,
      how: besidePaper(cell, point.failures),
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
      paper: 1000 * point.merged.secondsPerFrame,
      ours: (1000 * seconds) / frames,
      how: 'sampling to counters; the paper\'s "latency per iteration"',
    },
    {
      what: `${name}: speed`,
      unit: "Mbit/s",
      paper: point.merged.mbitPerSecond,
      ours: chainMbit(speed),
      how: speedText(speed),
    },
    {
      what: `${name}: decoder alone`,
      unit: "Mbit/s",
      paper: point.merged.mbitPerSecond,
      ours: decoderMbit(speed),
      how: "each dispatch timed by itself",
    },
  ];
}
