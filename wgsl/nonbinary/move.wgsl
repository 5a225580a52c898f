// nonbinary/move: moves posteriors and messages of layered decoders from a frame's slot of the iteration before to its slot.
// in   lists of common/active-frames/fill: no slot is both read and written
// i/o  posteriors [variable][symbol][slot], check_to_variable [edge][word of symbols][slot]
// map  one workgroup per variable (x) and WORKGROUP_SIZE slots (y), one invocation per slot, for the posteriors of the variable and
//      ROWS rows of messages, TOGETHER words at a time, so that loads overlap
#import common/run

#in active_list: u32
#out posteriors: u32, check_to_variable: u32

#import common/active-frames/slots

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= slots_of(active_frames())) { return; }
  let before = slot_before(slot * SLOT_FRAMES) / SLOT_FRAMES;
  if (before == slot) { return; }
  let pitch = run_slots();
  let n = workgroup.x;
  for (var first = n * Q; first < (n + 1u) * Q; first += TOGETHER) {
#for k in 0..TOGETHER: let word_$k = posteriors[min(first + $ku, (n + 1u) * Q - 1u) * pitch + before];
#for k in 0..TOGETHER: if (first + $ku < (n + 1u) * Q) { posteriors[(first + $ku) * pitch + slot] = word_$k; }
  }
  let end = min((n + 1u) * ROWS, MESSAGE_ROWS);
  for (var first = n * ROWS; first < end; first += TOGETHER) {
#for k in 0..TOGETHER: let word_$k = check_to_variable[min(first + $ku, end - 1u) * pitch + before];
#for k in 0..TOGETHER: if (first + $ku < end) { check_to_variable[(first + $ku) * pitch + slot] = word_$k; }
  }
}
