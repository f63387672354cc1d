// One catalog picture as layered SVG: garment + motif + cloth color + ground. `scripts/pictures/compose-pictures.mjs` turns it into files.
// Views: front (4:5), detail (close on the print), collar, art (the motif alone, as a print on paper), wide (1200 x 630, for link previews).
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const here = path.dirname(fileURLToPath(import.meta.url))
const read = (p) => fs.readFileSync(path.join(here, p), 'utf8')
/** { garments: { name: hex }, grounds: { name: hex }, inks: { name: hex } } */
export const colors = JSON.parse(read('colors.json'))

const hex = (h) => [1, 3, 5].map((i) => parseInt(h.slice(i, i + 2), 16))
const lum = (h) => {
  const [r, g, b] = hex(h).map((v) => {
    v /= 255
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const shade = (h, k) =>
  '#' +
  hex(h)
    .map((v) =>
      Math.round(Math.max(0, Math.min(255, k < 0 ? v * (1 + k) : v + (255 - v) * k)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
const rng = (s) => () => {
  s = (s + 0x6d2b79f5) | 0
  let t = Math.imul(s ^ (s >>> 15), s | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
const num = (v) => +v.toFixed(1)

// a soft fern shadow falling across the ground, as if a plant stood in the window
function fernShadow(seed) {
  const r = rng(seed * 7919 + 13)
  const out = []
  const fronds = 2 + Math.floor(r() * 2)
  for (let f = 0; f < fronds; f++) {
    const fromRight = r() > 0.35
    const x0 = fromRight ? 1330 : -120,
      y0 = -80 + 420 * r() + f * 260
    const len = 820 + 360 * r(),
      a0 = (fromRight ? Math.PI - 0.28 : 0.34) + (r() - 0.5) * 0.5,
      bend = (fromRight ? -1 : 1) * (0.35 + 0.4 * r())
    let x = x0,
      y = y0,
      a = a0
    const n = 26
    const spine = []
    for (let i = 0; i <= n; i++) {
      spine.push([x, y, a])
      x += (Math.cos(a) * len) / n
      y += (Math.sin(a) * len) / n
      a += bend / n
    }
    let d = ''
    for (let i = 1; i < n; i++) {
      const [px, py, pa] = spine[i]
      const t = i / n,
        L = 150 * Math.sin(Math.PI * Math.min(1, 0.18 + t * 0.84)) * (0.9 + 0.2 * r())
      for (const s of [1, -1]) {
        const b = pa + s * (1.12 - 0.35 * t)
        const ex = px + Math.cos(b) * L,
          ey = py + Math.sin(b) * L,
          nx = -Math.sin(b),
          ny = Math.cos(b),
          w = 15
        const mx = px + Math.cos(b) * L * 0.4,
          my = py + Math.sin(b) * L * 0.4
        d += `M${num(px)} ${num(py)}Q${num(mx + nx * w)} ${num(my + ny * w)} ${num(ex)} ${num(ey)}Q${num(mx - nx * w)} ${num(my - ny * w)} ${num(px)} ${num(py)}Z`
      }
    }
    out.push(
      `<path d="${d}" filter="url(#df-soft${f % 2})"/>`,
      `<path d="M${spine.map((p) => num(p[0]) + ' ' + num(p[1])).join('L')}" fill="none" stroke="#000" stroke-width="7" filter="url(#df-soft${f % 2})"/>`,
    )
  }
  return out.join('')
}

const hangerWood = (g) => {
  const y = g === 'tank' ? 302 : 262,
    hw = g === 'tank' ? 150 : 268,
    drop = g === 'tank' ? 46 : 62
  const top = y - 46
  return {
    back: `<g><path d="M600 ${top + 16}V${top - 36}C600 ${top - 62} 634 ${top - 58} 634 ${top - 88}C634 ${top - 122} 578 ${top - 122} 572 ${top - 88}" fill="none" stroke="#000" stroke-opacity=".26" stroke-width="8" stroke-linecap="round" transform="translate(16 24)" filter="url(#df-soft1)"/></g>`,
    front: `<g clip-path="url(#${g}-neck)"><path id="df-wood" d="M${600 - hw} ${y + drop}C${600 - hw * 0.62} ${y + drop * 0.38} ${600 - hw * 0.3} ${top + 10} 600 ${top}C${600 + hw * 0.3} ${top + 10} ${600 + hw * 0.62} ${y + drop * 0.38} ${600 + hw} ${y + drop}L${600 + hw - 8} ${y + drop + 26}C${600 + hw * 0.6} ${y + drop * 0.38 + 36} ${600 + hw * 0.3} ${top + 46} 600 ${top + 40}C${600 - hw * 0.3} ${top + 46} ${600 - hw * 0.6} ${y + drop * 0.38 + 36} ${600 - hw + 8} ${y + drop + 26}Z" fill="url(#df-woodg)"/><path d="M${600 - hw * 0.5} ${top + 44}C${600 - hw * 0.26} ${top + 16} ${600 - 60} ${top + 10} 600 ${top + 9}C${600 + 60} ${top + 10} ${600 + hw * 0.26} ${top + 16} ${600 + hw * 0.5} ${top + 44}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="3"/><path d="M${600 - hw * 0.5} ${top + 62}C${600 - hw * 0.26} ${top + 38} ${600 - 60} ${top + 27} 600 ${top + 26}C${600 + 60} ${top + 27} ${600 + hw * 0.26} ${top + 38} ${600 + hw * 0.5} ${top + 62}" fill="none" stroke="#7a5330" stroke-opacity=".35" stroke-width="2"/></g><path d="M600 ${top + 8}V${top - 36}C600 ${top - 62} 634 ${top - 58} 634 ${top - 88}C634 ${top - 122} 578 ${top - 122} 572 ${top - 88}" fill="none" stroke="url(#df-metal)" stroke-width="7.5" stroke-linecap="round"/><path d="M598.4 ${top + 4}V${top - 36}C598.4 ${top - 64} 632 ${top - 60} 632 ${top - 88}" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.6" stroke-linecap="round"/>`,
  }
}

// what the wide view shows: the whole garment, with a little air above and below
const wideBox = {
  tee: '-476 185 2152 1130',
  longsleeve: '-676 45 2552 1340',
  hoodie: '-676 110 2552 1340',
  tank: '-781 60 2762 1450',
  tote: '-714 80 2629 1380',
}

/** `inks` are names from colors.json, in the order of the motif's layers; `seed` moves the shadow and tilts the close view. */
export function composeSvg({
  garment = 'tee',
  motif = 'unfurl',
  color = 'pine',
  ground = 'lichen',
  inks = [],
  seed = 1,
  view = 'front',
  scale = 1,
  dx = 0,
  dy = 0,
} = {}) {
  const C = colors.garments[color] ?? color,
    G = colors.grounds[ground] ?? ground
  const ink = inks.map((i) => colors.inks[i] ?? i)
  const L = lum(C)
  const m = motif ? read(`motifs/${motif}.svg`) : '<svg viewBox="0 0 10 10"><title></title></svg>'
  const [mx, my, mw, mh] = m
    .match(/viewBox="([^"]+)"/)[1]
    .split(' ')
    .map(Number)
  let inner = m.replace(/^[\s\S]*?<\/title>/, '').replace(/<\/svg>\s*$/, '')
  inner = inner.replace(/var\(--ink-(\d), (#[0-9A-Fa-f]+)\)/g, (_, n, d) => ink[n - 1] ?? d)
  const dark = lum(G) < 0.2
  // the wide view looks at a wider sheet; the shadow on it grows to match
  const wide = view === 'wide'
  const sheet = wide ? 'x="-900" y="-75" width="3000" height="1650"' : 'x="-60" y="-75" width="1320" height="1650"'
  const spread = wide ? ' transform="translate(-580 -420) scale(1.95)"' : ''
  const shadow = fernShadow(seed)
  const scenery = `<defs><radialGradient id="df-light" cx=".22" cy=".1" r="1.15"><stop offset="0" stop-color="#fff" stop-opacity="${dark ? 0.2 : 0.42}"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#101510" stop-opacity="${dark ? 0.34 : 0.12}"/></radialGradient><filter id="df-soft0" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="19"/></filter><filter id="df-soft1" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="11"/></filter><filter id="df-paper" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".75" numOctaves="2" seed="4"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  .9 .9 0 0 -.62"/></filter><filter id="df-ink" x="-2%" y="-2%" width="104%" height="104%"><feTurbulence type="fractalNoise" baseFrequency=".55" numOctaves="2" seed="8" result="n"/><feColorMatrix in="n" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 -6 5.1" result="k"/><feComposite in="SourceGraphic" in2="k" operator="in"/></filter><filter id="df-knit" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${garment === 'tote' ? '.62 .62' : '.85 .32'}" numOctaves="2" seed="11"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 1.5 -.62"/></filter><linearGradient id="df-woodg" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d9b48a"/><stop offset=".5" stop-color="#c39767"/><stop offset="1" stop-color="#8d653e"/></linearGradient><linearGradient id="df-metal" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#8d918d"/><stop offset=".5" stop-color="#c9ccc7"/><stop offset="1" stop-color="#6d716d"/></linearGradient></defs><rect ${sheet} fill="${G}"/><rect ${sheet} fill="url(#df-light)"/>`
  const gobo = `<g opacity="${dark ? 0.3 : 0.13}" style="mix-blend-mode:multiply" fill="#1a2a22"${spread}>${shadow}</g>`
  const grain = `<rect ${sheet} filter="url(#df-paper)" opacity=".17" style="mix-blend-mode:multiply"/>`
  if (view === 'art') {
    const k = Math.min(760 / mw, 1000 / mh)
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1500">${scenery}${gobo}<rect x="176" y="170" width="848" height="1176" fill="#000" opacity=".22" filter="url(#df-soft0)"/><rect x="150" y="130" width="900" height="1230" fill="${colors.garments.bone}"/><g transform="translate(${600 - (mw * k) / 2} ${745 - (mh * k) / 2}) scale(${k}) translate(${-mx} ${-my})">${inner}</g><rect x="150" y="130" width="900" height="1230" filter="url(#df-paper)" opacity=".14" style="mix-blend-mode:multiply"/>${grain}</svg>`
  }
  let t = read(`garments/${garment}.svg`)
  const [px, py, pw, ph] = t
    .match(/data-print="([^"]+)"/)[1]
    .split(' ')
    .map(Number)
  const k = Math.min(pw / mw, ph / mh) * scale
  const top = py + (garment === 'tote' ? (ph - mh * k) / 2 : 0)
  const print = `<g filter="url(#${garment}-warp)"><g filter="url(#df-ink)" opacity="${L > 0.5 ? 0.95 : 0.93}"><g transform="translate(${num(px + pw / 2 - (mw * k) / 2 + dx)} ${num(top + dy)}) scale(${k.toFixed(4)}) translate(${-mx} ${-my})">${inner}</g></g></g>`
  const labelAt = { tee: [600, 362], longsleeve: [600, 322], tank: [600, 424] }[garment]
  const label = labelAt
    ? `<g transform="translate(${labelAt[0]} ${labelAt[1]}) rotate(-1)"><rect x="-27" y="-12" width="54" height="30" rx="1.5" fill="${L > 0.45 ? '#2c4639' : '#ece6d6'}"/><path d="M-5 9c0-9 1-15 7-17 5-1.500 8 3 5 6-2.200 2-5 .2-4-2M-5 2c-3 0-5-1.500-6-3.500M-5-3c-2.500-.2-4-1.500-4.600-3M-5 6c3 .3 5-.6 6.400-2" fill="none" stroke="${L > 0.45 ? '#ece6d6' : '#2c4639'}" stroke-width="1.7" stroke-linecap="round"/></g>`
    : ''
  let behind = '',
    front = ''
  if (garment === 'longsleeve' || garment === 'tank') {
    const h = hangerWood(garment)
    behind += h.back
    front += h.front
  }
  if (garment === 'hoodie') {
    const cord = L > 0.62 ? shade(C, -0.1) : L < 0.06 ? '#d9d3c2' : shade(C, 0.55)
    const str = (d) =>
      `<path d="${d}" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="10" stroke-linecap="round" transform="translate(7 9)" filter="url(#df-cs)"/><path d="${d}" fill="none" stroke="${shade(cord, -0.3)}" stroke-width="10" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${cord}" stroke-width="7.400" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${shade(cord, -0.2)}" stroke-width="7" stroke-dasharray="1.800 4"/>`
    const eye = (x, y) =>
      `<circle cx="${x}" cy="${y}" r="8.500" fill="#8b8f8a"/><circle cx="${x - 1}" cy="${y - 1}" r="7" fill="#c7cac4"/><circle cx="${x}" cy="${y}" r="4.200" fill="#1b1f1d"/>`
    const knot = (x, y, a) =>
      `<g transform="translate(${x} ${y}) rotate(${a})"><ellipse cx="5" cy="7" rx="9" ry="12" fill="#000" opacity=".3" filter="url(#df-cs)"/><ellipse rx="8.500" ry="11" fill="${shade(cord, -0.12)}"/><path d="M-7-3C-2-7 4-6 7-1M-7 4C-1 0 5 2 7 5" stroke="${shade(cord, -0.35)}" stroke-width="1.600" fill="none"/><path d="M-3 10L-5 26M0 11V28M3 10L6 25" stroke="${cord}" stroke-width="2.600" stroke-linecap="round"/></g>`
    front += `<defs><filter id="df-cs" x="-50%" y="-20%" width="200%" height="140%"><feGaussianBlur stdDeviation="4"/></filter></defs>${eye(556, 440)}${eye(642, 440)}${str('M556 444C552 474 543 496 547 524C549 542 547 552 545 560')}${str('M642 444C647 476 656 502 651 536C649 552 652 564 655 576')}${knot(544, 568, 6)}${knot(656, 584, -8)}`
  }
  if (garment === 'tote') {
    front += `<g><ellipse cx="612" cy="252" rx="24" ry="24" fill="#000" opacity=".32" filter="url(#df-soft1)" transform="translate(14 20)"/><circle cx="600" cy="238" r="25" fill="#8d653e"/><circle cx="599" cy="236" r="24" fill="url(#df-woodg)"/><g fill="none" stroke="#7a5330" stroke-opacity=".5"><circle cx="598" cy="237" r="16" stroke-width="1.600"/><circle cx="597" cy="237" r="9.500" stroke-width="1.400"/><circle cx="597" cy="237" r="4" stroke-width="1.400"/></g></g>`
  }
  const sheen = (L > 0.85 ? 0.3 : 0.16) + 0.34 * Math.pow(1 - Math.min(1, L * 1.25), 2.2)
  t = t
    .replace(/<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace('<!--behind-->', behind)
    .replace('<!--label-->', label)
    .replace('<!--print-->', print)
    .replace('<!--front-->', front)
    .replace(/var\(--garment, #[0-9a-f]+\)/, C)
    .replace(/var\(--sheen, [.\d]+\)/, sheen.toFixed(2))
    .replace(/<!--[^>]*-->/g, '')
  const zoom = { tee: 1.04, longsleeve: 1.06, hoodie: 1.0, tank: 1.16, tote: 1.1 }[garment],
    cy = { tee: 762, longsleeve: 700, hoodie: 720, tank: 700, tote: 752 }[garment]
  const vy = { tank: 770, longsleeve: 742 }[garment] ?? 750
  const det = view === 'detail'
  const knit = det
    ? `<g clip-path="url(#${garment}-cut)" style="mix-blend-mode:multiply" opacity=".2"><rect width="1200" height="1500" filter="url(#df-knit)"/></g>`
    : ''
  if (det) t += knit
  const body = `<g transform="translate(600 ${vy}) scale(${zoom}) translate(-600 ${-cy})">${t}</g>`
  const box =
    view === 'detail'
      ? (() => {
          const w = Math.min(680, Math.max(400, mw * k * zoom * 1.06, mh * k * zoom * 0.88)),
            h = w * 1.25,
            cx = 600 + dx * zoom,
            cyy = vy + (top + dy + mh * k * 0.5 - cy) * zoom
          return `${num(cx - w / 2)} ${num(cyy - h * 0.52)} ${num(w)} ${num(h)}`
        })()
      : view === 'collar'
        ? garment === 'tote'
          ? '330 230 560 700'
          : '340 150 520 650'
        : wide
          ? wideBox[garment]
          : '0 0 1200 1500'
  const turn = det ? `rotate(${seed % 2 ? -6 : 5} 600 ${num(vy + (top + mh * k * 0.5 - cy) * zoom)})` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${scenery}${gobo}<g transform="${turn}">${body}</g><g opacity="${dark ? 0.12 : 0.07}" style="mix-blend-mode:multiply" fill="#1a2a22"${spread}>${shadow}</g>${view === 'front' || view === 'wide' ? grain : ''}</svg>`
}
/** Draws the SVG at the given width. A margin is drawn around it and cut away, so that blurred shadows do not fade at the edges. */
export async function rasterize(svg, width) {
  const [x, y, w, h] = svg
    .match(/viewBox="([^"]+)"/)[1]
    .split(' ')
    .map(Number)
  const height = Math.round((width * h) / w)
  const left = Math.round(width * 0.05)
  const top = Math.round(height * 0.05)
  const frame = `viewBox="${x - (w * left) / width} ${y - (h * top) / height} ${w * (1 + (2 * left) / width)} ${h * (1 + (2 * top) / height)}" width="${width + 2 * left}" height="${height + 2 * top}"`
  const { data, info } = await sharp(Buffer.from(svg.replace(/viewBox="[^"]+"/, frame)), { unlimited: true })
    .flatten({ background: '#fff' })
    .extract({ left, top, width, height })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
}
