// An edge keeps nothing between iterations: EDGE_WORDS is 0, and checks read messages as they are.
