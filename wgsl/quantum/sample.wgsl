// quantum/sample: which mechanisms of each shot occur, the same as in quantum/shots, and what they flip.
// in   mechanisms [mechanisms padded to 16][2]: ⌈256p⌉, and the share of a byte below it that stands for p, in 2^-32
//      flips [starts MECHANISMS + 1][of each mechanism: BITS·check + bit for its detectors, and BITS·CHECKS + k for observable k]
// i/o  syndrome [frame][CHECKS], of BITS bits each, and wrong [frame][observable words], zero before
// map  one invocation per 16 mechanisms; workgroup y = frame
#import common/run, common/workgroup-slot, <random>

#in mechanisms: u32, flips: u32
#out syndrome: atomic<u32>, wrong: atomic<u32>

#import quantum/noise, quantum/flip-observables

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (slot >= run.frames || id.x >= BLOCKS) { return; }
  let frame = frame_index(slot);
  let words = random_words(vec4u(frame, id.x, STREAM_NOISE), run.key);
  for (var j = 0u; j < 16u; j++) {
    let n = 16u * id.x + j;
    if (((words[j >> 2u] >> (8u * (j & 3u))) & 255u) < mechanisms[2u * n]) {
      if (is_error(frame, n, mechanisms[2u * n + 1u])) {
        for (var i = flips[n]; i < flips[n + 1u]; i++) {
          let flipped = flips[MECHANISMS + 1u + i];
          if (flipped < BITS * CHECKS) {
            atomicXor(&syndrome[slot * CHECKS + flipped / BITS], 1u << (flipped % BITS));
          } else {
            flip_observable(slot, flipped - BITS * CHECKS);
          }
        }
      }
    }
  }
  put_observables();
}
