/**
 * Types and functions that the C text of a shader uses (c.ts). The operators of vectors are those of GCC and Clang. What they have no
 * operator for is an instruction of x86-64 where the compiler's target has it, and else a loop over the lanes, with the same bits.
 * @param lanes invocations of a vector, before this text: `enum { L = 16 };`
 */
export const PRELUDE = `
#include <stdint.h>
#include <string.h>
typedef uint32_t V __attribute__((vector_size(4 * L), may_alias));
typedef int32_t S __attribute__((vector_size(4 * L), may_alias));
typedef float F __attribute__((vector_size(4 * L), may_alias));
typedef uint16_t UH __attribute__((vector_size(4 * L), may_alias));
typedef int16_t SH __attribute__((vector_size(4 * L), may_alias));
typedef uint8_t UB __attribute__((vector_size(4 * L), may_alias));
typedef int8_t SB __attribute__((vector_size(4 * L), may_alias));
typedef V VU __attribute__((aligned(4)));
typedef uint64_t PAIRS __attribute__((vector_size(8 * L), may_alias, aligned(4)));
typedef uint32_t WU __attribute__((may_alias, aligned(4)));
#define IN static inline __attribute__((always_inline))

#if defined(__AVX512BW__) && defined(__AVX512DQ__) && LANES == 16
#include <immintrin.h>
#define X(name) _mm512_##name
#define XI __m512i
#define XF __m512
#elif defined(__AVX2__) && LANES == 8
#include <immintrin.h>
#define X(name) _mm256_##name
#define XI __m256i
#define XF __m256
#elif defined(__SSE4_1__) && LANES == 4
#include <immintrin.h>
#define X(name) _mm_##name
#define XI __m128i
#define XF __m128
#endif

IN uint32_t ld(const char *m, uint32_t a, uint32_t o) { return *(const WU *)(m + a + (uint64_t)o); }
IN void st(char *m, uint32_t a, uint32_t o, uint32_t x) { *(WU *)(m + a + (uint64_t)o) = x; }
IN V ldv(const char *m, uint32_t a, uint32_t o) { return *(const VU *)(m + a + (uint64_t)o); }
IN void stv(char *m, uint32_t a, uint32_t o, V x) { *(VU *)(m + a + (uint64_t)o) = x; }
IN float asf(uint32_t x) { float y; memcpy(&y, &x, 4); return y; }
IN uint32_t asu(float x) { uint32_t y; memcpy(&y, &x, 4); return y; }
IN V splat(uint32_t x) { return (V){} + x; }
IN V splatf(float x) { return splat(asu(x)); }
IN V sel(V m, V a, V b) {
#if defined(X) && LANES == 16
  return (V)_mm512_ternarylogic_epi32((XI)m, (XI)a, (XI)b, 0xca);
#else
  return (a & m) | (b & ~m);
#endif
}
#ifdef __clang__
IN V permuted(V a, V from) { V r; for (int i = 0; i < L; i++) r[i] = a[from[i]]; return r; }
#else
IN V permuted(V a, V from) { return __builtin_shuffle(a, from); }
#endif
#if LANES == 16
/* A word of each address; the last lane of equal addresses is what stays stored. */
IN V gathered(const char *m, V a, uint32_t o) {
#ifdef X
  return (V)_mm512_i32gather_epi32((XI)(a >> 2), m + o, 4);
#else
  V r;
  for (int i = 0; i < L; i++) r[i] = ld(m, a[i], o);
  return r;
#endif
}
/* Words of an array of 16, 32, 64 or 128 words by their numbers. A lane without an invocation may have any number. */
#ifdef X
IN V looked_up_16(const char *t, V i) { return (V)_mm512_permutexvar_epi32((XI)i, (XI)ldv(t, 0, 0)); }
IN V looked_up_32(const char *t, V i) { return (V)_mm512_permutex2var_epi32((XI)ldv(t, 0, 0), (XI)i, (XI)ldv(t, 0, 64)); }
IN V by_bit(V i, uint32_t bit, V a, V b) { return (V)_mm512_mask_blend_epi32(_mm512_test_epi32_mask((XI)i, (XI)splat(bit)), (XI)a, (XI)b); }
IN V looked_up_64(const char *t, V i) { return by_bit(i, 32, looked_up_32(t, i), looked_up_32(t + 128, i)); }
IN V looked_up_128(const char *t, V i) { return by_bit(i, 64, looked_up_64(t, i), looked_up_64(t + 256, i)); }
#else
#define LOOK_UP(words) \\
  IN V looked_up_##words(const char *t, V i) { V r; for (int l = 0; l < L; l++) r[l] = ld(t, 4 * (i[l] % words), 0); return r; }
LOOK_UP(16)
LOOK_UP(32)
LOOK_UP(64)
LOOK_UP(128)
#endif
IN void scattered(char *m, V a, uint32_t o, V x, V active) {
#ifdef X
  _mm512_mask_i32scatter_epi32(m + o, _mm512_movepi32_mask((XI)active), (XI)(a >> 2), (XI)x, 4);
#else
  for (int i = 0; i < L; i++) if (active[i]) st(m, a[i], o, x[i]);
#endif
}
#endif
IN int any(V a) {
#if defined(X) && LANES == 16
  return _mm512_test_epi32_mask((XI)a, (XI)a) != 0;
#elif defined(X) && LANES == 8
  return !_mm256_testz_si256((XI)a, (XI)a);
#elif defined(X)
  return !_mm_testz_si128((XI)a, (XI)a);
#else
  uint32_t r = 0;
  for (int i = 0; i < L; i++) r |= a[i];
  return r != 0;
#endif
}
IN int all(V a) { return !any((V)(a == 0)); }
IN uint32_t bits(V mask) {
#if defined(X) && LANES == 16
  return _mm512_movepi32_mask((XI)mask);
#elif defined(X)
  return X(movemask_ps)((XF)mask);
#else
  uint32_t r = 0;
  for (int i = 0; i < L; i++) r |= (mask[i] >> 31) << i;
  return r;
#endif
}
IN V below(uint32_t n) { return (V)(IOTA < splat(n)); }

IN uint32_t div_u(uint32_t a, uint32_t b) { return b ? a / b : a; }
IN uint32_t rem_u(uint32_t a, uint32_t b) { return b ? a % b : 0; }
IN uint32_t div_s(uint32_t a, uint32_t b) { return b + 1 <= 1 ? (b ? -a : a) : (uint32_t)((int32_t)a / (int32_t)b); }
IN uint32_t rem_s(uint32_t a, uint32_t b) { return b + 1 <= 1 ? 0 : (uint32_t)((int32_t)a % (int32_t)b); }
IN uint32_t to_i32_s(float x) { return x >= 0x1p31f ? 0x7fffffff : x < -0x1p31f ? 0x80000000 : x == x ? (uint32_t)(int32_t)x : 0; }
IN uint32_t to_i32_u(float x) { return x >= 0x1p32f ? 0xffffffff : x > 0 ? (uint32_t)x : 0; }
#define EACH(name, expression) IN V v_##name(V a, V b) { V r; for (int i = 0; i < L; i++) r[i] = expression; return r; }
EACH(div_u, div_u(a[i], b[i]))
EACH(rem_u, rem_u(a[i], b[i]))
EACH(div_s, div_s(a[i], b[i]))
EACH(rem_s, rem_s(a[i], b[i]))

IN V v_to_i32_s(V a) {
  V high = (V)((F)a >= 0x1p31f), low = (V)((F)a < -0x1p31f);
  V fits = ~(high | low) & (V)((F)a == (F)a);
  V whole = (V)__builtin_convertvector((F)(a & fits), S);
  return sel(high, splat(0x7fffffff), sel(low, splat(0x80000000), whole));
}
IN V v_to_i32_u(V a) {
  V high = (V)((F)a >= 0x1p32f);
  V whole = __builtin_convertvector((F)(a & (V)((F)a > 0) & ~high), V);
  return whole | high;
}

#ifdef X
#define LANEWISE(name, T, instruction, expression) IN V name(V a, V b) { return (V)X(instruction)((XI)a, (XI)b); }
#else
#define LANEWISE(name, T, instruction, expression) \\
  IN V name(V x, V y) { T a = (T)x, b = (T)y, r; for (unsigned i = 0; i < sizeof(T) / sizeof(a[0]); i++) r[i] = expression; return (V)r; }
#endif
IN int between(int least, int x, int most) { return x < least ? least : x > most ? most : x; }
#define MIN a[i] < b[i] ? a[i] : b[i]
#define MAX a[i] < b[i] ? b[i] : a[i]
LANEWISE(min_S, S, min_epi32, MIN)
LANEWISE(max_S, S, max_epi32, MAX)
LANEWISE(min_V, V, min_epu32, MIN)
LANEWISE(max_V, V, max_epu32, MAX)
LANEWISE(min_SH, SH, min_epi16, MIN)
LANEWISE(max_SH, SH, max_epi16, MAX)
LANEWISE(min_UH, UH, min_epu16, MIN)
LANEWISE(max_UH, UH, max_epu16, MAX)
LANEWISE(min_SB, SB, min_epi8, MIN)
LANEWISE(max_SB, SB, max_epi8, MAX)
LANEWISE(min_UB, UB, min_epu8, MIN)
LANEWISE(max_UB, UB, max_epu8, MAX)
LANEWISE(add_sat_SB, SB, adds_epi8, between(-128, a[i] + b[i], 127))
LANEWISE(sub_sat_SB, SB, subs_epi8, between(-128, a[i] - b[i], 127))
LANEWISE(sub_sat_UB, UB, subs_epu8, between(0, a[i] - b[i], 255))
LANEWISE(sub_sat_UH, UH, subs_epu16, between(0, a[i] - b[i], 65535))
IN V q15mulr(V x, V y) {
#ifdef X
  V r = (V)X(mulhrs_epi16)((XI)x, (XI)y);
  return r ^ (V)((UH)r == 0x8000);
#else
  SH a = (SH)x, b = (SH)y, r;
  for (int i = 0; i < 2 * L; i++) r[i] = between(-32768, (a[i] * b[i] + 0x4000) >> 15, 32767);
  return (V)r;
#endif
}
IN V high_words(V a, V b) {
#ifdef X
  XI even = X(srli_epi64)(X(mul_epu32)((XI)a, (XI)b), 32);
  XI odd = X(mul_epu32)(X(srli_epi64)((XI)a, 32), X(srli_epi64)((XI)b, 32));
  return (V)even | ((V)odd & (IOTA & 1) * 0xffffffff);
#else
  V r;
  for (int i = 0; i < L; i++) r[i] = ((uint64_t)a[i] * b[i]) >> 32;
  return r;
#endif
}
IN V popcount(V a) {
  a -= (a >> 1) & 0x55555555;
  a = (a & 0x33333333) + ((a >> 2) & 0x33333333);
  return (((a + (a >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24;
}
// The minimum is b where b < a, and the maximum b where a < b, also beside a NaN.
#ifdef X
IN V fmin_(V a, V b) { return (V)X(min_ps)((XF)b, (XF)a); }
IN V fmax_(V a, V b) { return (V)X(max_ps)((XF)b, (XF)a); }
IN V fsqrt_(V a) { return (V)X(sqrt_ps)((XF)a); }
IN V ffloor_(V a) { return (V)X(floor_ps)((XF)a); }
#else
IN V fmin_(V a, V b) { return sel((V)((F)b < (F)a), b, a); }
IN V fmax_(V a, V b) { return sel((V)((F)a < (F)b), b, a); }
IN V fsqrt_(V a) { F r; for (int i = 0; i < L; i++) r[i] = __builtin_sqrtf(((F)a)[i]); return (V)r; }
IN V ffloor_(V a) { F r; for (int i = 0; i < L; i++) r[i] = __builtin_floorf(((F)a)[i]); return (V)r; }
#endif

/* Words and done masks of the pairs in the list of active words, one lane a pair. */
IN V words_at(const char *m, uint32_t a) { return __builtin_convertvector(*(const PAIRS *)(m + a), V); }
IN V done_at(const char *m, uint32_t a) { return __builtin_convertvector(*(const PAIRS *)(m + a) >> 32, V); }
/* Number of leading invocations in vectors that are each one strip of active words without a done lane. */
IN uint32_t whole_strips(const char *m, uint32_t list, uint32_t end) {
  uint32_t n = 0;
  for (; end - n >= L && end > n; n += L) {
    uint32_t at = list + 8 * n;
    if (any((words_at(m, at) ^ (splat(ld(m, at, 0)) + IOTA)) | done_at(m, at))) break;
  }
  return n;
}
`;

