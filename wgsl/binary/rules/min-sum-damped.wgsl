// Min-sum check node of the Sionna tutorial's 5G decoder (part 2, "Kernel Optimization"): magnitudes times 3/4 in integers,
// clipped at MESSAGE_CLIP.
#import binary/check-node/two-minima

fn outgoing(least: Lanes) -> Lanes {
  // Cut before the product, which then stays a small number: 170·3/4 is 127 already, the largest clip.
  return min((min(least, Lanes(170)) * 3) / 4, Lanes(i32(MESSAGE_CLIP)));
}
