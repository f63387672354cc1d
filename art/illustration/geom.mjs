// Small numbers kit of the illustrations: seeded random numbers, noise, interpolation.
export function rng(seed) {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = a
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
export function noise2(seed) {
  const r = rng(seed),
    P = new Float32Array(65536)
  for (let i = 0; i < 65536; i++) P[i] = r() * 2 - 1
  const at = (x, y) => P[(x & 255) | ((y & 255) << 8)]
  return (x, y) => {
    const xi = Math.floor(x),
      yi = Math.floor(y)
    let fx = x - xi,
      fy = y - yi
    fx = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    fy = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    const a = at(xi, yi),
      b = at(xi + 1, yi),
      c = at(xi, yi + 1),
      d = at(xi + 1, yi + 1)
    return a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy
  }
}
export const fbm = (n, x, y, o = 4) => {
  let s = 0,
    a = 0.5,
    f = 1
  for (let i = 0; i < o; i++) {
    s += a * n(x * f + i * 17.3, y * f - i * 9.1)
    f *= 2
    a *= 0.5
  }
  return s
}
export const lerp = (a, b, t) => a + (b - a) * t
export const clamp = (x, a = 0, b = 1) => (x < a ? a : x > b ? b : x)
export const smooth = (a, b, x) => {
  const t = clamp((x - a) / (b - a))
  return t * t * (3 - 2 * t)
}
