// Memory: the prior of variable n is λ + γ_n·(P − λ), where λ is the channel's LLR, P the posterior of the iteration before and γ_n its
// `variable_value`, a factor in the form of the number format.
fn prior(channel: Wide, posterior: Wide, n: u32) -> Wide { return channel + portion(posterior - channel, variable_value(n)); }
