// Grove, still water and meadow as SVG (day, dusk).
import { THEME } from './scenes.mjs'
import { shape, alongCubic, stroke, blade, disc, pine, frond, pt, mix, TAU, rng, noise2, lerp, clamp, rel } from './cut.mjs'
const P = (d, fill, extra = '') => `<path fill="${fill}"${extra} d="${rel([d].flat(9).join(''))}"/>`
const wrap = (W, H, defs, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMidYMid slice"><defs>${defs}</defs>${body}</svg>\n`
const grad = (id, stops, v = true) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${v ? 0 : 1}" y2="${v ? 1 : 0}">${stops.map(([o, c, a = 1]) => `<stop offset="${o}" stop-color="${c}" stop-opacity="${a}"/>`).join('')}</linearGradient>`
const frondAt = (x, y, L, a0, bend, tone, hi, w = 0.115) => {
  const n = 30,
    sp = []
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
    pairs: Math.round(L / 15),
    len: (t) => L * 0.3 * Math.pow(Math.sin(Math.PI * Math.pow(lerp(0.06, 0.985, t), 0.62)), 0.9),
    stem: (t) => lerp(L * 0.022, 2, t),
    angle: 66,
    w,
    curl: 0.1,
  })
  return P(f.d, tone) + (hi ? P(f.cut, hi, ' opacity=".5"') : '')
}

