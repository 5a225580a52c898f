#if !<order>
  let m = checks[workgroup.x];
#else
  // Layers in another order in every iteration: `checks` begins with the first of this dispatch and their number for each of ORDERS iterations.
  let turn = 2u * (run.iteration % ORDERS);
  if (workgroup.x >= checks[turn + 1u]) { return; }
  let m = checks[checks[turn] + workgroup.x];
#end