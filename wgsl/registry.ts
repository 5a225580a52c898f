import type { Kernel } from "../src/gpu/kernel.ts";
import { checkUpdate } from "./binary/check.ts";
import { listWords } from "./binary/compact.ts";
import { bitDecision } from "./binary/decide.ts";
import { packLlr } from "./binary/pack-llr.ts";
import { packSyndrome } from "./binary/pack-syndrome.ts";
import { checkLayers } from "./binary/resident.ts";
import { checkSyndrome } from "./binary/syndrome.ts";
import { variableSums } from "./binary/variable.ts";
import { bitLlr } from "./channel/bit-llr.ts";
import { receivedLlr } from "./channel/received-llr.ts";
import { sample } from "./channel/sample.ts";
import { sampleSymbol } from "./channel/sample-symbol.ts";
import { symbolLlr } from "./channel/symbol-llr.ts";
import { unsentLlr } from "./channel/unsent-llr.ts";
import { listFrames } from "./common/active-frames/compact.ts";
import { clearWords } from "./common/clear-words.ts";
import { mlgdCheck } from "./majority-logic/check.ts";
import { mlgdDecision } from "./majority-logic/decide.ts";
import { mlgdCheckStart } from "./majority-logic/init-checks.ts";
import { mlgdStart } from "./majority-logic/init-variables.ts";
import { mlgdVariable } from "./majority-logic/variable.ts";
import { decideFrames } from "./nonbinary/decide.ts";
import { packSymbols } from "./nonbinary/pack.ts";
import { packLevels } from "./nonbinary/pack-levels.ts";
import { packSliced } from "./nonbinary/pack-sliced.ts";
import { checkEmsFrames } from "./nonbinary/rules/ems.ts";
import { checkMinMaxFrames } from "./nonbinary/rules/min-max.ts";
import { checkMinMaxLevels } from "./nonbinary/rules/min-max-levels.ts";
import { checkMinMaxSliced } from "./nonbinary/rules/min-max-sliced.ts";
import { checkQspaFrames } from "./nonbinary/rules/qspa.ts";
import { checkTrellisFrames } from "./nonbinary/rules/trellis-min-max.ts";
import { checkTrellisSliced } from "./nonbinary/rules/trellis-min-max-sliced.ts";
import { syndromeFrames } from "./nonbinary/syndrome.ts";
import { unpackSymbols } from "./nonbinary/unpack.ts";
import { variableFrames } from "./nonbinary/variable.ts";
import { variableLevels } from "./nonbinary/variable-levels.ts";
import { variableSliced } from "./nonbinary/variable-sliced.ts";
import { blockDifference } from "./reconciliation/block-difference.ts";
import { blockHash } from "./reconciliation/block-hash.ts";
import { blockLlr } from "./reconciliation/block-llr.ts";
import { blockRotation } from "./reconciliation/block-rotation.ts";
import { blockWord } from "./reconciliation/block-word.ts";
import { packBits } from "./reconciliation/pack-bits.ts";
import { rotatedLlr } from "./reconciliation/rotated-llr.ts";
import { unpackBits } from "./reconciliation/unpack-bits.ts";
import { adoptWords } from "./reprocess/adopt-words.ts";
import { endRound } from "./reprocess/end-round.ts";
import { judgeTests } from "./reprocess/judge-tests.ts";
import { keepLikeliest } from "./reprocess/keep-likeliest.ts";
import { listFailed } from "./reprocess/list-failed.ts";
import { makeTests } from "./reprocess/make-tests.ts";
import { selectPosition } from "./reprocess/select-position.ts";
import { edgeWeights } from "./reprocess/weights/edge-weights.ts";
import { unsatisfiedChecks } from "./reprocess/weights/unsatisfied-checks.ts";
import { checkMinMax } from "./reproductions/min-max-symbols/check.ts";
import { decide } from "./reproductions/min-max-symbols/decide.ts";
import { init } from "./reproductions/min-max-symbols/init.ts";
import { normalise } from "./reproductions/min-max-symbols/normalise.ts";
import { syndrome } from "./reproductions/min-max-symbols/syndrome.ts";
import { variable } from "./reproductions/min-max-symbols/variable.ts";
import { ratioChannel } from "./reproductions/ratio/channel.ts";
import { checkRatio } from "./reproductions/ratio/check.ts";
import { ratioDecision } from "./reproductions/ratio/decide.ts";
import { ratioSyndrome } from "./reproductions/ratio/syndrome.ts";
import { variableRatio } from "./reproductions/ratio/variable.ts";
import { bitPlanes } from "./source/bit-planes.ts";
import { encode } from "./source/encode.ts";
import { encodeAccumulator } from "./source/encode-accumulator.ts";
import { encodeDualDiagonal } from "./source/encode-dual-diagonal.ts";
import { source } from "./source/information.ts";
import { paritySums } from "./source/parity-sums.ts";
import { wordSyndrome } from "./source/word-syndrome.ts";
import { copy } from "./statistics/copy.ts";
import { tally } from "./statistics/tally.ts";

