// The valley of the home page as SVG (day, dusk; wide, tall).
import {
  shape,
  alongCubic,
  stroke,
  blade,
  disc,
  pine,
  frond,
  spiral,
  pt,
  mix,
  normalAt,
  dirAt,
  rad,
  TAU,
  rng,
  lerp,
  clamp,
  smooth,
  rel,
} from './cut.mjs'
export const THEME = {
  day: {
    sky: ['#bfd6d6', '#dce6da', '#f5e6c8', '#f8d8a6'],
    sun: '#f2b04a',
    sunCore: '#f6c063',
    ray: '#f7cf8b',
    cloud: '#ffffff',
    L: ['#a9c3bf', '#86a9a0', '#5f8a78', '#3f6b57', '#274c3c', '#16332a'],
    hi: ['#c6d8cf', '#a9c4b4', '#84aa90', '#5f8d70', '#3f6b52', '#2b5442'],
    mist: '#f6ead0',
    river: ['#f8dca9', '#d5e2d8'],
    star: null,
    fern: ['#12291f', '#2f6049', '#3f7a58'],
    bird: '#274c3c',
  },
  dusk: {
    sky: ['#191f36', '#2b2c4d', '#5a4266', '#c07a6c'],
    sun: '#f3e6c8',
    sunCore: '#f8efd8',
    ray: '#8d6a7c',
    cloud: '#e8b79a',
    L: ['#6f5a78', '#51496c', '#3a3d5c', '#28334a', '#182733', '#0d181c'],
    hi: ['#9a7486', '#6f5f7e', '#4f5272', '#3a4862', '#263b47', '#17292c'],
    mist: '#d08f78',
    river: ['#c98d7c', '#4c4a68'],
    star: '#f3e6c8',
    fern: ['#0a1417', '#1c373b', '#27494a'],
    bird: '#e9c9ae',
  },
}
// ridge line through given peaks with hand-cut detail
function line(peaks, seed, rough = 0.16, depth = 5) {
  const r = rng(seed)
  let p = peaks.map((q) => q.slice())
  for (let k = 0; k < depth; k++) {
    const q = []
    for (let i = 0; i + 1 < p.length; i++) {
      const a = p[i],
        b = p[i + 1]
      q.push(a, [
        (a[0] + b[0]) / 2 + (r() - 0.5) * (b[0] - a[0]) * 0.2,
        (a[1] + b[1]) / 2 + (r() - 0.5) * Math.hypot(b[0] - a[0], b[1] - a[1]) * rough,
      ])
    }
    q.push(p[p.length - 1])
    p = q
    rough *= 0.9
  }
  return p
}
const yAt = (b, x) => {
  for (let i = 0; i + 1 < b.length; i++)
    if (b[i][0] <= x && b[i + 1][0] >= x) return lerp(b[i][1], b[i + 1][1], (x - b[i][0]) / (b[i + 1][0] - b[i][0] || 1))
  return b[b.length - 1][1]
}
const soft = (pts, n = 24) => {
  const o = []
  for (let i = 0; i + 1 < pts.length; i++)
    for (let k = 0; k < n; k++) {
      const t = k / n,
        u = t * t * (3 - 2 * t)
      o.push([lerp(pts[i][0], pts[i + 1][0], t), lerp(pts[i][1], pts[i + 1][1], u)])
    }
  o.push(pts[pts.length - 1])
  return o
}

