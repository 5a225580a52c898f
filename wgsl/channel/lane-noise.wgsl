// channel/lane-noise: the alias table of the noise with a decoder's channel values in place of outcomes, for lanes of 16 bits at most.
// in   noise_cells [4096]              alias table (channel/alias-sample)
// out  lane_noise [4096][2]            the threshold in the upper 20 bits; the lane of the cell's outcome, and from bit 16 that of its
//                                      alias, both of a bit sent as +1
//      SHORT_VALUES: lane_noise [4096]  both in a word: six bits of the alias's value (channel/short-noise), and from bit 6 the bits in
//                                      which the outcome's value differs from it
// map  one invocation per cell; slots of frames all write the same
// exact: as binary/pack-llr
#import common/run, common/bound, <lanes>
#if SHORT_VALUES: #import channel/short-noise

#in noise_cells: u32
#out lane_noise: u32

fn lane_value(outcome: u32) -> u32 { return lane_of(f32(run.amplitude + i32(outcome) - 2048) * run.llr_scale, 0u); }

#main id: global_invocation_id {
  let entry = noise_cells[id.x];
#if SHORT_VALUES
  let alias_value = short_of(lane_value(entry & 0xfffu));
  lane_noise[id.x] = (entry & 0xfffff000u) | ((short_of(lane_value(id.x)) ^ alias_value) << 6u) | alias_value;
#else
  lane_noise[2u * id.x] = entry & 0xfffff000u;
  lane_noise[2u * id.x + 1u] = lane_value(id.x) | (lane_value(entry & 0xfffu) << 16u);
#end
}