export function grove(theme, W = 1600, H = 1200) {
  const day = theme === 'day',
    r = rng(21)
  const tones = day
    ? ['#cfdcc4', '#a9c2a4', '#7ba184', '#4b7a62', '#28503f', '#14302a']
    : ['#6b5a78', '#524d6e', '#3b4262', '#273650', '#182637', '#0c161c']
  const his = day
    ? ['#e3ead3', '#c2d4b6', '#98ba9b', '#6a977b', '#447059', '#2a5042']
    : ['#8d7388', '#6b617f', '#505774', '#384a64', '#28384a', '#1a2a33']
  let defs = grad(
    'gs',
    day
      ? [
          [0, '#f6e5bd'],
          [0.45, '#f3ead0'],
          [1, '#c3d4b8'],
        ]
      : [
          [0, '#3d3a5c'],
          [0.45, '#a56f72'],
          [1, '#39405c'],
        ],
  )
  let b = `<rect width="${W}" height="${H}" fill="url(#gs)"/>`
  const sun = [W * 0.56, H * 0.36]
  defs += `<radialGradient id="gg" gradientUnits="userSpaceOnUse" cx="${sun[0]}" cy="${sun[1]}" r="${H * 0.62}"><stop offset="0" stop-color="${day ? '#fff3cf' : '#f0b795'}" stop-opacity=".95"/><stop offset="1" stop-color="${day ? '#fff3cf' : '#f0b795'}" stop-opacity="0"/></radialGradient>`
  b += `<rect width="${W}" height="${H}" fill="url(#gg)"/>` + P(disc(sun, day ? 88 : 76), day ? '#f4bb59' : '#f6e3c4')
  const floorY = (i) => H * (0.66 + i * 0.055)
  for (let i = 0; i < 5; i++) {
    const n = [20, 15, 11, 7, 5][i],
      trunks = [],
      bark = []
    const wid = [16, 28, 46, 78, 128][i]
    const gap = W * [0.05, 0.075, 0.1, 0.15, 0.19][i]
    for (let k = 0; k < n; k++) {
      let x = ((k + 0.5 + (r() - 0.5) * 0.7) * W) / n
      const d = x - sun[0]
      if (Math.abs(d) < gap) x = sun[0] + Math.sign(d || 1) * (gap + 30 * r())
      const w0 = wid * (0.7 + 0.6 * r()),
        lean = (r() - 0.5) * 30
      const y1 = floorY(i) + 30 * r() + 20
      const flare = w0 * 0.5
      const L = alongCubic([x + lean - w0 * 0.36, -20], [x - w0 * 0.4, H * 0.3], [x - w0 * 0.46, H * 0.55], [x - w0 * 0.5 - flare, y1], 10),
        R = alongCubic([x + w0 * 0.5 + flare, y1], [x + w0 * 0.46, H * 0.55], [x + w0 * 0.4, H * 0.3], [x + lean + w0 * 0.36, -20], 10)
      trunks.push(shape([...L, ...R], { straight: false, tension: 0.8 }))
      if (i > 0) {
        const m = Math.round(w0 * 1.1)
        for (let j = 0; j < m; j++) {
          const yy = lerp(-20, y1 - 30, r())
          const u = r() * 0.86 - 0.43
          const side = sun[0] > x ? 1 : -1
          if (Math.sign(u) !== side && r() > 0.35) continue
          const len = lerp(30, 150, r()) * (0.4 + i * 0.2)
          bark.push(
            blade(
              [x + u * w0 * 0.86 + lean * (1 - yy / H), yy],
              [x + u * w0 * 0.88 + lean * (1 - (yy + len) / H), Math.min(yy + len, y1 - 20)],
              lerp(2, 4 + i * 1.3, r()),
              (r() - 0.5) * 0.04,
              0.4,
            ),
          )
        }
      }
      if (i > 0 && r() > 0.4) {
        const by = H * lerp(0.08, 0.4, r()),
          s = r() > 0.5 ? 1 : -1
        trunks.push(
          stroke(alongCubic([x, by], [x + s * w0, by - 20], [x + s * w0 * 2, by - 30], [x + s * w0 * 2.8, by - 80 * r() - 30], 12), (t) =>
            lerp(w0 * 0.26, 2, t),
          ),
        )
      }
    }
    const g0 = floorY(i)
    const gnd = []
    for (let x = -40; x <= W + 40; x += 40) gnd.push([x, g0 + 24 * Math.sin(x / 170 + i * 2) + 10 * Math.sin(x / 53 + i)])
    const gr = shape([[-40, H + 30], ...gnd, [W + 40, H + 30]], { straight: true })
    const gg = []
    for (let k = 0; k < 60 + i * 26; k++) {
      const x = W * r(),
        y = g0 + 40 + (H - g0) * r() * 0.5
      const L = lerp(24, 120, r())
      gg.push(blade([x, y], [x + L, y + 8 * (r() - 0.5)], lerp(2.5, 7, r()), 0.03, 0.4))
    }
    defs += grad('gm' + i, [
      [0, day ? '#f6ecca' : '#c98d7c', 0],
      [0.7, day ? '#f6ecca' : '#c98d7c', 0],
      [1, day ? '#f6ecca' : '#c98d7c', [0.8, 0.55, 0.35, 0.14, 0][i]],
    ])
    b +=
      P(trunks, tones[i]) +
      P(bark, his[i], ' opacity=".8"') +
      P(gr, tones[Math.min(5, i + (i === 4 ? 1 : 0))]) +
      P(gg, his[i], ' opacity=".55"') +
      (i < 4 ? `<rect y="${g0 - 420}" width="${W}" height="${440}" fill="url(#gm${i})"/>` : '')
    if (i === 2 || i === 3)
      for (let k = 0; k < (i === 2 ? 26 : 15); k++) {
        const x = (W * (k + r())) / (i === 2 ? 26 : 15)
        const n = 3 + Math.floor(r() * 2)
        for (let q = 0; q < n; q++)
          b += frondAt(
            x,
            g0 + 40 + 30 * r(),
            lerp(70, 120, r()) * (i === 2 ? 1 : 1.9),
            -Math.PI / 2 + (q - n / 2 + 0.5) * 0.6,
            (q - n / 2 + 0.5) * 0.7,
            i === 2 ? tones[3] : q % 2 ? '#' + (day ? '3b6f55' : '22384a') : tones[4],
            null,
            0.14,
          )
      }
  }
  for (let k = 0; k < 9; k++) {
    const x = (W * (k + 0.5)) / 9 + 60 * (r() - 0.5)
    if (Math.abs(x - sun[0]) < W * 0.12) continue
    for (let q = 0; q < 5; q++)
      b += frondAt(
        x + (q - 2) * 16,
        H + 20,
        lerp(230, 380, r()),
        -Math.PI / 2 + (q - 2) * 0.36,
        (q - 2) * 0.42,
        q % 2 ? (day ? '#3f7a58' : '#27494a') : day ? '#2c5f49' : '#1c373b',
        day ? '#6fa37f' : '#3e6664',
      )
  }
  return wrap(W, H, defs, b)
}

