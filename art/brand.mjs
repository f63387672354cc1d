// node art/brand.mjs -> public/brand: logo files, emblems and illustrations in the sizes the storefront uses.
//   --only=emblems | illustrations | logo | mail | preview   one part
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { grove, meadow, stillwater } from './illustration/places.mjs'
import { landscape } from './illustration/scenes.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const brand = path.join(here, '../public/brand')
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const wants = (part) => only === undefined || only === part

fs.mkdirSync(path.join(brand, 'emblems'), { recursive: true })

// the motifs alone on nothing: fir for light grounds, bone for dark ones
const tones = { fir: ['#1e3a2f', '#d9902a', '#1e3a2f'], bone: ['#f1eedf', '#eab95a', '#f1eedf'] }
const own = {
  'through-the-mud': { fir: ['#b4587a', '#d98c9f', '#1e3a2f'], bone: ['#d98c9f', '#f0c3cc', '#f1eedf'] },
  'after-the-fire': { fir: ['#1e3a2f', '#b4587a'], bone: ['#f1eedf', '#d98ba6'] },
  'every-phase': { fir: ['#4f7d58', '#1e3a2f'], bone: ['#a9c7a4', '#f1eedf'] },
  'toward-light': { fir: ['#4f7d58', '#1e3a2f'], bone: ['#a9c7a4', '#f1eedf'] },
  'this-too-moves': { fir: ['#3e6f86', '#d9902a'], bone: ['#b9d3dc', '#eab95a'] },
}

async function emblems() {
  const motifs = fs.readdirSync(path.join(here, 'motifs')).map((file) => path.basename(file, '.svg'))
  for (const motif of motifs) {
    const source = fs.readFileSync(path.join(here, `motifs/${motif}.svg`), 'utf8')
    for (const tone of Object.keys(tones)) {
      const inks = own[motif]?.[tone] ?? tones[tone]
      const svg = source.replace(/var\(--ink-(\d), #[0-9A-Fa-f]+\)/g, (_, layer) => inks[layer - 1] ?? inks[0])
      await sharp(Buffer.from(svg), { density: 96 })
        .resize({ width: 400, height: 400, fit: 'inside' })
        .webp({ quality: 72, alphaQuality: 80, effort: 6 })
        .toFile(path.join(brand, `emblems/${motif}-${tone}.webp`))
    }
  }
}

const illustrations = {
  hero: { draw: (theme) => landscape(theme), widths: [960, 1440, 1920], avif: 68, webp: 82 },
  'hero-tall': { draw: (theme) => landscape(theme, { W: 1080, H: 2080, tall: true }), widths: [640, 960], avif: 68, webp: 82 },
  grove: { draw: (theme) => grove(theme), widths: [640, 960, 1440], avif: 62, webp: 78 },
  stillwater: { draw: (theme) => stillwater(theme), widths: [640, 960, 1440], avif: 62, webp: 78 },
  meadow: { draw: (theme) => meadow(theme), widths: [640, 960, 1440], avif: 62, webp: 78 },
}

async function places() {
  for (const [name, { draw, widths, avif, webp }] of Object.entries(illustrations)) {
    for (const theme of ['day', 'dusk']) {
      const drawn = await sharp(Buffer.from(draw(theme)), { unlimited: true, density: 72 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      for (const width of widths) {
        const sized = sharp(drawn.data, { raw: drawn.info }).resize({ width })
        const file = path.join(brand, `${name}-${theme}-${width}`)
        await sized.clone().avif({ quality: avif, effort: 5 }).toFile(`${file}.avif`)
        await sized.clone().webp({ quality: webp, effort: 6, smartSubsample: true }).toFile(`${file}.webp`)
      }
    }
  }
}

/** The strip on top of mails, 600 x 188 at twice the size. */
async function mailStrip() {
  await sharp(Buffer.from(meadow('day')), { unlimited: true, density: 72 })
    .resize({ width: 1200 })
    .extract({ left: 0, top: 140, width: 1200, height: 376 })
    .flatten()
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(path.join(brand, 'mail-meadow.jpg'))
}

/** What pages without a picture of their own are shared with: the valley, and the name on its sky. */
async function linkPreview() {
  const name = await sharp(path.join(here, 'logo/wordmark-day.svg'), { density: 96 }).resize({ width: 520 }).png().toBuffer()
  const { height } = await sharp(name).metadata()
  await sharp(path.join(brand, 'hero-day-1440.webp'))
    .resize({ width: 1200, height: 630, fit: 'cover', position: 'bottom' })
    .composite([{ input: name, left: 80, top: 150 - Math.round(height / 2) }])
    .flatten()
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(path.join(brand, 'og.jpg'))
}

/** The icon with room around it, for systems that cut it to a shape of their own. */
async function maskableIcon() {
  const inner = await sharp(path.join(here, 'logo/icon-512.png')).resize(400).png().toBuffer()
  await sharp({ create: { width: 512, height: 512, channels: 3, background: '#1e3a2f' } }).composite([{ input: inner }])
    .png({ palette: true }).toFile(path.join(brand, 'icon-maskable-512.png'))
}

function logo() {
  for (const file of fs.readdirSync(path.join(here, 'logo'))) fs.copyFileSync(path.join(here, 'logo', file), path.join(brand, file))
  fs.copyFileSync(path.join(here, 'textures/paper.png'), path.join(brand, 'paper.png'))
}

if (wants('logo')) {
  logo()
  await maskableIcon()
}
if (wants('mail')) await mailStrip()
if (wants('emblems')) await emblems()
if (wants('illustrations')) await places()
if (wants('preview')) await linkPreview()