export function landscape(themeName, { W = 2400, H = 1300, tall = false, seed = 4, parts = null } = {}) {
  const T = THEME[themeName],
    r = rng(seed)
  const S = tall ? 0.9 : 1
  const defs = [
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${T.sky.map((c, i) => `<stop offset="${(tall ? [0, 0.26, 0.48, 0.62] : [0, 0.3, 0.62, 0.8])[i]}" stop-color="${c}"/>`).join('')}</linearGradient>`,
  ]
  const id = (n) => `${themeName}${tall ? 't' : ''}-${n}`
  let Q = 2
  const P = (d, fill, extra = '') => `<path fill="${fill}"${extra} d="${rel(Array.isArray(d) ? d.flat(9).join('') : d, Q)}"/>`
  const H0 = tall ? 1620 : 1300,
    h = (f) => H - (1 - f) * H0 // land is anchored to the bottom; a taller frame only adds sky
  const sunC = tall ? [W * 0.62, h(0.445)] : [themeName === 'day' ? 1690 : 1700, h(themeName === 'day' ? 560 / 1300 : 0.485)]
  const sunR = (tall ? 120 : 150) * (themeName === 'day' ? 1 : 0.84)
  // sky
  const sky = []
  sky.push(`<rect width="${W}" height="${H}" fill="url(#sky)"/>`)
  defs.push(
    `<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="${sunC[0]}" cy="${sunC[1]}" r="${sunR * 6}"><stop offset="0" stop-color="${themeName === 'day' ? T.sunCore : '#d08c7e'}" stop-opacity="${themeName === 'day' ? 0.7 : 0.55}"/><stop offset="1" stop-color="${themeName === 'day' ? T.sunCore : '#d08c7e'}" stop-opacity="0"/></radialGradient>`,
  )
  sky.push(`<rect width="${W}" height="${H}" fill="url(#glow)"/>`)
  const rays = []
  for (let i = 0; i < 24; i++) {
    const a = -Math.PI + ((i + 0.5) / 24) * Math.PI
    const L = sunR * (i % 2 ? 2.7 : 2.1)
    rays.push(blade(pt(sunC, sunR * 1.38, a), pt(sunC, L, a), sunR * 0.1, 0, 0.3))
  }
  for (let i = 0; i < 24; i++) {
    const a = ((i + 0.5) / 24) * Math.PI
    rays.push(blade(pt(sunC, sunR * 1.38, a), pt(sunC, sunR * 1.8, a), sunR * 0.08, 0, 0.3))
  }
  const cl = []
  const nC = tall ? 26 : 46
  for (let i = 0; i < nC; i++) {
    const y = lerp(H * 0.03, H * 0.46, r())
    const x = lerp(-100, W, r())
    const L = lerp(80, 460, r() * r()) * S
    if (Math.hypot(x + L / 2 - sunC[0], y - sunC[1]) < sunR * 3) continue
    cl.push(blade([x, y], [x + L, y + 4 * (r() - 0.5)], lerp(3, 8, r()), 0.004, 0.5))
  }
  sky.push(P(cl, T.cloud, ` opacity="${themeName === 'day' ? 0.5 : 0.13}"`))
  if (T.star) {
    const st = []
    for (let i = 0; i < (tall ? 60 : 110); i++) {
      const y = H * 0.42 * Math.pow(r(), 1.3),
        x = W * r()
      if (Math.hypot(x - sunC[0], y - sunC[1]) < sunR * 2.2) continue
      const z = lerp(2, 7, r() ** 3)
      if (z > 4.4) for (const a of [0, 90]) st.push(blade(pt([x, y], z * 1.8, rad(a)), pt([x, y], z * 1.8, rad(a + 180)), z * 0.6, 0, 0.5))
      else st.push(disc([x, y], z * 0.6, { n: 8 }))
    }
    sky.push(P(st, T.star, ' opacity=".8"'))
  }
  if (themeName === 'day') sky.push(P(rays, T.ray, ' opacity=".95"'))
  else {
    const arcs = []
    ;[1.3, 1.58, 1.9, 2.3].forEach((k, n) => {
      let a = r()
      const end = a + TAU - 0.2
      while (a < end) {
        const L = 0.18 + 0.5 * r()
        arcs.push(
          stroke(
            Array.from({ length: 10 }, (_, i) => pt(sunC, sunR * k, a + (L * i) / 9)),
            (t) => (6 - n) * Math.sin(Math.PI * clamp(t, 0.05, 0.95)),
          ),
        )
        a += L + 0.07 + 0.05 * n
      }
    })
    sky.push(P(arcs, '#e9c3a4', ' opacity=".42"'))
  }
  sky.push(P(disc(sunC, sunR * 1.16, { n: 60 }), T.ray, ' opacity=".3"'), P(disc(sunC, sunR, { n: 60, wob: 1 }), T.sun))
  const face = []
  for (let i = 0; i < 13; i++) {
    const y = sunC[1] + sunR * lerp(-0.1, 0.92, i / 12)
    const h = Math.sqrt(Math.max(0, sunR ** 2 - (y - sunC[1]) ** 2))
    let x = sunC[0] - h * (0.94 - 0.1 * r())
    while (x < sunC[0] + h * 0.8) {
      const L = h * (0.2 + 0.5 * r())
      face.push(blade([x, y], [Math.min(x + L, sunC[0] + h * 0.95), y], 3 + (5 * i) / 12, 0.01, 0.5))
      x += L + h * 0.14
    }
  }
  sky.push(P(face, themeName === 'day' ? T.sunCore : '#e3cfa9', themeName === 'day' ? '' : ' opacity=".6"'))
  if (themeName === 'dusk') {
    const cr = []
    for (let i = 0; i < 14; i++) {
      const q = pt(sunC, sunR * 0.75 * Math.sqrt(r()), TAU * r())
      cr.push(disc(q, sunR * lerp(0.03, 0.13, r() * r()), { n: 12, wob: 1 }))
    }
    sky.push(P(cr, '#e3cfa9', ' opacity=".55"'))
  }
  const hz = []
  for (let k = 0; k < (tall ? 70 : 150); k++) {
    const q = r(),
      y = lerp(h(0.16), h(tall ? 0.47 : 0.57), Math.sqrt(q))
    let x = lerp(-80, W, r())
    const L = lerp(60, 360, r()) * S
    hz.push(blade([x, y], [x + L, y + 2 * (r() - 0.5)], lerp(1.6, 5, q), 0.003, 0.5))
  }
  sky.push(P(hz, themeName === 'day' ? '#fdf1d6' : '#e0a084', ` opacity="${themeName === 'day' ? 0.55 : 0.2}"`))
  const birds = (
    tall
      ? [
          [0.24, 0.4, 30],
          [0.31, 0.385, 22],
          [0.19, 0.38, 17],
        ]
      : [
          [0.452, 0.452, 27],
          [0.476, 0.43, 20],
          [0.434, 0.428, 16],
          [0.5, 0.458, 13],
        ]
  ).map(([x, y, s]) => {
    x *= W
    y = h(y)
    s *= S
    return stroke(
      [
        [x - s, y - s * 0.22],
        [x - s * 0.45, y - s * 0.5],
        [x, y],
        [x + s * 0.45, y - s * 0.55],
        [x + s, y - s * 0.3],
      ],
      (t) => 1.2 + s * 0.2 * Math.sin(Math.PI * t),
    )
  })
  sky.push(P(birds, T.bird, ' opacity=".8"'))
  Q = 1 // whole pixels are enough for the land
  // layered land. Each: base line, fill, gouge colour, mist at foot
  const layers = []
  const add = (name, base, i, extra = []) => {
    defs.push(
      `<linearGradient id="${id('m' + name)}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${Math.min(...base.map((p) => p[1]))}" y2="${Math.max(...base.map((p) => p[1])) + 190 * S}"><stop offset=".25" stop-color="${T.mist}" stop-opacity="0"/><stop offset="1" stop-color="${T.mist}" stop-opacity="${[0.8, 0.62, 0.42, 0.22, 0, 0][i]}"/></linearGradient>`,
    )
    const body = shape([[-20, H + 20], ...base, [W + 20, H + 20]], { straight: true })
    layers.push(
      `<g id="${id(name)}">${P(body, T.L[i])}${extra.join('')}${i < 4 ? `<path fill="url(#${id('m' + name)})" d="${rel(body)}"/>` : ''}</g>`,
    )
    return body
  }
  const w = (f) => f * W
  const gougesFor = (base, i, n, slope, lenA, lenB, y0, y1, wid) => {
    const o = []
    for (let k = 0; k < n; k++) {
      const x = W * r(),
        y = yAt(base, x) + lerp(y0, y1, r() * r()) * S
      const L = lerp(lenA, lenB, r()) * S
      const a = slope(x) + (r() - 0.5) * 0.3
      o.push(blade([x, y], [x + Math.cos(a) * L, y + Math.sin(a) * L], wid * (0.5 + r()) * S, 0.05 * (r() - 0.5), 0.3))
    }
    return P(o, T.hi[i], ` opacity="${[0.8, 0.75, 0.7, 0.6, 0.55, 0.5][i]}"`)
  }
  // carved mountain faces: strokes run down from a wandering spine, dense on the sunlit side, a shadow plane on the other
  const facet = (base, pk, i, dens = 1) => {
    const lit = [],
      planes = []
    for (let q = 1; q + 1 < pk.length; q++) {
      const p = pk[q],
        l = pk[q - 1],
        rr = pk[q + 1]
      if (!(p[1] < l[1] && p[1] < rr[1])) continue
      const hh = Math.max(l[1], rr[1]) - p[1] + h(0.075)
      const dir = sunC[0] > p[0] ? 1 : -1
      const toward = dir > 0 ? rr : l,
        away = dir > 0 ? l : rr
      const spine = [p]
      let x = p[0]
      const m = 9
      for (let k = 1; k <= m; k++) {
        x += (k % 2 ? 1 : -1) * hh * 0.07 * (0.5 + r()) - dir * hh * 0.02
        spine.push([x, p[1] + (hh * k) / m])
      }
      const at = (t) => {
        const u = clamp(t) * m,
          z = Math.min(m - 1, Math.floor(u))
        return mix(spine[z], spine[z + 1], u - z)
      }
      const aw = (q) => lerp(p[0], away[0], q)
      const plane = [p, ...[0.1, 0.2, 0.3, 0.42, 0.54, 0.66].map((t) => [aw(t), yAt(base, aw(t)) - 1])]
      for (let k = 0; k < 5; k++) {
        const t = (k + 1) / 6
        plane.push([aw(lerp(0.66, 0.2, t) + (k % 2 ? 0.05 : -0.04)), lerp(yAt(base, aw(0.66)), p[1] + hh * 0.92, t)])
      }
      planes.push(shape([...plane, ...spine.slice(1, 9).reverse()], { straight: true }))
      const sl = Math.atan2(toward[1] - p[1], toward[0] - p[0])
      const N = Math.round((hh / 8.5) * dens)
      for (let k = 0; k < N; k++) {
        const t = 0.05 + (0.95 * k) / N,
          s0 = at(t),
          edge = Math.abs(toward[0] - p[0]) * t * 0.86
        for (let run = 0; run < 4; run++) {
          if (run && r() > 0.78) continue
          const off = edge * (run * 0.26 + 0.02 + 0.06 * r())
          const len = hh * (0.06 + 0.17 * t) * (0.5 + 0.8 * r()) * (1 - run * 0.13)
          const an = (dir > 0 ? sl : sl) + (r() - 0.5) * 0.14 + dir * 0.2 * t
          const st = [s0[0] + dir * (hh * 0.012 + off), s0[1] + off * Math.abs(Math.tan(sl)) * 0.62]
          if (st[1] < yAt(base, st[0]) + 2) continue
          lit.push(
            blade(
              st,
              [st[0] + Math.cos(an) * len, st[1] + Math.sin(an) * len],
              (2.6 + 6 * t * r()) * S * (1 - run * 0.14),
              dir * 0.03,
              0.3,
            ),
          )
        }
      }
    }
    return P(planes, i === 0 ? T.L[1] : T.L[2], ` opacity="${i === 0 ? 0.42 : 0.4}"`) + P(lit, T.hi[i], ' opacity=".9"')
  }
  // A far range
  const pa = tall
    ? [
        [0, 0.49],
        [0.08, 0.45],
        [0.16, 0.485],
        [0.3, 0.385],
        [0.4, 0.455],
        [0.47, 0.435],
        [0.6, 0.505],
        [0.7, 0.455],
        [0.74, 0.465],
        [0.86, 0.375],
        [0.94, 0.45],
        [1, 0.43],
      ]
    : [
        [0, 0.6],
        [0.05, 0.548],
        [0.09, 0.575],
        [0.165, 0.486],
        [0.215, 0.54],
        [0.255, 0.515],
        [0.32, 0.575],
        [0.37, 0.545],
        [0.41, 0.57],
        [0.455, 0.508],
        [0.49, 0.53],
        [0.545, 0.418],
        [0.595, 0.5],
        [0.63, 0.486],
        [0.685, 0.556],
        [0.735, 0.5],
        [0.76, 0.51],
        [0.82, 0.384],
        [0.868, 0.48],
        [0.9, 0.458],
        [0.93, 0.49],
        [0.965, 0.42],
        [1, 0.47],
      ]
  const A = line(
    pa.map(([x, y]) => [w(x), h(y)]),
    3,
    0.13,
    5,
  )
  add('far', A, 0, [
    facet(
      A,
      pa.map(([x, y]) => [w(x), h(y)]),
      0,
    ),
  ])
  // B nearer range
  const pb = tall
    ? [
        [0, 0.55],
        [0.14, 0.52],
        [0.26, 0.56],
        [0.44, 0.52],
        [0.6, 0.57],
        [0.76, 0.53],
        [0.92, 0.49],
        [1, 0.51],
      ]
    : [
        [0, 0.635],
        [0.07, 0.592],
        [0.125, 0.645],
        [0.2, 0.598],
        [0.25, 0.635],
        [0.3, 0.612],
        [0.36, 0.662],
        [0.43, 0.606],
        [0.49, 0.655],
        [0.56, 0.64],
        [0.6, 0.602],
        [0.66, 0.65],
        [0.72, 0.59],
        [0.75, 0.6],
        [0.795, 0.54],
        [0.85, 0.605],
        [0.9, 0.58],
        [0.945, 0.53],
        [1, 0.58],
      ]
  const B = line(
    pb.map(([x, y]) => [w(x), h(y)]),
    8,
    0.13,
    5,
  )
  add('range', B, 1, [
    facet(
      B,
      pb.map(([x, y]) => [w(x), h(y)]),
      1,
      0.9,
    ),
  ])
  // C wooded hills
  const C = soft(
    (tall
      ? [
          [0, 0.6],
          [0.3, 0.63],
          [0.56, 0.655],
          [0.8, 0.62],
          [1, 0.58],
        ]
      : [
          [0, 0.665],
          [0.14, 0.69],
          [0.3, 0.715],
          [0.46, 0.735],
          [0.58, 0.735],
          [0.72, 0.7],
          [0.86, 0.66],
          [1, 0.64],
        ]
    ).map(([x, y]) => [w(x), h(y)]),
  )
  const tC = []
  for (let x = 0; x < W; x += 13 * S * (0.7 + 0.7 * r())) {
    const y = yAt(C, x),
      hh = lerp(20, 52, r()) * S * (0.8 + 0.4 * Math.sin(x / 140))
    tC.push(pine(x, y + 6, Math.max(14, hh), Math.max(9, hh * 0.46), Math.round(x), 0))
  }
  add('woods', C, 2, [P(tC, T.L[2]), gougesFor(C, 2, tall ? 90 : 260, (x) => 0.08 * Math.cos(x / 240), 24, 100, 10, 120, 4.4)])
  // river, from the valley to the foot
  const rv = tall
    ? {
        L: [
          ...alongCubic([w(0.55), h(0.658)], [w(0.42), h(0.69)], [w(0.74), h(0.72)], [w(0.56), h(0.78)], 20),
          ...alongCubic([w(0.56), h(0.78)], [w(0.36), h(0.84)], [w(0.2), h(0.9)], [w(0.3), h(1.02)], 20).slice(1),
        ],
        R: [
          ...alongCubic([w(0.565), h(0.658)], [w(0.5), h(0.69)], [w(0.92), h(0.72)], [w(0.76), h(0.79)], 20),
          ...alongCubic([w(0.76), h(0.79)], [w(0.6), h(0.86)], [w(0.58), h(0.92)], [w(0.78), h(1.02)], 20).slice(1),
        ],
      }
    : {
        L: [
          ...alongCubic([w(0.535), h(0.737)], [w(0.5), h(0.755)], [w(0.63), h(0.775)], [w(0.56), h(0.815)], 20),
          ...alongCubic([w(0.56), h(0.815)], [w(0.48), h(0.86)], [w(0.36), h(0.91)], [w(0.38), h(1.02)], 20).slice(1),
        ],
        R: [
          ...alongCubic([w(0.545), h(0.737)], [w(0.535), h(0.755)], [w(0.7), h(0.775)], [w(0.65), h(0.82)], 20),
          ...alongCubic([w(0.65), h(0.82)], [w(0.58), h(0.87)], [w(0.55), h(0.93)], [w(0.62), h(1.02)], 20).slice(1),
        ],
      }
  // D meadow banks
  const D = soft(
    (tall
      ? [
          [0, 0.665],
          [0.3, 0.675],
          [0.6, 0.662],
          [0.82, 0.68],
          [1, 0.65],
        ]
      : [
          [0, 0.735],
          [0.2, 0.752],
          [0.4, 0.752],
          [0.54, 0.742],
          [0.7, 0.755],
          [0.86, 0.728],
          [1, 0.715],
        ]
    ).map(([x, y]) => [w(x), h(y)]),
  )
  defs.push(
    `<linearGradient id="${id('riv')}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${T.river[0]}"/><stop offset="1" stop-color="${T.river[1]}"/></linearGradient>`,
  )
  const flow = []
  const nR = Math.min(rv.L.length, rv.R.length)
  for (let j = 1; j < 7; j++) {
    let i = 1 + Math.floor(r() * 3)
    while (i < nR - 3) {
      const e = Math.min(nR - 1, i + 3 + Math.floor(r() * 6))
      const p = []
      for (let k = i; k <= e; k++) p.push(mix(rv.L[k], rv.R[k], j / 7 + 0.02 * Math.sin(k * 1.2)))
      if (p.length > 3) flow.push(stroke(p, (u) => (1 + (8 * e) / nR) * S * Math.sin(Math.PI * clamp(u, 0.03, 0.97))))
      i = e + 2
    }
  }
  const tD = []
  for (let x = 0; x < W; x += 26 * S * (0.5 + r())) {
    const nearRiver = Math.abs(x - w(0.56)) < w(0.13)
    if (nearRiver || r() > 0.82) continue
    const y = yAt(D, x),
      hh = lerp(56, 150, r() * r()) * S * (0.7 + 0.3 * Math.sin(x / 90))
    tD.push(pine(x, y + 10 + 26 * r(), hh, hh * 0.4, Math.round(x + 5), 0))
  }
  add('meadow', D, 3, [
    P(tD, T.L[3]),
    gougesFor(D, 3, tall ? 170 : 520, (x) => 0.05 * Math.sin(x / 300), 30, 150, 16, 330, 6),
    P(shape([...rv.L, ...[...rv.R].reverse()]), `url(#${id('riv')})`),
    P(flow, '#fff', ` opacity="${themeName === 'day' ? 0.55 : 0.22}"`),
  ])
  // E near banks with tall pines
  const El = soft(
      (tall
        ? [
            [-0.02, 0.77],
            [0.14, 0.8],
            [0.3, 0.88],
            [0.36, 1.03],
          ]
        : [
            [-0.02, 0.79],
            [0.1, 0.815],
            [0.22, 0.86],
            [0.33, 0.93],
            [0.4, 1.03],
          ]
      ).map(([x, y]) => [w(x), h(y)]),
    ),
    Er = soft(
      (tall
        ? [
            [0.66, 1.03],
            [0.74, 0.9],
            [0.88, 0.82],
            [1.02, 0.78],
          ]
        : [
            [0.6, 1.03],
            [0.66, 0.945],
            [0.76, 0.86],
            [0.88, 0.8],
            [1.02, 0.765],
          ]
      ).map(([x, y]) => [w(x), h(y)]),
    )
  const tE = [],
    tEh = []
  const tree = (x, y, hh) => {
    tE.push(pine(x, y, hh, hh * 0.38, Math.round(x + 11), 0))
    const n = Math.round(hh / 22)
    for (let i = 0; i < n; i++) {
      const t = (i + 1) / (n + 1)
      const yy = y - hh + hh * 0.92 * t,
        reach = hh * 0.17 * Math.pow(t, 0.85),
        dir = sunC[0] > x ? 1 : -1
      tEh.push(blade([x + dir * reach * 0.14, yy - 6], [x + dir * reach * (0.6 + 0.3 * r()), yy + 7], 4 + 3 * t, 0.06 * dir, 0.3))
    }
  }
  const trees = tall
    ? [
        [0.05, 0.82, 400],
        [0.16, 0.84, 290],
        [0.24, 0.87, 190],
        [0.93, 0.82, 440],
        [0.82, 0.855, 280],
        [1.0, 0.84, 300],
        [0.75, 0.9, 170],
      ]
    : [
        [0.015, 0.83, 470],
        [0.055, 0.84, 360],
        [0.095, 0.85, 280],
        [0.13, 0.86, 210],
        [0.175, 0.875, 250],
        [0.215, 0.89, 150],
        [0.985, 0.82, 520],
        [0.945, 0.83, 400],
        [0.905, 0.84, 440],
        [0.865, 0.85, 290],
        [0.83, 0.865, 220],
        [0.795, 0.875, 250],
        [0.765, 0.89, 150],
      ]
  for (const [x, y, q] of trees) tree(w(x), h(y), q * S)
  const bankL = shape([[-20, H + 20], ...El], { straight: true }),
    bankR = shape([...Er, [W + 20, H + 20]], { straight: true })
  const bg = []
  for (let k = 0; k < (tall ? 60 : 170); k++) {
    const left = r() > 0.5
    const b = left ? El : Er
    const x = left ? w(lerp(0, tall ? 0.3 : 0.34, r())) : w(lerp(tall ? 0.72 : 0.66, 1, r()))
    const y = yAt(b, x) + lerp(16, 220, r()) * S
    const L = lerp(30, 120, r()) * S
    const a = (left ? 0.3 : -0.35) * (1 - 0.5 * r())
    bg.push(blade([x, y], [x + Math.cos(a) * L, y + Math.sin(a) * L], lerp(4, 9, r()), 0.05, 0.35))
  }
  layers.push(`<g id="${id('banks')}">${P([...tE, bankL, bankR], T.L[4])}${P([...tEh, ...bg], T.hi[4], ' opacity=".65"')}</g>`)
  // F ferns in the corner of the eye
  const fern = (x, y, L, a0, bend, tone) => {
    const n = 30
    const sp = []
    let px = x,
      py = y,
      a = a0
    for (let i = 0; i <= n; i++) {
      sp.push([px, py])
      px += (Math.cos(a) * L) / n
      py += (Math.sin(a) * L) / n
      a += (bend / n) * (0.4 + (1.2 * i) / n)
    }
    const f = frond(sp, {
      pairs: Math.round(L / 17),
      len: (t) => L * 0.3 * Math.pow(Math.sin(Math.PI * Math.pow(lerp(0.06, 0.985, t), 0.62)), 0.9),
      stem: (t) => lerp(L * 0.022, 2, t),
      angle: 66,
      w: 0.115,
      curl: 0.1,
    })
    return P(f.d, tone) + P(f.cut, T.hi[4], ' opacity=".55"')
  }
  const fiddle = (x, y, R, L, flip, tone) => {
    const c = [x, y - L]
    const sp = spiral(c, R * 0.08, R, (0.2 - 1.7) * TAU, 1.7, 60).map((p) => (flip ? [2 * c[0] - p[0], p[1]] : p))
    const tail = sp[sp.length - 1],
      Dd = dirAt(sp, sp.length - 1)
    const stem = alongCubic(
      tail,
      [tail[0] + Dd[0] * L * 0.4, tail[1] + Dd[1] * L * 0.4],
      [x, y - L * 0.4],
      [x + (flip ? -1 : 1) * R * 0.1, y],
      26,
    )
    const full = [...sp, ...stem.slice(1)]
    const o = [stroke(full, (t) => lerp(R * 0.05, R * 0.3, Math.pow(t, 0.6)))]
    let acc = 0
    const n = full.length
    for (let i = 8; i < n - 8; i++) {
      acc += Math.hypot(full[i][0] - full[i - 1][0], full[i][1] - full[i - 1][1])
      if (acc < R * 0.16) continue
      acc = 0
      const t = i / n,
        N = normalAt(full, i),
        s = flip ? 1 : -1,
        D2 = dirAt(full, i)
      const len = R * lerp(0.12, 0.55, smooth(0.1, 0.6, t)) * smooth(1, 0.8, t)
      if (len < 3) continue
      for (const k of t > 0.55 ? [1, -1] : [1]) {
        const O = [N[0] * s * k, N[1] * s * k]
        const p = [full[i][0] + O[0] * R * 0.08, full[i][1] + O[1] * R * 0.08]
        o.push(
          blade(
            p,
            [p[0] + O[0] * len * 0.86 - D2[0] * len * 0.5, p[1] + O[1] * len * 0.86 - D2[1] * len * 0.5],
            len * 0.2 + 1.5,
            s * k * 0.12,
            0.4,
          ),
        )
      }
    }
    return P(o, tone)
  }
  const ferns = []
  const F = tall
    ? [
        [0.02, 1.06, 360, -1.0, 0.9],
        [-0.04, 0.98, 300, -0.75, 1.1],
        [0.2, 1.08, 300, -1.35, 0.7],
        [0.34, 1.09, 230, -1.7, -0.8],
        [1.0, 1.06, 380, -2.1, -0.9],
        [1.06, 0.97, 300, -2.4, -1.0],
        [0.82, 1.08, 300, -1.75, -0.8],
        [0.68, 1.1, 220, -1.4, 0.7],
      ]
    : [
        [0.0, 1.06, 470, -1.0, 0.9],
        [-0.015, 0.96, 380, -0.7, 1.1],
        [0.07, 1.09, 400, -1.25, 0.8],
        [0.15, 1.1, 340, -1.5, 0.7],
        [0.22, 1.12, 290, -1.8, -0.7],
        [0.29, 1.12, 230, -1.3, 0.8],
        [1.0, 1.06, 500, -2.1, -0.9],
        [1.015, 0.95, 400, -2.45, -1.0],
        [0.93, 1.09, 420, -1.85, -0.8],
        [0.85, 1.1, 350, -1.6, -0.7],
        [0.78, 1.11, 290, -1.3, 0.7],
        [0.71, 1.12, 230, -1.9, -0.7],
      ]
  F.forEach(([x, y, L, a, b], i) => ferns.push(fern(w(x), h(y), L * S, a, b, T.fern[i % 2 ? 2 : 1], i)))
  for (const [x, y, R, L, fl] of tall
    ? [
        [0.11, 1.02, 34, 190, false],
        [0.9, 1.02, 36, 230, true],
      ]
    : [
        [0.105, 1.03, 44, 300, false],
        [0.185, 1.03, 30, 190, true],
        [0.9, 1.03, 46, 330, true],
        [0.83, 1.03, 30, 200, false],
      ])
    ferns.push(fiddle(w(x), h(y), R * S, L * S, fl, T.fern[2]))
  layers.push(`<g id="${id('ferns')}">${ferns.join('')}</g>`)
  const want = parts
  const body = (
    want
      ? [want.includes('sky') ? sky.join('') : '', ...layers.filter((l) => want.some((p) => l.includes(`id="${id(p)}"`)))]
      : [`<g id="${id('sky')}">${sky.join('')}</g>`, ...layers]
  ).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMidYMax slice"><defs>${defs.join('')}</defs>\n${body}\n</svg>\n`
    .replace(/id="(sky|glow)"/g, `id="${themeName}${tall ? 't' : ''}$1"`)
    .replace(/url\(#(sky|glow)\)/g, `url(#${themeName}${tall ? 't' : ''}$1)`)
}
