// osd/symbols/join: symbols from their bits, least significant bit first.
// in   bits [frame][LENGTH][P]
// out  symbols [frame][LENGTH]
// map  one invocation per symbol; workgroup y = frame
// exact: bits
#import common/run, common/workgroup-slot

#in bits: u32
#out symbols: u32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= LENGTH || slot >= run.frames) { return; }
  var symbol = 0u;
  for (var b = 0u; b < P; b++) { symbol |= bits[(slot * LENGTH + id.x) * P + b] << b; }
  symbols[slot * LENGTH + id.x] = symbol;
}
