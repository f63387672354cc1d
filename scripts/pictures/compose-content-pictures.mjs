// Makes the demo content's pictures from the art: places as they are, motifs as a print on a plain background.
// node scripts/pictures/compose-content-pictures.mjs -> src/seed/content/pictures and pictures.json
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import sharp from 'sharp'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const target = path.join(root, 'src/seed/content/pictures')
const widths = [320, 640, 960, 1280]
const size = { width: 1280, height: 800 }

const places = {
  hero: 'A valley at first light: mountains, pines, and a pale river',
  grove: 'Tall trees with ferns at their feet and a low sun between the trunks',
  stillwater: 'A still lake between dark pines',
  meadow: 'A meadow under a wide morning sky',
}
/** ground, inks */
const motifs = {
  'after-the-fire': ['#e9d3cc', ['#1e3a2f', '#b4587a'], 'Fireweed, cut as a relief print'],
  'every-phase': [
    '#d3dcdc',
    ['#4a4468', '#1e3a2f'],
    'The moon in its phases, cut as a relief print',
  ],
  'first-light': [
    '#efdcc0',
    ['#1e3a2f', '#d9902a'],
    'The sun coming up behind a mountain, cut as a relief print',
  ],
  'high-ridge': ['#d9dfca', ['#1e3a2f', '#b5613c'], 'Pines on a ridge, cut as a relief print'],
  homing: ['#c9d8de', ['#1e3a2f', '#b5613c'], 'A swallow in flight, cut as a relief print'],
  'one-day': ['#efdcc0', ['#1e3a2f', '#d9902a'], 'The words One Day at a Time around a half sun'],
  'stone-by-stone': [
    '#dedbd0',
    ['#1e3a2f', '#b5613c'],
    'A cairn of balanced stones, cut as a relief print',
  ],
  'this-too-moves': [
    '#c9d8de',
    ['#3e6f86', '#d9902a'],
    'A wave about to turn, cut as a relief print',
  ],
  'through-the-mud': [
    '#d3dcdc',
    ['#b4587a', '#d98c9f', '#1e3a2f'],
    'A lotus above water, cut as a relief print',
  ],
  'toward-light': [
    '#30453a',
    ['#a9c7a4', '#f1eedf'],
    'A moth under the moon, cut as a relief print',
  ],
  'travel-light': ['#dedbd0', ['#1e3a2f', '#b5613c'], 'A feather, cut as a relief print'],
  'true-enough': ['#d9dfca', ['#1e3a2f', '#b5613c'], 'A compass, cut as a relief print'],
  unfurl: ['#d9e2c9', ['#1e3a2f', '#d9902a'], 'A fern unfurling, cut as a relief print'],
}

const drawPlace = (name) =>
  sharp(path.join(root, `public/brand/${name}-day-1440.webp`))
    .resize({ ...size, fit: 'cover', position: 'bottom' })
    .png()
    .toBuffer()

const drawMotif = async (name, ground, inks) => {
  const svg = readFileSync(path.join(root, `art/motifs/${name}.svg`), 'utf8').replace(
    /var\(--ink-(\d), #[0-9A-Fa-f]+\)/g,
    (_, layer) => inks[layer - 1] ?? inks[0],
  )
  const print = await sharp(Buffer.from(svg), { density: 144 })
    .resize({ width: 900, height: 600, fit: 'inside' })
    .png()
    .toBuffer()
  return sharp({ create: { ...size, channels: 3, background: ground } })
    .composite([{ input: print, gravity: 'center' }])
    .png()
    .toBuffer()
}

const manifest = {}
const save = async (name, alt, drawn) => {
  for (const width of widths) {
    const sized = sharp(drawn).resize({ width })
    await sized
      .clone()
      .avif({ quality: 55, effort: 4 })
      .toFile(path.join(target, `${name}-${width}.avif`))
    await sized
      .clone()
      .webp({ quality: 76 })
      .toFile(path.join(target, `${name}-${width}.webp`))
  }
  const { channels } = await sharp(drawn).removeAlpha().stats()
  const color = `#${channels
    .slice(0, 3)
    .map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'))
    .join('')}`
  manifest[name] = { ...size, color, widths, alt }
}

mkdirSync(target, { recursive: true })
for (const [name, alt] of Object.entries(places)) await save(name, alt, await drawPlace(name))
for (const [name, [ground, inks, alt]] of Object.entries(motifs))
  await save(`emblem-${name}`, alt, await drawMotif(name, ground, inks))
writeFileSync(
  path.join(root, 'src/seed/content/pictures.json'),
  `${JSON.stringify(manifest, null, 2)}\n`,
)