/** All kernels by name. Programs name kernels, engines find them here; a test holds it equal to the folder wgsl/. */
export const kernels: Readonly<Record<string, Kernel>> = Object.fromEntries(
  [
    source,
    bitPlanes,
    encode,
    paritySums,
    encodeDualDiagonal,
    encodeAccumulator,
    wordSyndrome,
    sample,
    symbolLlr,
    bitLlr,
    sampleSymbol,
    receivedLlr,
    unsentLlr,
    init,
    checkMinMax,
    decide,
    syndrome,
    variable,
    normalise,
    mlgdStart,
    mlgdCheckStart,
    mlgdVariable,
    mlgdCheck,
    mlgdDecision,
    tally,
    packLlr,
    packSyndrome,
    checkUpdate,
    checkLayers,
    checkSyndrome,
    variableSums,
    bitDecision,
    ratioChannel,
    ratioSyndrome,
    checkRatio,
    variableRatio,
    ratioDecision,
    packLevels,
    checkMinMaxLevels,
    checkQspaFrames,
    variableLevels,
    packSymbols,
    checkMinMaxFrames,
    checkTrellisFrames,
    packSliced,
    checkMinMaxSliced,
    checkTrellisSliced,
    variableSliced,
    checkEmsFrames,
    variableFrames,
    decideFrames,
    syndromeFrames,
    listFrames,
    listWords,
    unpackSymbols,
    listFailed,
    clearWords,
    makeTests,
    judgeTests,
    keepLikeliest,
    unsatisfiedChecks,
    edgeWeights,
    selectPosition,
    adoptWords,
    endRound,
    blockWord,
    blockLlr,
    unpackBits,
    packBits,
    blockHash,
    blockDifference,
    blockRotation,
    rotatedLlr,
    copy,
  ].map((kernel) => [kernel.name, kernel]),
);

