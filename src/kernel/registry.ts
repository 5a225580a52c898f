import { adoptWords } from "./adopt-words.ts";
import { bitDecision } from "./bit-decision.ts";
import { bitLlr } from "./bit-llr.ts";
import { bitPlanes } from "./bit-planes.ts";
import { blockDifference } from "./block-difference.ts";
import { blockHash } from "./block-hash.ts";
import { blockLlr } from "./block-llr.ts";
import { blockRotation } from "./block-rotation.ts";
import { blockWord } from "./block-word.ts";
import { checkEmsFrames } from "./check-ems-frames.ts";
import { checkLayers } from "./check-layers.ts";
import { checkMinMax } from "./check-min-max.ts";
import { checkMinMaxFrames } from "./check-min-max-frames.ts";
import { checkMinMaxLevels } from "./check-min-max-levels.ts";
import { checkMinMaxSliced } from "./check-min-max-sliced.ts";
import { checkQspaFrames } from "./check-qspa-frames.ts";
import { checkRatio } from "./check-ratio.ts";
import { checkSyndrome } from "./check-syndrome.ts";
import { checkTrellisFrames } from "./check-trellis-frames.ts";
import { checkTrellisSliced } from "./check-trellis-sliced.ts";
import { checkUpdate } from "./check-update.ts";
import { clearWords } from "./clear-words.ts";
import { copy } from "./copy.ts";
import { decide } from "./decide.ts";
import { decideFrames } from "./decide-frames.ts";
import { edgeWeights } from "./edge-weights.ts";
import { encode } from "./encode.ts";
import { encodeAccumulator } from "./encode-accumulator.ts";
import { encodeDualDiagonal } from "./encode-dual-diagonal.ts";
import { endRound } from "./end-round.ts";
import { init } from "./init.ts";
import { judgeTests } from "./judge-tests.ts";
import { keepLikeliest } from "./keep-likeliest.ts";
import type { Kernel } from "./kernel.ts";
import { listFailed } from "./list-failed.ts";
import { listFrames } from "./list-frames.ts";
import { listWords } from "./list-words.ts";
import { makeTests } from "./make-tests.ts";
import { mlgdCheck } from "./mlgd-check.ts";
import { mlgdCheckStart } from "./mlgd-check-start.ts";
import { mlgdDecision } from "./mlgd-decision.ts";
import { mlgdStart } from "./mlgd-start.ts";
import { mlgdVariable } from "./mlgd-variable.ts";
import { normalise } from "./normalise.ts";
import { packBits } from "./pack-bits.ts";
import { packLevels } from "./pack-levels.ts";
import { packLlr } from "./pack-llr.ts";
import { packSliced } from "./pack-sliced.ts";
import { packSymbols } from "./pack-symbols.ts";
import { packSyndrome } from "./pack-syndrome.ts";
import { paritySums } from "./parity-sums.ts";
import { ratioChannel } from "./ratio-channel.ts";
import { ratioDecision } from "./ratio-decision.ts";
import { ratioSyndrome } from "./ratio-syndrome.ts";
import { receivedLlr } from "./received-llr.ts";
import { rotatedLlr } from "./rotated-llr.ts";
import { sample } from "./sample.ts";
import { sampleSymbol } from "./sample-symbol.ts";
import { selectPosition } from "./select-position.ts";
import { source } from "./source.ts";
import { symbolLlr } from "./symbol-llr.ts";
import { syndrome } from "./syndrome.ts";
import { syndromeFrames } from "./syndrome-frames.ts";
import { tally } from "./tally.ts";
import { unpackBits } from "./unpack-bits.ts";
import { unpackSymbols } from "./unpack-symbols.ts";
import { unsatisfiedChecks } from "./unsatisfied-checks.ts";
import { unsentLlr } from "./unsent-llr.ts";
import { variable } from "./variable.ts";
import { variableFrames } from "./variable-frames.ts";
import { variableLevels } from "./variable-levels.ts";
import { variableRatio } from "./variable-ratio.ts";
import { variableSliced } from "./variable-sliced.ts";
import { variableSums } from "./variable-sums.ts";
import { wordSyndrome } from "./word-syndrome.ts";

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
  "shared/alias-sample": new URL("../../wgsl/shared/alias-sample.wgsl", import.meta.url),
  "shared/bound": new URL("../../wgsl/shared/bound.wgsl", import.meta.url),
  "shared/bytes": new URL("../../wgsl/shared/bytes.wgsl", import.meta.url),
  "shared/check-edges": new URL("../../wgsl/shared/check-edges.wgsl", import.meta.url),
  "shared/check-groups": new URL("../../wgsl/shared/check-groups.wgsl", import.meta.url),
  "shared/check-parity": new URL("../../wgsl/shared/check-parity.wgsl", import.meta.url),
  "shared/check-sum": new URL("../../wgsl/shared/check-sum.wgsl", import.meta.url),
  "shared/check-update": new URL("../../wgsl/shared/check-update.wgsl", import.meta.url),
  "shared/circulants": new URL("../../wgsl/shared/circulants.wgsl", import.meta.url),
  "shared/deviations-f16": new URL("../../wgsl/shared/deviations-f16.wgsl", import.meta.url),
  "shared/deviations-f32": new URL("../../wgsl/shared/deviations-f32.wgsl", import.meta.url),
  "shared/done": new URL("../../wgsl/shared/done.wgsl", import.meta.url),
  "shared/done-atomic": new URL("../../wgsl/shared/done-atomic.wgsl", import.meta.url),
  "shared/done-lanes": new URL("../../wgsl/shared/done-lanes.wgsl", import.meta.url),
  "shared/galois": new URL("../../wgsl/shared/galois.wgsl", import.meta.url),
  "shared/given": new URL("../../wgsl/shared/given.wgsl", import.meta.url),
  "shared/lane-bits": new URL("../../wgsl/shared/lane-bits.wgsl", import.meta.url),
  "shared/halves": new URL("../../wgsl/shared/halves.wgsl", import.meta.url),
  "shared/lanes-f16-near": new URL("../../wgsl/shared/lanes-f16-near.wgsl", import.meta.url),
  "shared/lanes-f16": new URL("../../wgsl/shared/lanes-f16.wgsl", import.meta.url),
  "shared/lanes-f32": new URL("../../wgsl/shared/lanes-f32.wgsl", import.meta.url),
  "shared/lanes-int8": new URL("../../wgsl/shared/lanes-int8.wgsl", import.meta.url),
  "shared/lanes-int8-wide": new URL("../../wgsl/shared/lanes-int8-wide.wgsl", import.meta.url),
  "shared/min-sum": new URL("../../wgsl/shared/min-sum.wgsl", import.meta.url),
  "shared/min-sum-damped": new URL("../../wgsl/shared/min-sum-damped.wgsl", import.meta.url),
  "shared/min-sum-int8": new URL("../../wgsl/shared/min-sum-int8.wgsl", import.meta.url),
  "shared/mlgd-words": new URL("../../wgsl/shared/mlgd-words.wgsl", import.meta.url),
  "shared/philox": new URL("../../wgsl/shared/philox.wgsl", import.meta.url),
  "shared/forward-backward": new URL("../../wgsl/shared/forward-backward.wgsl", import.meta.url),
  "shared/frame-places": new URL("../../wgsl/shared/frame-places.wgsl", import.meta.url),
  "shared/list-rows": new URL("../../wgsl/shared/list-rows.wgsl", import.meta.url),
  "shared/listed-place": new URL("../../wgsl/shared/listed-place.wgsl", import.meta.url),
  "shared/llr-domain": new URL("../../wgsl/shared/llr-domain.wgsl", import.meta.url),
  "shared/octonion": new URL("../../wgsl/shared/octonion.wgsl", import.meta.url),
  "shared/packed-bits": new URL("../../wgsl/shared/packed-bits.wgsl", import.meta.url),
  "shared/prefix-sums": new URL("../../wgsl/shared/prefix-sums.wgsl", import.meta.url),
  "shared/probability-domain": new URL("../../wgsl/shared/probability-domain.wgsl", import.meta.url),
  "shared/ratio-bounds": new URL("../../wgsl/shared/ratio-bounds.wgsl", import.meta.url),
  "shared/ratio-f32": new URL("../../wgsl/shared/ratio-f32.wgsl", import.meta.url),
  "shared/ratio-items": new URL("../../wgsl/shared/ratio-items.wgsl", import.meta.url),
  "shared/ratio-levels": new URL("../../wgsl/shared/ratio-levels.wgsl", import.meta.url),
  "shared/ratio-levels-pair": new URL("../../wgsl/shared/ratio-levels-pair.wgsl", import.meta.url),
  "shared/ratio-places": new URL("../../wgsl/shared/ratio-places.wgsl", import.meta.url),
  "shared/round-half": new URL("../../wgsl/shared/round-half.wgsl", import.meta.url),
  "shared/storage-bf16": new URL("../../wgsl/shared/storage-bf16.wgsl", import.meta.url),
  "shared/storage-f16": new URL("../../wgsl/shared/storage-f16.wgsl", import.meta.url),
  "shared/storage-f32": new URL("../../wgsl/shared/storage-f32.wgsl", import.meta.url),
  "shared/symbol-edges": new URL("../../wgsl/shared/symbol-edges.wgsl", import.meta.url),
  "shared/symbol-flooding": new URL("../../wgsl/shared/symbol-flooding.wgsl", import.meta.url),
  "shared/symbol-layered": new URL("../../wgsl/shared/symbol-layered.wgsl", import.meta.url),
  "shared/beliefs-f32": new URL("../../wgsl/shared/beliefs-f32.wgsl", import.meta.url),
  "shared/beliefs-levels": new URL("../../wgsl/shared/beliefs-levels.wgsl", import.meta.url),
  "shared/level-messages": new URL("../../wgsl/shared/level-messages.wgsl", import.meta.url),
  "shared/levels": new URL("../../wgsl/shared/levels.wgsl", import.meta.url),
  "shared/failed-frames": new URL("../../wgsl/shared/failed-frames.wgsl", import.meta.url),
  "shared/no-word": new URL("../../wgsl/shared/no-word.wgsl", import.meta.url),
  "shared/test-tree": new URL("../../wgsl/shared/test-tree.wgsl", import.meta.url),
  "shared/run": new URL("../../wgsl/shared/run.wgsl", import.meta.url),
  "shared/sliced": new URL("../../wgsl/shared/sliced.wgsl", import.meta.url),
  "shared/sliced-sums": new URL("../../wgsl/shared/sliced-sums.wgsl", import.meta.url),
  "shared/sliced-vectors": new URL("../../wgsl/shared/sliced-vectors.wgsl", import.meta.url),
  "shared/square": new URL("../../wgsl/shared/square.wgsl", import.meta.url),
  "shared/sum-product": new URL("../../wgsl/shared/sum-product.wgsl", import.meta.url),
  "shared/sum-product-direct": new URL("../../wgsl/shared/sum-product-direct.wgsl", import.meta.url),
  "shared/sum-product-phi": new URL("../../wgsl/shared/sum-product-phi.wgsl", import.meta.url),
  "shared/sum-product-tanh": new URL("../../wgsl/shared/sum-product-tanh.wgsl", import.meta.url),
  "shared/open-words": new URL("../../wgsl/shared/open-words.wgsl", import.meta.url),
  "shared/trellis-step": new URL("../../wgsl/shared/trellis-step.wgsl", import.meta.url),
  "shared/turn-symbols": new URL("../../wgsl/shared/turn-symbols.wgsl", import.meta.url),
  "shared/turned-tile": new URL("../../wgsl/shared/turned-tile.wgsl", import.meta.url),
  "shared/variable-sum": new URL("../../wgsl/shared/variable-sum.wgsl", import.meta.url),
  "shared/word-places": new URL("../../wgsl/shared/word-places.wgsl", import.meta.url),
  "shared/workgroup-slot": new URL("../../wgsl/shared/workgroup-slot.wgsl", import.meta.url),
  "shared/two-minima": new URL("../../wgsl/shared/two-minima.wgsl", import.meta.url),
};
