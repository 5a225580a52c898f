import { expect, it } from "vitest";
import { tannerGraph } from "../../../../src/code/tanner-graph.ts";
import { decoderProgram, readDecoder } from "../../../../src/decoder/decoder.ts";
import { graphSides } from "../../../../src/decoder/reproductions/ratio/graph.ts";
import { RATIO_LAYOUTS } from "../../../../src/decoder/reproductions/ratio/options.ts";
import type { Engine } from "../../../../src/engine/engine.ts";
import { bothEngines, isLeftToBrowser } from "../../../engines.ts";
import {
  channelRatio,
  keptMessage,
  type RatioBits,
  ratioCheckNode,
  ratioVariableNode,
} from "../../../oracle/papers/ratio-sum-product.ts";
import { runParameters } from "../../../run-parameters.ts";
import { randomNumbers } from "../../../simulation/random.ts";
import { IN_BROWSER } from "../../../sweep.ts";
import { BITS_OPTIONS, LAYOUTS, ratioMatrices } from "./codes.ts";

// Each half-iteration on random messages, compared message by message with the oracle: checks from variables' messages, and variables from
// checks' messages. Before storage, a kernel's message has a relative error of about 2^-20 (products and a quotient in f32; a channel
// ratio, an exponential, has 2^-17). Near the middle between two levels the stored level may therefore be the neighbour.
const engines = bothEngines();
const matrices = ratioMatrices();
const FRAMES = 5;
const PRODUCT_ERROR = 2 ** -20;
const CHANNEL_ERROR = 2 ** -17;

/** Converts a message's magnitude and flags into a word's lane, and back. */
function wordFormat(bits: RatioBits, pairs: boolean) {
  const sign = pairs ? 2 ** 15 : 2 ** 31;
  const float = new Float32Array(1);
  const word = new Uint32Array(float.buffer);
  const steps = 2 ** Number(bits);
  return {
    encode(a: number): number {
      float[0] = Math.abs(a);
      return (bits === "32" ? word[0] : Math.abs(a) * steps) + (a < 0 ? sign : 0);
    },
    /** [a, decision] */
    decode(lane: number): [a: number, decision: number] {
      const magnitude = lane % (sign / 2);
      word[0] = magnitude;
      const decision = Math.floor(lane / (sign / 2)) % 2;
      return [(lane >= sign ? -1 : 1) * (bits === "32" ? float[0] : magnitude / steps), decision];
    },
  };
}

for (const [graph, name] of Object.keys(matrices).entries()) {
  for (const [i, bits] of BITS_OPTIONS.entries()) {
    for (const [j, layout] of LAYOUTS.entries()) {
      // A device has each number of bits and each layout, with the two graphs in turn, and a browser's device the first graph.
      const isOnDevice = (i + j) % 2 === 0 && graph === j >> 1;
      if (IN_BROWSER && !(isOnDevice && graph === 0)) continue;
      it(`${name}, bits=${bits} layout=${layout}`, async () => {
        for (const engine of isOnDevice ? [engines.cpu, engines.gpu] : [engines.cpu]) {
          if (!isLeftToBrowser(engine)) await expectHalves(engine, name, bits, layout);
        }
      });
    }
  }
}

