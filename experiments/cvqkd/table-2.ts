import { codingEfficiency } from "../../src/reconciliation.ts";
import { formatCount, formatNumber } from "../../src/report/format.ts";
import type { Comparison } from "../shared/report.ts";
import { cvqkdExperiment } from "./shared/experiment.ts";
import { chainMbit, failuresBeside, speedText } from "./shared/measure.ts";
import { besidePaper, decoderLabel } from "./shared/paper.ts";

export default cvqkdExperiment({
  name: "cvqkd-table-2",
  summary: "Table 2: edges, efficiency, FER, device memory and Mbit/s of QC-MET codes",
  source: "Table 2: three rates, merged layers, no early termination",
  note:
    "Bytes of an iteration are a model: every message and posterior that a kernel works on, read and written once; index tables are " +
    "shared by all frames. Edges to variables of degree 1 carry no messages, and these are not in the loop. Memory is that of buffers with a place for each frame.",
  measures: ["speeds", "cells"],
  cases: ({ snr, iterations }) => [{ snr, decided: { iterations, stop: "none" } }],
  head({ code, point }) {
    const { columns, rows } = code.matrix;
    return [
      {
        what: `rate ${point.rate}, SNR ${point.snr}: efficiency β`,
        unit: "%",
        paper: point.efficiency,
        ours: 100 * codingEfficiency((columns - rows) / columns, point.snr),
        how: `rate over ½·log2(1 + SNR), ${code.name}`,
      },
    ];
  },
  rows([{ point, ...one }]) {
    const [speed] = one.speeds();
    const cell = one.cell();
    const { edges, messages, bytesPerIteration, frameBytes, decoderFrameBytes, frames, seconds, iterations } = speed;
    const name = `rate ${point.rate}, ${decoderLabel(speed.decoder)}`;
    const row = (what: string, unit: string, ours: number, how: string, paper?: number): Comparison => ({
      what: `${name}: ${what}`,
      unit,
      ...(paper !== undefined && besidePaper(speed.bits, paper)),
      ours,
      how,
    });
    const { mbitPerSecond, secondsPerFrame } = point.merged;
    const perEdge = `exactly ${formatCount(edges)}, messages of ${formatCount(messages)}; ${formatNumber(bytesPerIteration / edges)} bytes per edge and iteration`;
    const memory = `decoder; with channel and counters ${formatNumber(frameBytes / 1e6)} MB, ${formatNumber((frames * frameBytes) / 1e9)} GB for ${frames} frames`;
    const latency = 'sampling to counters; the paper\'s "latency per iteration"';
    const decoderMbit = (frames * speed.bits) / speed.decoderSeconds / 1e6;
    const { errors, frames: all } = point.failures;
    return [
      row("edges of a frame", "edges", edges, perEdge, point.edges),
      {
        ...row(`FER after ${iterations} iterations`, "", cell.frameErrors / cell.frames, "", errors / all),
        errors: cell.frameErrors,
        how: failuresBeside(cell, point.failures),
      },
      row("device memory of a frame", "MB", decoderFrameBytes / 1e6, memory),
      row("time of a frame", "ms", (1000 * seconds) / frames, latency, 1000 * secondsPerFrame),
      row("speed", "Mbit/s", chainMbit(speed), speedText(speed), mbitPerSecond),
      row("decoder alone", "Mbit/s", decoderMbit, "kernels alone", mbitPerSecond),
    ];
  },
});
