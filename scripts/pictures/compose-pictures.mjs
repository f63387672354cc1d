// Composes the catalog's pictures from art/ and writes them in fixed sizes to src/seed/catalog/pictures.
//   node scripts/pictures/compose-pictures.mjs                    what is missing
//   node scripts/pictures/compose-pictures.mjs --only=one-day     only products whose slug contains the text
//   node scripts/pictures/compose-pictures.mjs --force            everything again
// The recipes are in art/products.json. What the pictures are called and how large they are is written to src/seed/catalog/pictures.json.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { composeSvg, rasterize } from '../../art/compose.mjs'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const catalog = path.join(root, 'src/seed/catalog')
const folder = path.join(catalog, 'pictures')
const listFile = path.join(catalog, 'pictures.json')

const widths = {
  front: [320, 640, 960, 1280],
  detail: [320, 640, 960],
  collar: [320, 640, 960],
  art: [320, 640, 960],
}
const quality = {
  front: { avif: 60, webp: 80 },
  detail: { avif: 50, webp: 70 },
  collar: { avif: 50, webp: 70 },
  art: { avif: 58, webp: 78 },
}

const pose = {
  tee: 'laid flat',
  longsleeve: 'on a hanger',
  hoodie: 'laid flat',
  tank: 'on a hanger',
  tote: 'hanging from a peg',
}
const shows = {
  'after-the-fire': 'three stems of fireweed',
  'every-phase': 'the phases of the moon over two fern fronds',
  'first-light': 'the sun rising behind mountains',
  'high-ridge': 'pines on a ridge under a round sun',
  homing: 'a swallow carrying a sprig',
  'one-day': 'the words one day at a time around a small sun',
  serenity: 'a river in a valley and the word serenity',
  'stone-by-stone': 'seven balanced stones before a low sun',
  'this-too-moves': 'a breaking wave and a small sun',
  'through-the-mud': 'a lotus with its roots',
  'toward-light': 'a luna moth under a crescent moon',
  'travel-light': 'a feather and four birds',
  'true-enough': 'a compass rose with four sprigs',
  unfurl: 'three unfurling ferns',
}
const alt = {
  front: (product, color) =>
    `${product.name} in ${color}, ${pose[product.garment]}, printed with ${shows[product.motif]}`,
  detail: (product, color) =>
    `Close view of the print on the ${product.name} in ${color}: ${shows[product.motif]}`,
  collar: (product, color) => `Collar and label of the ${product.name} in ${color}`,
  art: (product) => `The artwork of the ${product.name}, printed on paper: ${shows[product.motif]}`,
}

/** Every picture a product needs, the main one first. */
function picturesOf(product) {
  const [main] = product.variants
  return product.variants.flatMap((variant) => {
    const views = [
      'front',
      'detail',
      ...(variant === main && product.collar ? ['collar'] : []),
      ...(variant === main ? ['art'] : []),
    ]
    return views.map((view) => ({
      name: `${product.slug}-${variant.color}${view === 'front' ? '' : `-${view}`}`,
      alt: alt[view](product, variant.color),
      view,
      preview: variant === main && view === 'front',
      recipe: {
        garment: product.garment,
        motif: product.motif,
        seed: product.seed,
        color: variant.color,
        ground: variant.ground,
        inks: view === 'art' ? product.artInks : variant.inks,
        view,
      },
    }))
  })
}

const fileOf = (name, width, format) => path.join(folder, `${name}-${width}.${format}`)
const filesOf = ({ name, view, preview }) => [
  ...widths[view].flatMap((width) => [fileOf(name, width, 'avif'), fileOf(name, width, 'webp')]),
  ...(preview ? [path.join(folder, `${name}-og.jpg`)] : []),
]

const hex = (channels) =>
  `#${channels.map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0')).join('')}`

/** Draws one picture, writes its files, and returns its entry for the list. */
async function compose({ name, alt: text, view, preview, recipe }) {
  const largest = widths[view].at(-1)
  const picture = await rasterize(composeSvg(recipe), largest)
  for (const width of widths[view]) {
    const sized = picture.clone().resize({ width })
    await sized
      .clone()
      .avif({ quality: quality[view].avif, effort: 4 })
      .toFile(fileOf(name, width, 'avif'))
    await sized
      .clone()
      .webp({ quality: quality[view].webp, effort: 5, smartSubsample: true })
      .toFile(fileOf(name, width, 'webp'))
  }
  if (preview) {
    const wide = await rasterize(composeSvg({ ...recipe, view: 'wide' }), 1200)
    await wide.jpeg({ quality: 80, mozjpeg: true }).toFile(path.join(folder, `${name}-og.jpg`))
  }
  const { channels } = await picture.stats()
  return {
    width: largest,
    height: (largest * 5) / 4,
    color: hex(channels),
    widths: widths[view],
    alt: text,
  }
}

const force = process.argv.includes('--force')
const only =
  process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? ''

fs.mkdirSync(folder, { recursive: true })
const products = JSON.parse(fs.readFileSync(path.join(root, 'art/products.json'), 'utf8'))
const pictures = products.flatMap((product) =>
  picturesOf(product).map((picture) => ({ ...picture, slug: product.slug })),
)
const list = fs.existsSync(listFile) ? JSON.parse(fs.readFileSync(listFile, 'utf8')) : {}

const missing = pictures.filter(
  (picture) =>
    picture.slug.includes(only) &&
    (force || !list[picture.name] || !filesOf(picture).every((file) => fs.existsSync(file))),
)

async function work() {
  for (let picture = missing.shift(); picture; picture = missing.shift()) {
    list[picture.name] = await compose(picture)
    const kilobytes = filesOf(picture).reduce((sum, file) => sum + fs.statSync(file).size, 0) / 1024
    console.log(`${picture.name}: ${kilobytes.toFixed(0)} kB`)
    // in the order of the recipes; written after each picture, so that an interrupted run can be continued
    const ordered = Object.fromEntries(
      pictures.filter(({ name }) => list[name]).map(({ name }) => [name, list[name]]),
    )
    fs.writeFileSync(listFile, `${JSON.stringify(ordered, null, 2)}\n`)
  }
}
// two at a time: one is drawn while the other is encoded
await Promise.all([work(), work()])
