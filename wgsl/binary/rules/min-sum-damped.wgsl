// Min-sum check node of the Sionna tutorial's 5G decoder (part 2, "Kernel Optimization"): magnitudes times 3/4 in integers,
// clipped at MESSAGE_CLIP.
#import binary/check-node/two-minima

fn outgoing(least: Lanes) -> Lanes {
  // The cut precedes the product, which then stays small: 170·3/4 is already 127, the largest clip.
  return min((min(least, Lanes(170)) * 3) / 4, Lanes(i32(MESSAGE_CLIP)));
}
