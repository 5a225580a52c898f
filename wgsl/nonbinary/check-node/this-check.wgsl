// Check m of a workgroup: NEIGHBOURS workgroups that follow each other have one check.
#if !<order>
  let m = checks[workgroup.x / NEIGHBOURS];
#else
  // Layers in another order in every iteration: `checks` begins with the first of this dispatch and their number for each of ORDERS iterations.
  let turn = 2u * (run.iteration % ORDERS);
  if (workgroup.x / NEIGHBOURS >= checks[turn + 1u]) { return; }
  let m = checks[checks[turn] + workgroup.x / NEIGHBOURS];
#end