export function stillwater(theme, W = 1600, H = 1200) {
  const T = THEME[theme],
    day = theme === 'day',
    r = rng(33)
  const hz = H * 0.52
  let defs = grad(
    'ws',
    T.sky
      .map((c, i) => [[0, 0.2, 0.4, 0.52][i], c])
      .concat([
        [0.53, T.sky[3]],
        [0.7, T.sky[2]],
        [1, T.sky[1]],
      ]),
  )
  let b = `<rect width="${W}" height="${H}" fill="url(#ws)"/>`
  const c = [W * 0.36, H * 0.3],
    R = 92
  if (!day) {
    const st = []
    for (let i = 0; i < 90; i++) {
      const p = [W * r(), hz * 0.8 * r()]
      if (Math.hypot(p[0] - c[0], p[1] - c[1]) < R * 2) continue
      st.push(disc(p, lerp(0.8, 3, r() ** 3), { n: 8 }))
    }
    b += P(st, T.star, ' opacity=".8"')
  }
  const arcs = []
  ;[1.34, 1.66, 2.04, 2.5].forEach((k, n) => {
    let a = r()
    const end = a + TAU - 0.2
    while (a < end) {
      const L = 0.2 + 0.5 * r()
      arcs.push(
        stroke(
          Array.from({ length: 10 }, (_, i) => pt(c, R * k, a + (L * i) / 9)),
          (t) => (6 - n) * Math.sin(Math.PI * clamp(t, 0.05, 0.95)),
        ),
      )
      a += L + 0.08 + 0.05 * n
    }
  })
  b += P(arcs, day ? '#fdf1d6' : '#e9c3a4', ' opacity=".6"') + P(disc(c, R), T.sun)
  const rg = (pk, i, seed) => {
    const rr = rng(seed)
    let p = pk.map(([x, y]) => [x * W, y * H])
    let ro = 0.14
    for (let k = 0; k < 5; k++) {
      const q = []
      for (let j = 0; j + 1 < p.length; j++)
        q.push(p[j], [(p[j][0] + p[j + 1][0]) / 2, (p[j][1] + p[j + 1][1]) / 2 + (rr() - 0.5) * (p[j + 1][0] - p[j][0]) * ro])
      q.push(p[p.length - 1])
      p = q
      ro *= 0.9
    }
    const lit = []
    for (let q = 1; q + 1 < pk.length; q++) {
      if (!(pk[q][1] < pk[q - 1][1] && pk[q][1] < pk[q + 1][1])) continue
      const P0 = [pk[q][0] * W, pk[q][1] * H],
        Lf = [pk[q - 1][0] * W, pk[q - 1][1] * H],
        hh = hz - P0[1]
      const sl = Math.atan2(Lf[1] - P0[1], Lf[0] - P0[0])
      for (let k = 0; k < hh / 5; k++) {
        const t = k / (hh / 5)
        for (let u = 0; u < 3; u++) {
          const off = (P0[0] - Lf[0]) * t * (u * 0.26 + 0.08 * rr())
          const s0 = [P0[0] - off + 14 * Math.sin(k), P0[1] + hh * t * 0.9 + off * Math.abs(Math.tan(sl)) * 0.5]
          const L = hh * (0.05 + 0.12 * t) * (0.5 + rr())
          if (s0[1] > hz - 8) continue
          lit.push(blade(s0, [s0[0] + Math.cos(sl - 0.2) * L, Math.min(hz, s0[1] + Math.sin(sl - 0.2) * L)], 2 + 5 * t * rr(), -0.03, 0.3))
        }
      }
    }
    return { d: shape([[-10, hz], ...p, [W + 10, hz]], { straight: true }), lit }
  }
  const A = rg(
      [
        [0, 0.44],
        [0.1, 0.36],
        [0.2, 0.42],
        [0.3, 0.46],
        [0.42, 0.4],
        [0.54, 0.44],
        [0.68, 0.24],
        [0.8, 0.36],
        [0.88, 0.32],
        [1, 0.42],
      ],
      0,
      4,
    ),
    B = rg(
      [
        [0, 0.47],
        [0.14, 0.42],
        [0.26, 0.48],
        [0.44, 0.47],
        [0.58, 0.44],
        [0.7, 0.48],
        [0.84, 0.4],
        [1, 0.46],
      ],
      1,
      9,
    )
  const land = P(A.d, T.L[0]) + P(A.lit, T.hi[0], ' opacity=".9"') + P(B.d, T.L[1]) + P(B.lit, T.hi[1], ' opacity=".8"')
  const tr = []
  for (let x = 0; x < W; x += 14 * (0.6 + 0.8 * r())) {
    const hh = lerp(24, 70, r()) * (0.7 + 0.5 * Math.sin(x / 180))
    tr.push(pine(x, hz + 3, Math.max(16, hh), Math.max(9, hh * 0.44), Math.round(x)))
  }
  const shore = P(
    [
      ...tr,
      shape(
        [
          [-10, hz - 4],
          [W + 10, hz - 4],
          [W + 10, hz + 6],
          [-10, hz + 6],
        ],
        { straight: true },
      ),
    ],
    T.L[3],
  )
  b += land + shore
  b += `<g transform="translate(0 ${2 * hz}) scale(1 -1)" opacity="${day ? 0.5 : 0.42}"><g transform="translate(0 ${hz * 0.28}) scale(1 .72)">${P(disc(c, R), T.sun)}${land}${shore}</g></g>`
  const rip = []
  for (let k = 0; k < 240; k++) {
    const q = r(),
      y = hz + 14 + (H - hz) * q
    const L = lerp(30, 260, r()) * (0.4 + q)
    const x = -60 + W * r()
    rip.push(blade([x, y], [x + L, y + 2 * (r() - 0.5)], lerp(1.6, 7, q * r() + 0.1), 0.003, 0.5))
  }
  b += P(rip, day ? '#fdf4dd' : '#d8a595', ` opacity="${day ? 0.6 : 0.26}"`)
  const path_ = []
  for (let k = 0; k < 46; k++) {
    const q = k / 46,
      y = hz + 16 + (H - hz) * q
    const w = lerp(40, 190, q) * (0.5 + 0.8 * r())
    path_.push(blade([c[0] - w / 2 + 30 * (r() - 0.5), y], [c[0] + w / 2 + 30 * (r() - 0.5), y], lerp(3, 9, q), 0.003, 0.5))
  }
  b += P(path_, T.sunCore, ' opacity=".7"')
  // near shore with reeds and a stack of stones
  const sh = []
  for (let x = W * 0.5; x <= W + 40; x += 30)
    sh.push([x, H * (1.02 - 0.155 * Math.pow((x - W * 0.5) / (W * 0.5), 1.4)) + 6 * Math.sin(x / 40)])
  b += P(shape([...sh, [W + 40, H + 30], [W * 0.5, H + 30]], { straight: true }), T.L[5])
  const stones = [
    [W * 0.8, H * 0.912, 122, 38, 3],
    [W * 0.795, H * 0.861, 90, 31, 5],
    [W * 0.806, H * 0.82, 62, 25, 6],
    [W * 0.799, H * 0.787, 38, 19, 7],
  ]
  const sd = [],
    sl = []
  stones.forEach(([x, y, w, h, s]) => {
    const nz = noise2(s)
    sd.push(
      shape(
        Array.from({ length: 20 }, (_, i) => {
          const a = (i / 20) * TAU,
            cc = Math.cos(a),
            q = Math.sin(a)
          return [
            x + Math.sign(cc) * Math.pow(Math.abs(cc), 0.85) * w * (1 + 0.08 * nz(cc + 4, q)),
            y + Math.sign(q) * Math.pow(Math.abs(q), 0.85) * h * (1 + 0.1 * nz(q, cc + 9)),
          ]
        }),
      ),
    )
    for (let k = 0; k < w / 5; k++) {
      const px = x - w * 0.75 * r(),
        py = y - h * 0.5 + h * 0.9 * r()
      sl.push(blade([px, py], [px + w * 0.16 * r() + 6, py - 1], 2 + 2.6 * r(), 0, 0.3))
    }
  })
  b += P(sd, T.L[5], ` stroke="${T.L[3]}" stroke-width="3"`) + P(sl, T.hi[4], ' opacity=".9"')
  const reed = []
  for (let k = 0; k < 44; k++) {
    const x = W * lerp(0.56, 1, r())
    if (Math.abs(x - W * 0.8) < 130 && r() > 0.2) continue
    const y = H * 1.0
    const h2 = lerp(60, 250, r()) * (0.5 + (x / W - 0.5))
    reed.push(blade([x, y], [x + 50 * (r() - 0.5), y - h2], 7, 0.08 * (r() - 0.5), 0.15))
  }
  b += P(reed, T.L[5])
  for (let q = 0; q < 6; q++)
    b += frondAt(W * 0.97 - q * 26, H + 14, 250 + 60 * r(), -Math.PI / 2 - 0.15 * q + 0.2, -0.3 - 0.1 * q, T.fern[1 + (q % 2)], T.hi[4])
  return wrap(W, H, defs, b)
}