async function expectHalves(
  engine: Engine,
  name: string,
  bits: (typeof BITS_OPTIONS)[number],
  layout: (typeof LAYOUTS)[number],
): Promise<void> {
  const matrix = matrices[name];
  const graph = tannerGraph(matrix);
  const { edges, checks, variables } = graph;
  const fastest = layout === "frames";
  const pairs = fastest && bits !== "32";
  const { encode, decode } = wordFormat(bits, pairs);
  const program = decoderProgram(
    { matrix },
    readDecoder(`ratio-sum-product bits=${bits} layout=${layout}`),
    engine.limits,
    {
      syndrome: true,
    },
  );
  const prepared = await engine.prepare(program, FRAMES);
  const parameters = runParameters({ frames: FRAMES });
  const sides = graphSides(graph, RATIO_LAYOUTS[layout]);
  const oneArray = layout === "rows" || layout === "columns";
  const words = pairs ? Math.ceil(FRAMES / 2) : FRAMES;
  const arrays = {
    toChecks: oneArray ? (["messages", sides.variables] as const) : (["to_checks", sides.checks] as const),
    toVariables: oneArray ? (["messages", sides.variables] as const) : (["to_variables", sides.variables] as const),
  };
  /** Word of an edge's message in a frame, and position of its bits in the word. */
  const at = (to: keyof typeof arrays, edge: number, frame: number): [word: number, low: number] => {
    const [, { indexOf, size }] = arrays[to];
    const word = pairs ? frame >> 1 : frame;
    return [fastest ? indexOf[edge] * words + word : word * size + indexOf[edge], pairs ? 16 * (frame & 1) : 0];
  };
  const write = (to: keyof typeof arrays, messages: readonly number[][]) => {
    const data = new Uint32Array(words * arrays[to][1].size);
    messages.forEach((ofFrame, frame) => {
      ofFrame.forEach((a, edge) => {
        const [word, low] = at(to, edge, frame);
        data[word] += encode(a) * 2 ** low;
      });
    });
    prepared.write(arrays[to][0], data);
  };
  const read = async (to: keyof typeof arrays) => {
    const data = await prepared.read(arrays[to][0]);
    return Array.from({ length: FRAMES }, (_, frame) =>
      Array.from({ length: edges }, (_, edge) => {
        const [word, low] = at(to, edge, frame);
        return decode(pairs ? (data[word] >>> low) & 0xffff : data[word]);
      }),
    );
  };

  const random = randomNumbers(edges);
  const randomMessages = () =>
    Array.from({ length: FRAMES }, () =>
      // Small magnitudes, large magnitudes, and magnitudes between.
      Array.from({ length: edges }, () =>
        Math.fround(
          keptMessage(
            (random() < 0.5 ? -1 : 1) * [random(), random() ** 8, 1 - random() ** 8][Math.floor(3 * random())],
            bits,
          ),
        ),
      ),
    );
  const syndrome = Array.from({ length: FRAMES * checks }, () => Math.floor(2 * random()));
  const llr = Array.from({ length: FRAMES * variables }, (_, i) =>
    Math.fround(i % 7 === 0 ? 200 * random() - 100 : 12 * random() - 6),
  );
  prepared.write("syndrome", Uint32Array.from(syndrome));
  prepared.write("channel_llr", Float32Array.from(llr));
  for (const dispatch of program.start.filter(
    ({ kernel }) => kernel === "reproductions/ratio/channel" || kernel === "reproductions/ratio/syndrome",
  )) {
    await prepared.runDispatch(dispatch, parameters, 0);
  }
  const halves = (kernel: string) =>
    program.start.filter((dispatch) => dispatch.kernel === kernel && dispatch.constants.FIRST !== 1);
  const what = (frame: number, edge: number) => `${engine.info.engine}, frame ${frame}, edge ${edge}`;

  const fromVariables = randomMessages();
  write("toChecks", fromVariables);
  for (const dispatch of halves("reproductions/ratio/check")) await prepared.runDispatch(dispatch, parameters, 0);
  (await read("toVariables")).forEach((ofFrame, frame) => {
    for (let m = 0; m < checks; m++) {
      const [first, end] = [graph.checkStart[m], graph.checkStart[m + 1]];
      const sent = ratioCheckNode(fromVariables[frame].slice(first, end), syndrome[frame * checks + m]);
      sent.forEach((a, i) => {
        const [low, high] = [1 - PRODUCT_ERROR, 1 + PRODUCT_ERROR].map((factor) => keptMessage(a * factor, bits));
        expectWithin(ofFrame[first + i][0], low, high, what(frame, first + i));
      });
    }
  });

  const fromChecks = randomMessages();
  write("toVariables", fromChecks);
  for (const dispatch of halves("reproductions/ratio/variable")) await prepared.runDispatch(dispatch, parameters, 0);
  (await read("toChecks")).forEach((ofFrame, frame) => {
    for (let n = 0; n < variables; n++) {
      const own = graph.variableEdge.slice(graph.variableStart[n], graph.variableStart[n + 1]);
      const r0 = channelRatio(llr[frame * variables + n], bits);
      const nodes = [1 - CHANNEL_ERROR, 1 + CHANNEL_ERROR].map((factor) =>
        ratioVariableNode(
          r0 * factor,
          Array.from(own, (edge) => fromChecks[frame][edge]),
        ),
      );
      own.forEach((edge, i) => {
        const [low, high] = nodes.map(({ sent }) => keptMessage(sent[i], bits));
        const [a, decision] = ofFrame[edge];
        expectWithin(a, low, high, what(frame, edge));
        expect([nodes[0].ratio, nodes[1].ratio].map((ratio) => Number(ratio < 1))).toContain(decision);
      });
    }
  });
  prepared.release();
}

function expectWithin(actual: number, a: number, b: number, what: string): void {
  // Near ±1 the last bits of f32 count. Only bits=32 can distinguish them, as levels are further apart.
  const [low, high] = [Math.min(a, b) - 2 ** -22, Math.max(a, b) + 2 ** -22];
  if (!(actual >= low && actual <= high)) expect.fail(`${what}: ${actual} is not within ${low} … ${high}`);
}
