import type { SimdKernel } from "../../../src/gpu/kernel.ts";
import type { SimdMemory } from "../../../src/gpu/simd.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord } from "../../../src/wasm/i32.ts";
import { binary, byWidth, load, WIDTHS, type Width } from "../../../src/wasm/simd.ts";
import { activeStrips, type Strip } from "../../common/active-frames/simd/words.ts";
import { type CheckRun, checkRuns, edgeTable, oneCheck, shapeOf } from "../check-node/simd/edges.ts";
import { type SimdLanes, simdLanesOf } from "../formats/simd/lanes.ts";

/** Parameters of the functions: lanes that need no test or fail already, and addresses of a strip of the first check's words. */
const PARAMETERS = ["failed", "every", "checks", "table", "rowBytes", "posteriors", "degreeOne", "signs"] as const;

interface TestShape {
  readonly degree: number;
  readonly degreeOne: boolean;
  readonly width: Width;
}

/** Frame-interleaved tests of checks, for each strip of words until all its lanes fail. */
export const simdSyndrome: SimdKernel = ({ constants, variant, buffers, memory, rest }) => {
  const lanes = simdLanesOf(variant);
  if (lanes === undefined || constants.FRAME_INTERLEAVED !== 1) return undefined;
  const { interleave } = lanes;
  const [packed, graph, tested, checkSigns, posteriors, unsatisfied, progress] = buffers as Uint32Array[];
  const table = edgeTable(memory, packed, graph, constants);
  const { runs, lacking } = checkRuns(table, constants, tested[0], tested[1]);
  const strips = activeStrips(memory, progress, interleave);
  const tests = testsOf(memory, lanes, constants.SYNDROME === 1, runs).map((test, r) => {
    const { group, t, count } = runs[r];
    const [entries, degreeOne, check] = [table.addressOf(group, t), group.degreeOne + t, group.check + t];
    return (failed: number, every: number, { at, width }: Strip, rowBytes: number) =>
      test[width](
        failed,
        every,
        count,
        entries,
        rowBytes,
        posteriors.byteOffset + at,
        posteriors.byteOffset + degreeOne * rowBytes + at,
        checkSigns.byteOffset + check * rowBytes + at,
      );
  });
  return (call) => {
    const { frames } = call.parameters;
    const words = Math.ceil(frames / interleave);
    const rowBytes = 4 * words;
    table.fit(rowBytes);
    for (const strip of strips(call, words)) {
      const { at, width, doneLanes } = strip;
      const first = (at / 4) * interleave;
      const lanesTested = Math.min((width / 4) * interleave, frames - first);
      const every = 2 ** lanesTested - 1;
      let failed = doneLanes;
      for (const test of tests) {
        failed = test(failed, every, strip, rowBytes);
        if ((failed & every) === every) break;
      }
      const row = call.iteration * frames + first;
      for (let lane = 0; lane < lanesTested; lane++) {
        if ((((failed & ~doneLanes) >>> lane) & 1) === 1) unsatisfied[row + lane] = 1;
      }
    }
    if (lacking !== undefined) rest(oneCheck(call, lacking - tested[0]));
  };
};

/** The function of each run of checks, by the width of a strip. */
function testsOf(memory: SimdMemory, lanes: SimdLanes, syndrome: boolean, runs: readonly CheckRun[]) {
  return runs.map(({ group }) => {
    const shape = shapeOf(group);
    const functions = memory.functions(`binary/syndrome ${lanes.interleave} ${syndrome} ${JSON.stringify(shape)}`, () =>
      WIDTHS.map((width) => testFunction({ ...shape, width }, lanes, syndrome)),
    );
    return byWidth((width) => functions[nameOf({ ...shape, width })]);
  });
}

function nameOf({ degree, degreeOne, width }: TestShape): string {
  return `test_${degree}_${degreeOne ? 1 : 0}_${width}`;
}

/** Tests a run of checks of one shape in one strip of words; its result has a bit for each lane that fails. */
function testFunction(shape: TestShape, lanes: SimdLanes, syndrome: boolean): FunctionBuilder {
  const { degree, degreeOne: hasDegreeOne, width } = shape;
  const f = new FunctionBuilder(nameOf(shape), PARAMETERS.length);
  const [failed, every, checks, table, rowBytes, posteriors, degreeOne, signs] = PARAMETERS.map((_, i) =>
    f.parameter(i),
  );
  f.repeatWhile(() => {
    const rows = Array.from({ length: degree }, (_, k) => load(add(posteriors, loadWord(table, 4 * k)), 0, width));
    if (hasDegreeOne) rows.push(load(degreeOne, 0, width));
    if (syndrome) rows.push(load(signs, 0, width));
    const odd = rows.reduce((sum, row) => binary("v128.xor", sum, row));
    f.set(failed, i32op("or", failed, lanes.signs(odd)));
    f.advance(table, 4 * degree);
    if (hasDegreeOne) f.advance(degreeOne, rowBytes);
    if (syndrome) f.advance(signs, rowBytes);
    f.set(checks, i32op("sub", checks, i32(1)));
    // While checks are left and lanes pass.
    const left = i32op("ne", checks, i32(0));
    return i32op("and", left, i32op("ne", i32op("and", failed, every), every));
  });
  f.returns(failed);
  return f;
}