export function meadow(theme, W = 2000, H = 900) {
  const T = THEME[theme],
    day = theme === 'day',
    r = rng(51)
  let defs = grad(
    'ms',
    T.sky.map((c, i) => [[0, 0.22, 0.44, 0.6][i], c]),
  )
  let b = `<rect width="${W}" height="${H}" fill="url(#ms)"/>`
  const sun = [W * 0.24, H * 0.46]
  b += P(disc(sun, 120), T.sun)
  const rays = []
  for (let i = 0; i < 24; i++) {
    const a = -Math.PI + ((i + 0.5) / 24) * Math.PI
    rays.push(blade(pt(sun, 164, a), pt(sun, i % 2 ? 330 : 262, a), 12, 0, 0.3))
  }
  if (day) b += P(rays, T.ray, ' opacity=".9"')
  const hill = (y0, amp, ph, i, n, y1) => {
    const p = []
    for (let x = -20; x <= W + 20; x += 20) p.push([x, y0 + amp * Math.sin(x / 330 + ph) + amp * 0.4 * Math.sin(x / 131 + ph * 2)])
    b += P(shape([[-20, H + 20], ...p, [W + 20, H + 20]], { straight: true }), T.L[i])
    const g = []
    for (let k = 0; k < n; k++) {
      const x = W * r(),
        y = y0 + 20 + (y1 - y0) * r()
      const L = lerp(24, 110, r())
      g.push(blade([x, y], [x + L, y - 10 * Math.cos(x / 330 + ph)], lerp(2, 6, r()), 0.03, 0.35))
    }
    b += P(g, T.hi[i], ' opacity=".6"')
    return p
  }
  hill(H * 0.5, 34, 0, 0, 70, H * 0.6)
  hill(H * 0.58, 30, 1.6, 1, 90, H * 0.68)
  const tr = []
  for (let k = 0; k < 90; k++) {
    const x = W * r(),
      hh = lerp(26, 80, r())
    tr.push(pine(x, H * 0.655 + 18 * Math.sin(x / 330 + 3.4), hh, hh * 0.42, k))
  }
  b += P(tr, T.L[2])
  hill(H * 0.65, 22, 3.2, 2, 120, H * 0.76)
  hill(H * 0.75, 20, 4.4, 3, 160, H * 0.9)
  hill(H * 0.86, 14, 5.2, 4, 160, H)
  const flower = day ? ['#b4587a', '#c8708d', '#9c4568'] : ['#8d5a7c', '#a97291', '#6e4566']
  for (let row = 0; row < 3; row++) {
    const n = [44, 34, 22][row],
      y0 = H * [0.84, 0.93, 1.04][row]
    for (let k = 0; k < n; k++) {
      const x = (W * (k + r())) / n,
        h2 = lerp(0.7, 1.15, r()) * [110, 190, 330][row] * (1 - 0.35 * Math.sin((x / W) * Math.PI))
      const top = [x + 30 * (r() - 0.5), y0 - h2]
      const sp = alongCubic([x, y0 + 10], [x, y0 - h2 * 0.4], [top[0], top[1] + h2 * 0.4], top, 16)
      const st = [stroke(sp, (t) => lerp(0.026, 0.008, t) * h2)],
        fl = [],
        bud = []
      const at = (t) => {
        const q = clamp(t) * 16,
          i = Math.min(15, Math.floor(q))
        return mix(sp[i], sp[i + 1], q - i)
      }
      for (let i = 0; i < 8; i++) {
        const t = 0.08 + (0.36 * i) / 8,
          p = at(t),
          s = i % 2 ? 1 : -1
        st.push(blade(p, [p[0] + s * h2 * 0.17, p[1] - h2 * 0.1], h2 * 0.034, s * 0.1, 0.4))
      }
      const m = row ? 14 : 9
      for (let i = 0; i < m; i++) {
        const q = i / (m - 1),
          p = at(lerp(0.46, 0.86, q)),
          s = i % 2 ? 1 : -1,
          S = h2 * lerp(0.062, 0.026, q)
        const c = [p[0] + s * S * 1.1, p[1]]
        for (let v = 0; v < 3; v++) {
          const a = (s > 0 ? 0 : Math.PI) + (v - 1) * 1
          fl.push(blade([c[0] - s * S * 0.4, c[1]], pt(c, S, a), S * 0.95, 0, 0.62))
        }
      }
      for (let i = 0; i < 8; i++) {
        const p = at(lerp(0.87, 0.995, i / 7)),
          s = i % 2 ? 1 : -1
        bud.push(blade(p, [p[0] + s * h2 * 0.02, p[1] - h2 * 0.024], h2 * 0.012, 0, 0.6))
      }
      b += P(st, [T.L[4], T.L[5], T.fern[1]][row]) + P([...fl, ...bud], flower[(k + row) % 3])
    }
  }
  return wrap(W, H, defs, b)
}
