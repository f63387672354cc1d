// Relief-print drawing kit: everything is a filled shape with a slightly hand-cut edge, plus "gouges" that are cut away.
import { rng, noise2, lerp, clamp, smooth } from './geom.mjs'
export const TAU = Math.PI * 2,
  rad = (d) => (d * Math.PI) / 180
const f = (v) => {
  const s = (Math.round(v * 10) / 10).toString()
  return s === '-0' ? '0' : s
}
export const pt = (c, r, a) => [c[0] + Math.cos(a) * r, c[1] + Math.sin(a) * r]
export const mix = (a, b, t) => [lerp(a[0], b[0], t), lerp(a[1], b[1], t)]
// closed smooth path through points (Catmull-Rom), or straight
export function shape(p, { closed = true, straight = false, tension = 1 } = {}) {
  if (straight) return 'M' + p.map((q) => f(q[0]) + ' ' + f(q[1])).join('L') + (closed ? 'Z' : '')
  const n = p.length
  let d = `M${f(p[0][0])} ${f(p[0][1])}`
  const g = (i) => (closed ? p[(i + n) % n] : p[clamp(i, 0, n - 1)])
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const a = g(i - 1),
      b = g(i),
      c = g(i + 1),
      e = g(i + 2)
    const k = tension / 6
    d += `C${f(b[0] + (c[0] - a[0]) * k)} ${f(b[1] + (c[1] - a[1]) * k)} ${f(c[0] - (e[0] - b[0]) * k)} ${f(c[1] - (e[1] - b[1]) * k)} ${f(c[0])} ${f(c[1])}`
  }
  return d + (closed ? 'Z' : '')
}
// polygon with some sharp corners: list of [x,y] or [x,y,'s'] -> split smooth runs between sharp points
export function cutShape(p) {
  const n = p.length
  const sharp = p.map((q, i) => (q[2] === 's' ? i : -1)).filter((i) => i >= 0)
  if (!sharp.length) return shape(p)
  let d = ''
  for (let s = 0; s < sharp.length; s++) {
    const a = sharp[s],
      b = sharp[(s + 1) % sharp.length]
    const run = []
    for (let i = a; ; i = (i + 1) % n) {
      run.push(p[i])
      if (i === b && run.length > 1) break
    }
    const seg = shape(run, { closed: false })
    d += s === 0 ? seg : seg.replace(/^M[-\d. ]+/, '')
  }
  return d + 'Z'
}
export function alongCubic(a, b, c, d, n = 24) {
  const o = []
  for (let i = 0; i <= n; i++) {
    const t = i / n,
      u = 1 - t
    o.push([
      u * u * u * a[0] + 3 * u * u * t * b[0] + 3 * u * t * t * c[0] + t * t * t * d[0],
      u * u * u * a[1] + 3 * u * u * t * b[1] + 3 * u * t * t * c[1] + t * t * t * d[1],
    ])
  }
  return o
}
export const normalAt = (p, i) => {
  const a = p[Math.max(0, i - 1)],
    b = p[Math.min(p.length - 1, i + 1)]
  const L = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  return [-(b[1] - a[1]) / L, (b[0] - a[0]) / L]
}
export const dirAt = (p, i) => {
  const n = normalAt(p, i)
  return [n[1], -n[0]]
}
// variable width stroke along a polyline
export function stroke(p, w, { wob = 0, seed = 1 } = {}) {
  const nz = noise2(seed)
  const L = [],
    R = []
  const n = p.length
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1),
      N = normalAt(p, i)
    const hw = (typeof w === 'function' ? w(t) : w) / 2
    const j = wob * nz(i * 0.5, 3.3),
      k = wob * nz(i * 0.5, 9.7)
    L.push([p[i][0] + N[0] * (hw + j), p[i][1] + N[1] * (hw + j)])
    R.push([p[i][0] - N[0] * (hw + k), p[i][1] - N[1] * (hw + k)])
  }
  L[0][2] = 's'
  R.reverse()
  R[0][2] = 's'
  L[L.length - 1][2] = 's'
  R[R.length - 1][2] = 's'
  return cutShape([...L, ...R])
}
// lens / gouge: thick near `peak`, sharp ends
export function blade(a, b, w, bend = 0, peak = 0.42) {
  const dx = b[0] - a[0],
    dy = b[1] - a[1],
    L = Math.hypot(dx, dy) || 1,
    nx = -dy / L,
    ny = dx / L
  const q = (t, s) => {
    const e = bend * L * 4 * t * (1 - t)
    return [a[0] + dx * t + nx * (e + s), a[1] + dy * t + ny * (e + s)]
  }
  const u = w / 2,
    p = peak
  const A = q(p * 0.5, u * 0.78),
    B = q(p, u),
    C = q(p + (1 - p) * 0.5, u * 0.62),
    D = q(p + (1 - p) * 0.5, -u * 0.62),
    E = q(p, -u),
    F = q(p * 0.5, -u * 0.78)
  return cutShape([[a[0], a[1], 's'], A, B, C, [b[0], b[1], 's'], D, E, F])
}
// leaf with a cut midrib returned separately
export function leaf(a, b, w, bend = 0, peak = 0.4) {
  const d = blade(a, b, w, bend, peak)
  const m0 = mix(a, b, 0.1),
    m1 = mix(a, b, 0.84)
  return { d, cut: blade(m0, m1, Math.max(3, w * 0.11), bend * 0.9, 0.3) }
}
export function disc(c, r, { wob = 0, seed = 1, n = 40 } = {}) {
  const nz = noise2(seed)
  return shape(
    Array.from({ length: n }, (_, i) => {
      const a = (i / n) * TAU
      return pt(c, r + wob * nz(Math.cos(a) * 3 + 5, Math.sin(a) * 3 + 5), a)
    }),
  )
}
export function ringWedge(c, r0, r1, a0, a1, n = 6) {
  const o = []
  for (let i = 0; i <= n; i++) o.push(pt(c, r1, lerp(a0, a1, i / n)))
  for (let i = n; i >= 0; i--) o.push(pt(c, r0, lerp(a0, a1, i / n)))
  o[0][2] = o[n][2] = o[n + 1][2] = o[2 * n + 1][2] = 's'
  return cutShape(o)
}
export function ridge(x0, x1, base, amp, seed, rough = 0.55, n = 7) {
  let p = [
    [x0, 0],
    [x1, 0],
  ]
  const r = rng(seed)
  let a = amp
  for (let i = 0; i < n; i++) {
    const q = []
    for (let k = 0; k + 1 < p.length; k++) {
      q.push(p[k])
      q.push([(p[k][0] + p[k + 1][0]) / 2, (p[k][1] + p[k + 1][1]) / 2 + (r() - 0.5) * a])
    }
    q.push(p[p.length - 1])
    p = q
    a *= rough
  }
  return p.map(([x, y]) => [x, base + y])
}
// a pine: stacked drooping boughs, hand-cut
export function pine(x, y, h, w, seed = 1, lean = 0) {
  const r = rng(seed)
  const L = [],
    R = []
  const tiers = Math.max(5, Math.round(h / 20))
  for (let i = 0; i < tiers; i++) {
    const t0 = i / tiers,
      t1 = (i + 1) / tiers
    const reach = (w / 2) * Math.pow(t1, 0.85) * (0.8 + 0.35 * r())
    const reach2 = (w / 2) * Math.pow(t1, 0.85) * (0.8 + 0.35 * r())
    const cx = x + lean * (1 - t0) * h
    const inn = reach * 0.34
    const yy = y - h + t0 * h * 0.94,
      y2 = y - h + t1 * h * 0.94 + (h / tiers) * 0.25 * r()
    L.push([cx - inn * 0.8, yy + (h / tiers) * 0.2, 's'], [cx - reach * 0.6, y2 - (h / tiers) * 0.2], [cx - reach, y2, 's'])
    R.push([cx + inn * 0.8, yy + (h / tiers) * 0.2, 's'], [cx + reach2 * 0.6, y2 - (h / tiers) * 0.2], [cx + reach2, y2, 's'])
  }
  const tw = Math.max(2.5, w * 0.045)
  const p = [
    [x + lean * h, y - h, 's'],
    ...R,
    [x + tw, y - h * 0.05, 's'],
    [x + tw * 1.3, y, 's'],
    [x - tw * 1.3, y, 's'],
    [x - tw, y - h * 0.05, 's'],
    ...L.reverse(),
  ]
  return cutShape(p)
}
// fern frond along a spine
export function frond(
  spine,
  {
    pairs = 22,
    len = (t) => 90 * Math.sin(Math.PI * Math.pow(t, 0.8)),
    w = 0.26,
    angle = 62,
    stem = (t) => lerp(10, 2, t),
    start = 0.1,
    curl = 0.08,
    side = 'both',
    taperAngle = 18,
  } = {},
) {
  const d = [],
    cut = []
  const n = spine.length
  d.push(stroke(spine, stem))
  for (let i = 0; i < pairs; i++) {
    const t = lerp(start, 0.985, i / (pairs - 1)),
      k = t * (n - 1),
      i0 = Math.min(n - 2, Math.floor(k))
    const p = mix(spine[i0], spine[i0 + 1], k - i0),
      D = dirAt(spine, Math.round(k))
    const L = len(t)
    if (L < 3) continue
    for (const s of side === 'both' ? [1, -1] : [side]) {
      const a = Math.atan2(D[1], D[0]) + s * rad(angle - taperAngle * t)
      const e = [p[0] + Math.cos(a) * L, p[1] + Math.sin(a) * L]
      d.push(blade(p, e, Math.max(4, L * w), -s * curl, 0.36))
      if (L > 46) cut.push(blade(mix(p, e, 0.16), mix(p, e, 0.8), Math.max(2.4, L * w * 0.13), -s * curl, 0.3))
    }
  }
  return { d, cut }
}
export function spiral(c, r0, r1, a0, turns, n = 60) {
  const o = []
  for (let i = 0; i <= n; i++) {
    const t = i / n
    o.push(pt(c, r0 * Math.pow(r1 / r0, t), a0 + turns * TAU * t))
  }
  return o
}
// absolute -> relative path data, one decimal, rounding error carried (files get about a third smaller)
export function rel(d, q = 10) {
  const t = d.match(/[MLCQZ]|-?\d*\.?\d+/g)
  if (!t) return ''
  let i = 0,
    cmd = '',
    x = 0,
    y = 0,
    sx = 0,
    sy = 0,
    o = '',
    last = ''
  const num = (v) => Math.round(v * q)
  const str = (v) => {
    const s = (v / q).toString()
    return s.replace(/^(-?)0\./, '$1.')
  }
  const join = (a) =>
    a.reduce((s, v) => {
      const w = str(v)
      return s + (s && w[0] !== '-' ? ' ' : '') + w
    }, '')
  while (i < t.length) {
    if (/[A-Z]/.test(t[i])) cmd = t[i++]
    if (cmd === 'Z') {
      o += 'z'
      last = 'z'
      x = sx
      y = sy
      continue
    }
    const n = cmd === 'C' ? 6 : cmd === 'Q' ? 4 : 2
    const a = []
    for (let k = 0; k < n; k++) a.push(num(parseFloat(t[i++])))
    const r = a.map((v, k) => v - (k % 2 ? y : x))
    const nx = a[n - 2],
      ny = a[n - 1]
    if (cmd === 'M') {
      o += 'M' + join(a)
      sx = nx
      sy = ny
      last = 'M'
      cmd = 'L'
    } else {
      const c = cmd.toLowerCase(),
        w = join(r)
      o += (last === c ? (w[0] === '-' ? '' : ' ') : c) + w
      last = c
    }
    x = nx
    y = ny
  }
  return o
}
export { rng, noise2, lerp, clamp, smooth }
