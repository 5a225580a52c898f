// Bounds of every running product of ratio-sum-product, so that f32 neither overflows nor becomes 0.
const LEAST_PRODUCT: f32 = 0x1p-100f;
const MOST_PRODUCT: f32 = 0x1p+100f;