/**
 * The door of a Node add-on: `first` and, if there is one, `later`, each with a memory (ArrayBuffer) and the address of a descriptor. The
 * few functions of Node-API that it needs are declared here, so that a compiler needs no headers of Node.
 */
export const ADDON = `
typedef void *H;
extern int napi_create_function(H, const char *, size_t, H (*)(H, H), void *, H *);
extern int napi_set_named_property(H, H, const char *, H);
extern int napi_get_cb_info(H, H, size_t *, H *, H *, void **);
extern int napi_get_value_uint32(H, H, uint32_t *);
extern int napi_get_arraybuffer_info(H, H, void **, size_t *);
static H call(H env, H info) {
  H given[2];
  size_t count = 2, bytes;
  void *kernel, *memory;
  uint32_t descriptor;
  if (napi_get_cb_info(env, info, &count, given, 0, &kernel) || count < 2) return 0;
  if (napi_get_arraybuffer_info(env, given[0], &memory, &bytes) || napi_get_value_uint32(env, given[1], &descriptor)) return 0;
  ((void (*)(char *, uint32_t))kernel)(memory, descriptor);
  return 0;
}
static void door(H env, H exports, const char *name, void (*kernel)(char *, uint32_t)) {
  H made;
  if (!napi_create_function(env, name, (size_t)-1, call, (void *)kernel, &made)) napi_set_named_property(env, exports, name, made);
}
`;