/** WGSL files that kernels import, by the name in `#import`. Literal URLs, so that bundlers find the files. */
export const sharedSources: Readonly<Record<string, URL>> = {
  "channel/alias-sample": new URL("./channel/alias-sample.wgsl", import.meta.url),
  "common/bound": new URL("./common/bound.wgsl", import.meta.url),
  "binary/formats/bytes": new URL("./binary/formats/bytes.wgsl", import.meta.url),
  "binary/check-node/edges": new URL("./binary/check-node/edges.wgsl", import.meta.url),
  "binary/check-node/groups": new URL("./binary/check-node/groups.wgsl", import.meta.url),
  "binary/check-node/parity": new URL("./binary/check-node/parity.wgsl", import.meta.url),
  "common/check-sum": new URL("./common/check-sum.wgsl", import.meta.url),
  "binary/check-node/update": new URL("./binary/check-node/update.wgsl", import.meta.url),
  "source/circulants": new URL("./source/circulants.wgsl", import.meta.url),
  "nonbinary/rules/deviations-f16": new URL("./nonbinary/rules/deviations-f16.wgsl", import.meta.url),
  "nonbinary/rules/deviations-f32": new URL("./nonbinary/rules/deviations-f32.wgsl", import.meta.url),
  "common/active-frames/done": new URL("./common/active-frames/done.wgsl", import.meta.url),
  "common/active-frames/done-atomic": new URL("./common/active-frames/done-atomic.wgsl", import.meta.url),
  "common/active-frames/done-lanes": new URL("./common/active-frames/done-lanes.wgsl", import.meta.url),
  "common/galois": new URL("./common/galois.wgsl", import.meta.url),
  "binary/rules/extrinsic": new URL("./binary/rules/extrinsic.wgsl", import.meta.url),
  "common/lane-bits": new URL("./common/lane-bits.wgsl", import.meta.url),
  "binary/formats/halves": new URL("./binary/formats/halves.wgsl", import.meta.url),
  "binary/formats/f16-near": new URL("./binary/formats/f16-near.wgsl", import.meta.url),
  "binary/formats/f16": new URL("./binary/formats/f16.wgsl", import.meta.url),
  "binary/formats/f32": new URL("./binary/formats/f32.wgsl", import.meta.url),
  "binary/formats/int8": new URL("./binary/formats/int8.wgsl", import.meta.url),
  "binary/formats/int8-wide": new URL("./binary/formats/int8-wide.wgsl", import.meta.url),
  "binary/rules/min-sum": new URL("./binary/rules/min-sum.wgsl", import.meta.url),
  "binary/rules/min-sum-damped": new URL("./binary/rules/min-sum-damped.wgsl", import.meta.url),
  "binary/rules/min-sum-int8": new URL("./binary/rules/min-sum-int8.wgsl", import.meta.url),
  "majority-logic/words": new URL("./majority-logic/words.wgsl", import.meta.url),
  "common/philox": new URL("./common/philox.wgsl", import.meta.url),
  "nonbinary/rules/forward-backward": new URL("./nonbinary/rules/forward-backward.wgsl", import.meta.url),
  "common/active-frames/slots": new URL("./common/active-frames/slots.wgsl", import.meta.url),
  "common/active-frames/list-rows": new URL("./common/active-frames/list-rows.wgsl", import.meta.url),
  "common/active-frames/list": new URL("./common/active-frames/list.wgsl", import.meta.url),
  "nonbinary/domains/llr": new URL("./nonbinary/domains/llr.wgsl", import.meta.url),
  "reconciliation/octonion": new URL("./reconciliation/octonion.wgsl", import.meta.url),
  "reconciliation/packed-bits": new URL("./reconciliation/packed-bits.wgsl", import.meta.url),
  "common/prefix-sums": new URL("./common/prefix-sums.wgsl", import.meta.url),
  "nonbinary/domains/probability": new URL("./nonbinary/domains/probability.wgsl", import.meta.url),
  "reproductions/ratio/bounds": new URL("./reproductions/ratio/bounds.wgsl", import.meta.url),
  "reproductions/ratio/f32": new URL("./reproductions/ratio/f32.wgsl", import.meta.url),
  "reproductions/ratio/invocations": new URL("./reproductions/ratio/invocations.wgsl", import.meta.url),
  "reproductions/ratio/levels": new URL("./reproductions/ratio/levels.wgsl", import.meta.url),
  "reproductions/ratio/levels-pair": new URL("./reproductions/ratio/levels-pair.wgsl", import.meta.url),
  "reproductions/ratio/active-words": new URL("./reproductions/ratio/active-words.wgsl", import.meta.url),
  "common/round-half": new URL("./common/round-half.wgsl", import.meta.url),
  "nonbinary/formats/bf16": new URL("./nonbinary/formats/bf16.wgsl", import.meta.url),
  "nonbinary/formats/f16": new URL("./nonbinary/formats/f16.wgsl", import.meta.url),
  "nonbinary/formats/f32": new URL("./nonbinary/formats/f32.wgsl", import.meta.url),
  "nonbinary/schedules/edges": new URL("./nonbinary/schedules/edges.wgsl", import.meta.url),
  "nonbinary/schedules/flooding": new URL("./nonbinary/schedules/flooding.wgsl", import.meta.url),
  "nonbinary/schedules/layered": new URL("./nonbinary/schedules/layered.wgsl", import.meta.url),
  "nonbinary/posteriors/f32": new URL("./nonbinary/posteriors/f32.wgsl", import.meta.url),
  "nonbinary/posteriors/levels": new URL("./nonbinary/posteriors/levels.wgsl", import.meta.url),
  "nonbinary/formats/level-messages": new URL("./nonbinary/formats/level-messages.wgsl", import.meta.url),
  "nonbinary/formats/levels": new URL("./nonbinary/formats/levels.wgsl", import.meta.url),
  "reprocess/failed-frames": new URL("./reprocess/failed-frames.wgsl", import.meta.url),
  "reprocess/no-word": new URL("./reprocess/no-word.wgsl", import.meta.url),
  "reprocess/test-tree": new URL("./reprocess/test-tree.wgsl", import.meta.url),
  "common/run": new URL("./common/run.wgsl", import.meta.url),
  "nonbinary/formats/sliced": new URL("./nonbinary/formats/sliced.wgsl", import.meta.url),
  "nonbinary/formats/sliced-sums": new URL("./nonbinary/formats/sliced-sums.wgsl", import.meta.url),
  "nonbinary/formats/sliced-vectors": new URL("./nonbinary/formats/sliced-vectors.wgsl", import.meta.url),
  "statistics/square": new URL("./statistics/square.wgsl", import.meta.url),
  "binary/rules/sum-product": new URL("./binary/rules/sum-product.wgsl", import.meta.url),
  "binary/rules/sum-product-direct": new URL("./binary/rules/sum-product-direct.wgsl", import.meta.url),
  "binary/rules/sum-product-phi": new URL("./binary/rules/sum-product-phi.wgsl", import.meta.url),
  "binary/rules/sum-product-tanh": new URL("./binary/rules/sum-product-tanh.wgsl", import.meta.url),
  "binary/active-words": new URL("./binary/active-words.wgsl", import.meta.url),
  "nonbinary/rules/trellis-step": new URL("./nonbinary/rules/trellis-step.wgsl", import.meta.url),
  "nonbinary/formats/permute-symbols": new URL("./nonbinary/formats/permute-symbols.wgsl", import.meta.url),
  "binary/transposed-tile": new URL("./binary/transposed-tile.wgsl", import.meta.url),
  "binary/variable-sum": new URL("./binary/variable-sum.wgsl", import.meta.url),
  "common/word-index": new URL("./common/word-index.wgsl", import.meta.url),
  "common/workgroup-slot": new URL("./common/workgroup-slot.wgsl", import.meta.url),
  "binary/rules/two-minima": new URL("./binary/rules/two-minima.wgsl", import.meta.url),
};
