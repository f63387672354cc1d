import { garmentSizeGuides } from '@/modules/catalog/rules/size-guide'

import type { SeedCategorySlug } from './categories'

/** One color of a product and the pictures that show it. */
type SeedVariantColor = {
  /** As the shopper reads it ('Charcoal'). In lower case it is also the key of the cloth color in `art/colors.json`. */
  color: string
  /** Names in `pictures.json`, the front first. Files are `pictures/<name>-<width>.avif` and `.webp`. */
  pictures: readonly string[]
}

/** One row of a size table; body measurements in inches. */
type SeedSizeGuideRow = { size: string; chest: string; length: string }

/** One product of the demo catalog. */
export type SeedProduct = {
  slug: string
  name: string
  category: SeedCategorySlug
  description: string
  /** Dollars. */
  basePrice: number
  /** Dollars, always below `basePrice`; only while the product is on sale. */
  salePrice?: number
  tags: readonly string[]
  /** Smallest first; empty for one-size products (totes). */
  sizes: readonly string[]
  /** The first color is the one the listing shows. */
  colors: readonly SeedVariantColor[]
  /** Name of the picture that shows the artwork alone, as a print on paper. */
  artwork: string
  /** The first sentence works as a quotation. */
  designInspiration: string
  careInstructions: string
  featured?: true
  /** `false`: in the catalog, but not for sale. */
  active?: false
  /** Variants that are sold out. A row with only a size or only a color means every variant of it. */
  unavailable?: readonly { size?: string; color?: string }[]
  /** Only where it differs from the shop's default table, which is the one for tees. */
  sizeGuide?: readonly SeedSizeGuideRow[]
  seoDescription: string
  /** How long ago it was added, in days; the newest come first in the listing. */
  ageInDays: number
  /** What the printer charges for one item, in dollars; the rest of the price is the margin. */
  printCostDollars: number
}

const usualSizes = ['XS', 'S', 'M', 'L', 'XL'] as const
const hoodieSizes = ['S', 'M', 'L', 'XL', '2XL'] as const

const chartFor = (
  guide: readonly SeedSizeGuideRow[],
  sizes: readonly string[],
): readonly SeedSizeGuideRow[] => guide.filter(({ size }) => sizes.includes(size))
const hoodieSizeGuide = chartFor(garmentSizeGuides.hoodie, hoodieSizes)
const tankSizeGuide = chartFor(garmentSizeGuides.tank, usualSizes)

const shirtCare =
  'Machine wash cold, inside out, with like colors. Tumble dry low or hang to dry. If it needs ironing, iron around the print.'
const tankCare =
  'Machine wash cold, inside out, on a gentle cycle. Hang to dry in the shade. If it needs ironing, iron around the print.'
const hoodieCare =
  'Machine wash cold, inside out, with like colors. Hang to dry if you can; tumble dry low if you cannot. Do not iron the print.'
const toteCare =
  'Wash by hand in cool water and hang to dry. Expect it to shrink a little the first time. Do not tumble dry.'

/**
 * The demo catalog, by category. The main picture of a product is `colors[0].pictures[0]`; its picture for link previews is
 * `pictures/<that name>-og.jpg` (1200 x 630).
 */
export const seedProducts: readonly SeedProduct[] = [
  {
    slug: 'one-day-tee',
    name: 'One Day at a Time Tee',
    category: 'recovery',
    description:
      'Four plain words, cut like a block print, with a small sun coming up between them. A cotton tee with an easy, straight fit. Printed after you order, so it takes a few days longer and nothing is made that nobody asked for.',
    basePrice: 32,
    tags: ['recovery', 'sober', 'one day at a time', 'lettering'],
    sizes: usualSizes,
    colors: [
      {
        color: 'Charcoal',
        pictures: [
          'one-day-tee-charcoal',
          'one-day-tee-charcoal-detail',
          'one-day-tee-charcoal-collar',
        ],
      },
      { color: 'Bone', pictures: ['one-day-tee-bone', 'one-day-tee-bone-detail'] },
      { color: 'Pine', pictures: ['one-day-tee-pine', 'one-day-tee-pine-detail'] },
    ],
    artwork: 'one-day-tee-charcoal-art',
    designInspiration:
      'One is enough. The sun sits in the middle of the line because the middle of the day is usually where the line matters. We left the edges of the letters uneven, the way a knife leaves them.',
    careInstructions: shirtCare,
    featured: true,
    seoDescription:
      'A cotton tee with the words One Day at a Time, cut like a block print around a small rising sun. Printed after you order.',
    ageInDays: 128,
    printCostDollars: 13.25,
  },
  {
    slug: 'every-phase-hoodie',
    name: 'Every Phase Hoodie',
    category: 'recovery',
    description:
      'The moon in all its phases over two fern fronds, printed across the chest. The hood is roomy and the front pocket holds two cold hands. Good on porches, after dark.',
    basePrice: 58,
    tags: ['recovery', 'moon', 'patience', 'spiritual'],
    sizes: hoodieSizes,
    colors: [
      { color: 'Dusk', pictures: ['every-phase-hoodie-dusk', 'every-phase-hoodie-dusk-detail'] },
      { color: 'Black', pictures: ['every-phase-hoodie-black', 'every-phase-hoodie-black-detail'] },
    ],
    artwork: 'every-phase-hoodie-dusk-art',
    designInspiration:
      'The moon is whole on the nights it looks thin. We drew every phase with the same care, because none of them is the lesser one. The ferns below do their growing in the dark too.',
    careInstructions: hoodieCare,
    featured: true,
    unavailable: [{ size: '2XL', color: 'Dusk' }],
    sizeGuide: hoodieSizeGuide,
    seoDescription:
      'A hoodie with the phases of the moon above two fern fronds. Roomy hood, front pocket, printed after you order.',
    ageInDays: 392,
    printCostDollars: 27.9,
  },
  {
    slug: 'after-the-fire-tote',
    name: 'After the Fire Tote',
    category: 'recovery',
    description:
      'Three stems of fireweed on a cotton tote, tall enough to notice. It carries a library haul, a loaf and a pair of shoes without complaint. The handles fit over a winter coat.',
    basePrice: 24,
    tags: ['recovery', 'wildflower', 'renewal', 'nature'],
    sizes: [],
    colors: [
      {
        color: 'White',
        pictures: ['after-the-fire-tote-white', 'after-the-fire-tote-white-detail'],
      },
      { color: 'Oat', pictures: ['after-the-fire-tote-oat', 'after-the-fire-tote-oat-detail'] },
    ],
    artwork: 'after-the-fire-tote-white-art',
    designInspiration:
      'Fireweed is one of the first flowers to come up after a wildfire. It does not wait for the ground to look ready. We left out the fire and drew what grows.',
    careInstructions: toteCare,
    featured: true,
    seoDescription:
      'A cotton tote with three stems of fireweed, one of the first flowers to grow after a wildfire. Printed after you order.',
    ageInDays: 246,
    printCostDollars: 11.35,
  },
  {
    slug: 'stone-by-stone-tee',
    name: 'Stone by Stone Tee',
    category: 'recovery',
    description:
      'Seven stones, one on top of the other, with a low sun behind them. An everyday cotton tee with a print that softens as you wear it. It goes with whatever is on the chair.',
    basePrice: 32,
    tags: ['recovery', 'steady', 'balance', 'stones'],
    sizes: usualSizes,
    colors: [
      { color: 'Clay', pictures: ['stone-by-stone-tee-clay', 'stone-by-stone-tee-clay-detail'] },
      { color: 'Gray', pictures: ['stone-by-stone-tee-gray', 'stone-by-stone-tee-gray-detail'] },
      {
        color: 'Charcoal',
        pictures: ['stone-by-stone-tee-charcoal', 'stone-by-stone-tee-charcoal-detail'],
      },
    ],
    artwork: 'stone-by-stone-tee-clay-art',
    designInspiration:
      'Nobody builds a cairn in one go. Each stone is picked up, turned over and tried, and that’s where most of the time goes. Seven felt like the right number: one for each day of an ordinary week.',
    careInstructions: shirtCare,
    featured: true,
    unavailable: [{ size: 'XS', color: 'Gray' }],
    seoDescription:
      'A cotton tee with seven balanced stones and a low sun, in the style of a block print. Printed after you order.',
    ageInDays: 214,
    printCostDollars: 13.25,
  },
  {
    slug: 'after-the-fire-tee',
    name: 'After the Fire Tee',
    category: 'recovery',
    description:
      'Fireweed in two colors, running from the collar down to the ribs. The leaves are cut fine, so look closely. A regular cotton tee, true to size.',
    basePrice: 32,
    tags: ['recovery', 'wildflower', 'renewal', 'nature'],
    sizes: usualSizes,
    colors: [
      { color: 'Bone', pictures: ['after-the-fire-tee-bone', 'after-the-fire-tee-bone-detail'] },
      {
        color: 'Charcoal',
        pictures: ['after-the-fire-tee-charcoal', 'after-the-fire-tee-charcoal-detail'],
      },
    ],
    artwork: 'after-the-fire-tee-bone-art',
    designInspiration:
      'What comes up first is rarely what was there before. Fireweed seeds travel a long way on the wind and settle where there is light. A year later the hillside is pink.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton tee with fireweed in bloom, the flower that comes up after a wildfire. Two colors of ink, printed after you order.',
    ageInDays: 110,
    printCostDollars: 13.25,
  },
  {
    slug: 'this-too-moves-tank',
    name: 'This Too Moves Tank',
    category: 'sobriety',
    description:
      'A wave on its way up and, by the look of it, on its way past. A light cotton tank with a print the size of a saucer. Made for warm days and long ones.',
    basePrice: 28,
    salePrice: 23,
    tags: ['sober', 'wave', 'ocean', 'recovery'],
    sizes: usualSizes,
    colors: [
      { color: 'Oat', pictures: ['this-too-moves-tank-oat', 'this-too-moves-tank-oat-detail'] },
      {
        color: 'White',
        pictures: ['this-too-moves-tank-white', 'this-too-moves-tank-white-detail'],
      },
    ],
    artwork: 'this-too-moves-tank-oat-art',
    designInspiration:
      'A wave rises, tops out and passes, and it does that every time. You do not have to stop it; you only have to be there afterward. The spray in the print falls on the far side.',
    careInstructions: tankCare,
    unavailable: [{ size: 'XL', color: 'White' }],
    sizeGuide: tankSizeGuide,
    seoDescription:
      'A light cotton tank with a breaking wave and a small sun, drawn as a block print. Printed after you order.',
    ageInDays: 268,
    printCostDollars: 13.6,
  },
  {
    slug: 'one-day-long-sleeve',
    name: 'One Day Long Sleeve',
    category: 'sobriety',
    description:
      'The same four words as the tee, with sleeves for the cooler half of the year. The lettering is large and the colors are quiet. Cotton, with cuffs that stay where you push them.',
    basePrice: 38,
    tags: ['sober', 'one day at a time', 'lettering', 'recovery'],
    sizes: usualSizes,
    colors: [
      { color: 'Rose', pictures: ['one-day-long-sleeve-rose', 'one-day-long-sleeve-rose-detail'] },
      { color: 'Dusk', pictures: ['one-day-long-sleeve-dusk', 'one-day-long-sleeve-dusk-detail'] },
    ],
    artwork: 'one-day-long-sleeve-rose-art',
    designInspiration:
      'It is a small sentence and it holds up. We set it in heavy letters with uneven edges so that it reads as something carved, not something announced. The sprigs above and below are only there to keep it company.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton long sleeve with One Day at a Time in carved letters between two sprigs. Printed after you order.',
    ageInDays: 305,
    printCostDollars: 18.4,
  },
  {
    slug: 'one-day-hoodie',
    name: 'One Day Hoodie',
    category: 'sobriety',
    description:
      'One Day at a Time above the front pocket, small enough to keep to yourself. A mid-weight hoodie with a proper hood. It is the one that gets borrowed.',
    basePrice: 60,
    tags: ['sober', 'one day at a time', 'lettering'],
    sizes: hoodieSizes,
    colors: [
      { color: 'Black', pictures: ['one-day-hoodie-black', 'one-day-hoodie-black-detail'] },
      { color: 'Oat', pictures: ['one-day-hoodie-oat', 'one-day-hoodie-oat-detail'] },
    ],
    artwork: 'one-day-hoodie-black-art',
    designInspiration:
      'Tomorrow can have its own sweatshirt. This one was drawn for the day it is worn on, whichever day that turns out to be. The sun between the words is halfway up.',
    careInstructions: hoodieCare,
    sizeGuide: hoodieSizeGuide,
    seoDescription:
      'A hoodie with One Day at a Time printed above the front pocket, in block-print letters. Printed after you order.',
    ageInDays: 46,
    printCostDollars: 27.9,
  },
  {
    slug: 'this-too-moves-tee',
    name: 'This Too Moves Tee',
    category: 'sobriety',
    description:
      'A round print of a wave and a low sun, set high on the chest. The lines in the water are drawn like cuts in a block. Cotton, regular fit, good under a jacket.',
    basePrice: 32,
    tags: ['sober', 'sobriety', 'wave', 'ocean'],
    sizes: usualSizes,
    colors: [
      {
        color: 'Charcoal',
        pictures: ['this-too-moves-tee-charcoal', 'this-too-moves-tee-charcoal-detail'],
      },
      { color: 'Bone', pictures: ['this-too-moves-tee-bone', 'this-too-moves-tee-bone-detail'] },
    ],
    artwork: 'this-too-moves-tee-charcoal-art',
    designInspiration:
      'Nothing in the sea stays where it is. Not the swell, not the weather, not the bad hour in the middle of the afternoon. We drew the moment just before it turns.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton tee with a round block print of a wave and a low sun. Regular fit, printed after you order.',
    ageInDays: 78,
    printCostDollars: 13.25,
  },
  {
    slug: 'serenity-tee',
    name: 'Serenity Tee',
    category: 'sobriety',
    description:
      'A river finding its way down a valley, in a frame like a stamp, with one word under it. A cotton tee with a large print. Regular fit.',
    basePrice: 32,
    tags: ['sobriety', 'serenity', 'river', 'sober'],
    sizes: usualSizes,
    colors: [
      { color: 'River', pictures: ['serenity-tee-river', 'serenity-tee-river-detail'] },
      { color: 'Bone', pictures: ['serenity-tee-bone', 'serenity-tee-bone-detail'] },
    ],
    artwork: 'serenity-tee-river-art',
    designInspiration:
      'The river does not argue with the valley. It takes the next low place, and the one after that. The word underneath is small because the picture says most of it.',
    careInstructions: shirtCare,
    active: false,
    seoDescription:
      'A cotton tee with a river, a valley and the word Serenity, framed like a stamp. Printed after you order.',
    ageInDays: 430,
    printCostDollars: 13.25,
  },
  {
    slug: 'unfurl-tee',
    name: 'Unfurl Tee',
    category: 'nature',
    description:
      'Three young ferns, each at a different point of opening. Half of our name comes from here. A cotton tee with a regular fit.',
    basePrice: 32,
    tags: ['nature', 'fern', 'growth', 'recovery'],
    sizes: usualSizes,
    colors: [
      {
        color: 'Bone',
        pictures: ['unfurl-tee-bone', 'unfurl-tee-bone-detail', 'unfurl-tee-bone-collar'],
      },
      { color: 'Fern', pictures: ['unfurl-tee-fern', 'unfurl-tee-fern-detail'] },
      { color: 'Black', pictures: ['unfurl-tee-black', 'unfurl-tee-black-detail'] },
    ],
    artwork: 'unfurl-tee-bone-art',
    designInspiration:
      'A fern opens from the inside, a little each day. There is no hurrying it and no need to. The three fronds are the same plant in three different weeks.',
    careInstructions: shirtCare,
    featured: true,
    seoDescription:
      'A cotton tee with three fern fronds unfurling, cut like a block print. Regular fit, printed after you order.',
    ageInDays: 361,
    printCostDollars: 13.25,
  },
  {
    slug: 'first-light-long-sleeve',
    name: 'First Light Long Sleeve',
    category: 'nature',
    description:
      'Sun over a ridge, with twenty-four rays if you care to count. A cotton long sleeve for early walks and late breakfasts. The print sits wide across the chest.',
    basePrice: 38,
    tags: ['nature', 'sunrise', 'mountain', 'morning'],
    sizes: usualSizes,
    colors: [
      {
        color: 'Pine',
        pictures: ['first-light-long-sleeve-pine', 'first-light-long-sleeve-pine-detail'],
      },
      {
        color: 'Bone',
        pictures: ['first-light-long-sleeve-bone', 'first-light-long-sleeve-bone-detail'],
      },
    ],
    artwork: 'first-light-long-sleeve-pine-art',
    designInspiration:
      'It gets light before the sun is up. There are twenty-four rays in the print, one for every hour of a day, and the mountains take up about half of them. The lake at the bottom has already noticed.',
    careInstructions: shirtCare,
    featured: true,
    seoDescription:
      'A cotton long sleeve with a sunrise over mountains, twenty-four rays in all. Printed after you order.',
    ageInDays: 377,
    printCostDollars: 18.4,
  },
  {
    slug: 'high-ridge-hoodie',
    name: 'High Ridge Hoodie',
    category: 'nature',
    description:
      'A stand of pines on a ridge under a low sun, with a few birds going home. A mid-weight hoodie with a front pocket. Warm enough for the second half of a hike.',
    basePrice: 58,
    tags: ['nature', 'pine', 'forest', 'trail'],
    sizes: hoodieSizes,
    colors: [
      { color: 'Oat', pictures: ['high-ridge-hoodie-oat', 'high-ridge-hoodie-oat-detail'] },
      { color: 'Pine', pictures: ['high-ridge-hoodie-pine', 'high-ridge-hoodie-pine-detail'] },
    ],
    artwork: 'high-ridge-hoodie-oat-art',
    designInspiration:
      'The trees at the top are shorter, and they have the better view. Wind keeps them low and they grow anyway, a ring at a time. Each trunk in the print is a single stroke.',
    careInstructions: hoodieCare,
    unavailable: [{ size: 'S', color: 'Oat' }],
    sizeGuide: hoodieSizeGuide,
    seoDescription:
      'A hoodie with pines on a ridge under a low sun, drawn as a block print. Front pocket, printed after you order.',
    ageInDays: 200,
    printCostDollars: 27.9,
  },
  {
    slug: 'travel-light-tee',
    name: 'Travel Light Tee',
    category: 'nature',
    description:
      'One long feather and four birds a good way off. The feather runs the whole height of the print and every barb is there. A cotton tee, regular fit.',
    basePrice: 32,
    tags: ['nature', 'feather', 'birds', 'letting go'],
    sizes: usualSizes,
    colors: [
      { color: 'River', pictures: ['travel-light-tee-river', 'travel-light-tee-river-detail'] },
      { color: 'White', pictures: ['travel-light-tee-white', 'travel-light-tee-white-detail'] },
    ],
    artwork: 'travel-light-tee-river-art',
    designInspiration:
      'Birds let their old feathers go a few at a time. That way they can keep flying while the new ones grow in. It seems like a sensible way to go about it.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton tee with a long feather and four distant birds, cut like a block print. Printed after you order.',
    ageInDays: 318,
    printCostDollars: 13.25,
  },
  {
    slug: 'homing-tee',
    name: 'Homing Tee',
    category: 'nature',
    description:
      'A swallow banking over water with a sprig in its beak. A bright tee for gray mornings, and a quieter one for bright ones. Cotton, regular fit.',
    basePrice: 32,
    tags: ['nature', 'swallow', 'return', 'bird'],
    sizes: usualSizes,
    colors: [
      { color: 'Marigold', pictures: ['homing-tee-marigold', 'homing-tee-marigold-detail'] },
      { color: 'Bone', pictures: ['homing-tee-bone', 'homing-tee-bone-detail'] },
    ],
    artwork: 'homing-tee-marigold-art',
    designInspiration:
      'Swallows come back to the same barn. They cross half a continent, find the beam they left, and mend the nest with what they carry. The sprig is for the mending.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton tee with a swallow carrying a sprig over water, in two colors of ink. Printed after you order.',
    ageInDays: 345,
    printCostDollars: 13.25,
  },
  {
    slug: 'unfurl-hoodie',
    name: 'Unfurl Hoodie',
    category: 'nature',
    description:
      'Our ferns again, growing up from the front pocket. A mid-weight hoodie with a roomy hood and ribbed cuffs. It likes being outdoors.',
    basePrice: 58,
    tags: ['nature', 'fern', 'growth'],
    sizes: hoodieSizes,
    colors: [
      { color: 'Fern', pictures: ['unfurl-hoodie-fern', 'unfurl-hoodie-fern-detail'] },
      { color: 'Charcoal', pictures: ['unfurl-hoodie-charcoal', 'unfurl-hoodie-charcoal-detail'] },
    ],
    artwork: 'unfurl-hoodie-fern-art',
    designInspiration:
      'Before it opens, a fern keeps everything it will be in one small curl. Cold days slow it and warm days help, and either way it knows what to do next. We drew it mid-turn.',
    careInstructions: hoodieCare,
    sizeGuide: hoodieSizeGuide,
    seoDescription:
      'A hoodie with three unfurling ferns above the front pocket. Mid-weight, printed after you order.',
    ageInDays: 119,
    printCostDollars: 27.9,
  },
  {
    slug: 'first-light-tee',
    name: 'First Light Tee',
    category: 'nature',
    description:
      'A wide sunrise over mountains, on a tee the color of the hour before. The print is the width of the chest and lies flat. Cotton, regular fit.',
    basePrice: 32,
    salePrice: 26,
    tags: ['nature', 'sunrise', 'mountain', 'morning'],
    sizes: usualSizes,
    colors: [
      { color: 'Dusk', pictures: ['first-light-tee-dusk', 'first-light-tee-dusk-detail'] },
      { color: 'Lichen', pictures: ['first-light-tee-lichen', 'first-light-tee-lichen-detail'] },
    ],
    artwork: 'first-light-tee-dusk-art',
    designInspiration:
      'Morning arrives on the peaks first and works its way down. By the time it reaches the valley it has had some practice. There are twenty-four rays, for the usual reason.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton tee with the sun rising behind mountains, cut like a block print. Regular fit, printed after you order.',
    ageInDays: 140,
    printCostDollars: 13.25,
  },
  {
    slug: 'toward-light-hoodie',
    name: 'Toward Light Hoodie',
    category: 'spiritual',
    description:
      'A luna moth under a thin moon, wings fully open. The lines in the wings are fine and the ink sits flat on the cloth. A mid-weight hoodie with a front pocket.',
    basePrice: 58,
    salePrice: 49,
    tags: ['spiritual', 'moth', 'moon', 'night'],
    sizes: hoodieSizes,
    colors: [
      {
        color: 'Black',
        pictures: ['toward-light-hoodie-black', 'toward-light-hoodie-black-detail'],
      },
      { color: 'Plum', pictures: ['toward-light-hoodie-plum', 'toward-light-hoodie-plum-detail'] },
    ],
    artwork: 'toward-light-hoodie-black-art',
    designInspiration:
      'A moth does its traveling at night. It does not need the whole sky lit, only something to steer by. The moon in the print is a crescent, and that is plenty.',
    careInstructions: hoodieCare,
    featured: true,
    sizeGuide: hoodieSizeGuide,
    seoDescription:
      'A hoodie with a luna moth under a crescent moon, drawn as a block print. Front pocket, printed after you order.',
    ageInDays: 282,
    printCostDollars: 27.9,
  },
  {
    slug: 'through-the-mud-tank',
    name: 'Through the Mud Tank',
    category: 'spiritual',
    description:
      'A lotus with its roots showing. A light cotton tank, cut straight, for practice, the garden or the front step. The print is centered and a hand wide.',
    basePrice: 28,
    tags: ['spiritual', 'lotus', 'meditation', 'water'],
    sizes: usualSizes,
    colors: [
      {
        color: 'Plum',
        pictures: ['through-the-mud-tank-plum', 'through-the-mud-tank-plum-detail'],
      },
      {
        color: 'Bone',
        pictures: ['through-the-mud-tank-bone', 'through-the-mud-tank-bone-detail'],
      },
    ],
    artwork: 'through-the-mud-tank-plum-art',
    designInspiration:
      'We drew the roots because they are half the story. A lotus starts in the mud at the bottom of a pond and takes its time getting to the surface. The flower is the short part.',
    careInstructions: tankCare,
    unavailable: [{ size: 'M', color: 'Plum' }],
    sizeGuide: tankSizeGuide,
    seoDescription:
      'A cotton tank with a lotus drawn roots and all. Light, straight cut, printed after you order.',
    ageInDays: 230,
    printCostDollars: 13.6,
  },
  {
    slug: 'every-phase-tee',
    name: 'Every Phase Tee',
    category: 'spiritual',
    description:
      'A large moon, its phases in an arc above it, and two ferns holding it up. Pale inks on dark cloth, easy to read across a room. Cotton, regular fit.',
    basePrice: 32,
    tags: ['spiritual', 'moon', 'patience', 'bohemian'],
    sizes: usualSizes,
    colors: [
      {
        color: 'Black',
        pictures: [
          'every-phase-tee-black',
          'every-phase-tee-black-detail',
          'every-phase-tee-black-collar',
        ],
      },
      { color: 'Dusk', pictures: ['every-phase-tee-dusk', 'every-phase-tee-dusk-detail'] },
    ],
    artwork: 'every-phase-tee-black-art',
    designInspiration:
      'Some nights there is hardly any moon, and it is still the moon. The old almanacs gave every phase a job: one for planting, one for cutting, one for leaving things alone. We like that all of them counted.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton tee with the phases of the moon over two ferns, in pale ink on dark cloth. Printed after you order.',
    ageInDays: 188,
    printCostDollars: 13.25,
  },
  {
    slug: 'toward-light-tee',
    name: 'Toward Light Tee',
    category: 'spiritual',
    description:
      'The luna moth from our hoodie, larger and with room to stretch. Two pale inks on a dark cotton tee. Regular fit, true to size.',
    basePrice: 32,
    tags: ['spiritual', 'moth', 'moon', 'nature'],
    sizes: usualSizes,
    colors: [
      { color: 'Pine', pictures: ['toward-light-tee-pine', 'toward-light-tee-pine-detail'] },
      {
        color: 'Charcoal',
        pictures: ['toward-light-tee-charcoal', 'toward-light-tee-charcoal-detail'],
      },
    ],
    artwork: 'toward-light-tee-pine-art',
    designInspiration:
      'A luna moth spends most of its life getting ready and about a week being a moth. It does not seem to feel short-changed. We gave it the whole front of the shirt.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton tee with a large luna moth under a crescent moon. Two pale inks on dark cloth, printed after you order.',
    ageInDays: 24,
    printCostDollars: 13.25,
  },
  {
    slug: 'through-the-mud-long-sleeve',
    name: 'Through the Mud Long Sleeve',
    category: 'spiritual',
    description:
      'A pale lotus on dark cloth, with the waterline drawn in and the roots below it. A cotton long sleeve for cold studios and cool evenings. Regular fit.',
    basePrice: 38,
    tags: ['spiritual', 'lotus', 'meditation', 'water'],
    sizes: usualSizes,
    colors: [
      {
        color: 'Charcoal',
        pictures: [
          'through-the-mud-long-sleeve-charcoal',
          'through-the-mud-long-sleeve-charcoal-detail',
        ],
      },
      {
        color: 'Pine',
        pictures: ['through-the-mud-long-sleeve-pine', 'through-the-mud-long-sleeve-pine-detail'],
      },
    ],
    artwork: 'through-the-mud-long-sleeve-charcoal-art',
    designInspiration:
      'No mud, no lotus, as the saying goes. The part under the water is not the part to hide. We gave the roots the same ink as the light around the flower.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton long sleeve with a pale lotus, its waterline and its roots. Regular fit, printed after you order.',
    ageInDays: 58,
    printCostDollars: 18.4,
  },
  {
    slug: 'true-enough-tote',
    name: 'True Enough Tote',
    category: 'bohemian',
    description:
      'A compass rose with a sprig in every corner, on a sturdy cotton tote. It is wide enough for a market run and folds into a coat pocket. It will not tell you where to go.',
    basePrice: 24,
    tags: ['bohemian', 'compass', 'direction'],
    sizes: [],
    colors: [
      { color: 'Oat', pictures: ['true-enough-tote-oat', 'true-enough-tote-oat-detail'] },
      { color: 'White', pictures: ['true-enough-tote-white', 'true-enough-tote-white-detail'] },
    ],
    artwork: 'true-enough-tote-oat-art',
    designInspiration:
      'North is a direction, not a place you arrive at. A compass does one modest thing and does it all day. There are twenty-four marks around the edge, like hours.',
    careInstructions: toteCare,
    seoDescription:
      'A cotton tote with a compass rose and four sprigs, cut like a block print. Printed after you order.',
    ageInDays: 152,
    printCostDollars: 11.35,
  },
  {
    slug: 'true-enough-tee',
    name: 'True Enough Tee',
    category: 'bohemian',
    description:
      'A large compass rose on a tee the color of fired clay, or a pale one if you prefer. The points are shaded with knife cuts, half light and half dark. Cotton, regular fit.',
    basePrice: 32,
    salePrice: 27,
    tags: ['bohemian', 'compass', 'direction', 'spiritual'],
    sizes: usualSizes,
    colors: [
      { color: 'Clay', pictures: ['true-enough-tee-clay', 'true-enough-tee-clay-detail'] },
      { color: 'Bone', pictures: ['true-enough-tee-bone', 'true-enough-tee-bone-detail'] },
    ],
    artwork: 'true-enough-tee-clay-art',
    designInspiration:
      'You can be off by a few degrees and still get there. A compass swings before it settles, and nobody thinks less of it. The needle in this one is at rest.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton tee with a large compass rose in two colors of ink. Regular fit, printed after you order.',
    ageInDays: 88,
    printCostDollars: 13.25,
  },
  {
    slug: 'travel-light-tank',
    name: 'Travel Light Tank',
    category: 'bohemian',
    description:
      'One feather, four birds, no sleeves. A light cotton tank with a tall, narrow print. Straight cut.',
    basePrice: 28,
    tags: ['bohemian', 'feather', 'birds', 'letting go'],
    sizes: usualSizes,
    colors: [
      { color: 'Rose', pictures: ['travel-light-tank-rose', 'travel-light-tank-rose-detail'] },
      {
        color: 'Charcoal',
        pictures: ['travel-light-tank-charcoal', 'travel-light-tank-charcoal-detail'],
      },
    ],
    artwork: 'travel-light-tank-rose-art',
    designInspiration:
      'Carry what you need and leave a hand free. A feather is mostly air and still does its work. The birds in the distance have the right idea.',
    careInstructions: tankCare,
    active: false,
    sizeGuide: tankSizeGuide,
    seoDescription:
      'A light cotton tank with a tall feather and four birds. Straight cut, printed after you order.',
    ageInDays: 410,
    printCostDollars: 13.6,
  },
  {
    slug: 'homing-long-sleeve',
    name: 'Homing Long Sleeve',
    category: 'bohemian',
    description:
      'A swallow across the chest, wings at full stretch. A cotton long sleeve in two easy colors. Wear it loose, with the cuffs pushed up.',
    basePrice: 38,
    tags: ['bohemian', 'swallow', 'return', 'nature'],
    sizes: usualSizes,
    colors: [
      { color: 'Oat', pictures: ['homing-long-sleeve-oat', 'homing-long-sleeve-oat-detail'] },
      { color: 'River', pictures: ['homing-long-sleeve-river', 'homing-long-sleeve-river-detail'] },
    ],
    artwork: 'homing-long-sleeve-oat-art',
    designInspiration:
      'Coming back is also a way of flying. The swallow leans into the turn with a sprig from wherever it has been. We drew it over water because that is where it drinks, on the wing, without stopping.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton long sleeve with a swallow in flight, a sprig in its beak. Two colors, printed after you order.',
    ageInDays: 17,
    printCostDollars: 18.4,
  },
  {
    slug: 'every-phase-long-sleeve',
    name: 'Every Phase Long Sleeve',
    category: 'bohemian',
    description:
      'The moon and its phases in two pale inks. A cotton long sleeve in the colors of late evening. Regular fit, and good company at a window.',
    basePrice: 38,
    salePrice: 32,
    tags: ['bohemian', 'moon', 'patience', 'spiritual'],
    sizes: usualSizes,
    colors: [
      {
        color: 'Plum',
        pictures: ['every-phase-long-sleeve-plum', 'every-phase-long-sleeve-plum-detail'],
      },
      {
        color: 'Charcoal',
        pictures: ['every-phase-long-sleeve-charcoal', 'every-phase-long-sleeve-charcoal-detail'],
      },
    ],
    artwork: 'every-phase-long-sleeve-plum-art',
    designInspiration:
      'Waning is also something the moon does well. We put the thin crescents at the ends of the arc and the full moon at the top, the way a month feels from the inside. Two fronds close the circle.',
    careInstructions: shirtCare,
    unavailable: [{ size: 'L', color: 'Plum' }],
    seoDescription:
      'A cotton long sleeve with the moon in all its phases over two fern fronds. Printed after you order.',
    ageInDays: 99,
    printCostDollars: 18.4,
  },
  {
    slug: 'serenity-long-sleeve',
    name: 'Serenity Long Sleeve',
    category: 'meditation',
    description:
      'A framed view of a river in a valley, with one word under it. A cotton long sleeve with a tall print. For sitting still, or for looking as if you might.',
    basePrice: 38,
    tags: ['meditation', 'serenity', 'river', 'recovery'],
    sizes: usualSizes,
    colors: [
      {
        color: 'Lichen',
        pictures: ['serenity-long-sleeve-lichen', 'serenity-long-sleeve-lichen-detail'],
      },
      {
        color: 'Charcoal',
        pictures: ['serenity-long-sleeve-charcoal', 'serenity-long-sleeve-charcoal-detail'],
      },
    ],
    artwork: 'serenity-long-sleeve-lichen-art',
    designInspiration:
      'The river gets where it is going by bending. We drew it wide at the bottom, where it is nearest, and let it narrow toward the light. The word came last and almost did not need to.',
    careInstructions: shirtCare,
    featured: true,
    seoDescription:
      'A cotton long sleeve with a river winding through a valley and the word Serenity. Printed after you order.',
    ageInDays: 256,
    printCostDollars: 18.4,
  },
  {
    slug: 'through-the-mud-tee',
    name: 'Through the Mud Tee',
    category: 'meditation',
    description:
      'A lotus in two pinks, with a fine green stem that goes all the way down. A cotton tee with a large, open print. Regular fit.',
    basePrice: 32,
    tags: ['meditation', 'lotus', 'spiritual', 'water'],
    sizes: usualSizes,
    colors: [
      {
        color: 'White',
        pictures: ['through-the-mud-tee-white', 'through-the-mud-tee-white-detail'],
      },
      { color: 'Dusk', pictures: ['through-the-mud-tee-dusk', 'through-the-mud-tee-dusk-detail'] },
    ],
    artwork: 'through-the-mud-tee-white-art',
    designInspiration:
      'Sit long enough and the water clears on its own. A lotus closes at night and opens again in the morning as if nothing happened. The marks around it are the light it opens to.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton tee with a lotus in two pinks, stem and roots included. Regular fit, printed after you order.',
    ageInDays: 164,
    printCostDollars: 13.25,
  },
  {
    slug: 'stone-by-stone-hoodie',
    name: 'Stone by Stone Hoodie',
    category: 'meditation',
    description:
      'A stack of seven stones above the front pocket, with grass at its foot. A mid-weight hoodie for slow mornings. The hood comes up, the noise goes down.',
    basePrice: 58,
    tags: ['meditation', 'stones', 'balance', 'steady'],
    sizes: hoodieSizes,
    colors: [
      {
        color: 'Gray',
        pictures: ['stone-by-stone-hoodie-gray', 'stone-by-stone-hoodie-gray-detail'],
      },
      {
        color: 'Pine',
        pictures: ['stone-by-stone-hoodie-pine', 'stone-by-stone-hoodie-pine-detail'],
      },
    ],
    artwork: 'stone-by-stone-hoodie-gray-art',
    designInspiration:
      'Balance is mostly small corrections. The stack in the print leans a little, because a real one does, and it stands because every stone has found its one good spot. Breathe out before you place the next.',
    careInstructions: hoodieCare,
    sizeGuide: hoodieSizeGuide,
    seoDescription:
      'A hoodie with seven balanced stones above the front pocket. Mid-weight, printed after you order.',
    ageInDays: 31,
    printCostDollars: 27.9,
  },
  {
    slug: 'stone-by-stone-tank',
    name: 'Stone by Stone Tank',
    category: 'meditation',
    description:
      'Seven stones and a low sun on a light cotton tank. It moves well and keeps quiet. Straight cut, roomy at the arm.',
    basePrice: 28,
    tags: ['meditation', 'stones', 'balance'],
    sizes: usualSizes,
    colors: [
      {
        color: 'Lichen',
        pictures: ['stone-by-stone-tank-lichen', 'stone-by-stone-tank-lichen-detail'],
      },
      {
        color: 'White',
        pictures: ['stone-by-stone-tank-white', 'stone-by-stone-tank-white-detail'],
      },
    ],
    artwork: 'stone-by-stone-tank-lichen-art',
    designInspiration:
      'Put one thing down, then look for the next. That is all a cairn is, and people have found their way by them for a very long time. The grass is there to show how little it hurries.',
    careInstructions: tankCare,
    sizeGuide: tankSizeGuide,
    seoDescription:
      'A light cotton tank with seven balanced stones and a low sun. Straight cut, printed after you order.',
    ageInDays: 332,
    printCostDollars: 13.6,
  },
  {
    slug: 'unfurl-tote',
    name: 'Unfurl Tote',
    category: 'everyday',
    description:
      'Three ferns on a cotton tote, in pale cloth or black. It folds flat into a drawer and is there when you need it. One size, long handles.',
    basePrice: 24,
    tags: ['everyday', 'fern', 'growth', 'nature'],
    sizes: [],
    colors: [
      { color: 'Bone', pictures: ['unfurl-tote-bone', 'unfurl-tote-bone-detail'] },
      { color: 'Black', pictures: ['unfurl-tote-black', 'unfurl-tote-black-detail'] },
    ],
    artwork: 'unfurl-tote-bone-art',
    designInspiration:
      'Most growing is done on days nobody writes down. A fern on a shopping bag seemed like the right place to say so. It opens a little more with every trip to the store, or that is how it looks to us.',
    careInstructions: toteCare,
    seoDescription:
      'A cotton tote with three unfurling ferns, in pale cloth or black. Long handles, printed after you order.',
    ageInDays: 39,
    printCostDollars: 11.35,
  },
  {
    slug: 'first-light-hoodie',
    name: 'First Light Hoodie',
    category: 'everyday',
    description:
      'A sunrise for people who are up anyway. The print runs across the chest above the front pocket. A mid-weight hoodie with a roomy hood.',
    basePrice: 60,
    tags: ['everyday', 'sunrise', 'mountain', 'nature'],
    sizes: hoodieSizes,
    colors: [
      {
        color: 'Charcoal',
        pictures: ['first-light-hoodie-charcoal', 'first-light-hoodie-charcoal-detail'],
      },
      { color: 'Plum', pictures: ['first-light-hoodie-plum', 'first-light-hoodie-plum-detail'] },
    ],
    artwork: 'first-light-hoodie-charcoal-art',
    designInspiration:
      'The day starts whether or not you slept. So does the light, and it is on your side of the mountain soon enough. We drew the sun with a plain round face and let the rays do the talking.',
    careInstructions: hoodieCare,
    featured: true,
    sizeGuide: hoodieSizeGuide,
    seoDescription:
      'A hoodie with the sun coming up behind mountains. Mid-weight, front pocket, printed after you order.',
    ageInDays: 9,
    printCostDollars: 27.9,
  },
  {
    slug: 'homing-tote',
    name: 'Homing Tote',
    category: 'everyday',
    description:
      'A blue swallow on a white cotton tote, carrying less than you are. It holds groceries, knitting or a change of shoes. One size, long handles.',
    basePrice: 24,
    salePrice: 19,
    tags: ['everyday', 'swallow', 'bird', 'bohemian'],
    sizes: [],
    colors: [{ color: 'White', pictures: ['homing-tote-white', 'homing-tote-white-detail'] }],
    artwork: 'homing-tote-white-art',
    designInspiration:
      'Everything it needs, it carries in its beak. A swallow makes a thousand small trips to build one nest, and no single trip looks like much. Neither does a tote bag, until Saturday.',
    careInstructions: toteCare,
    seoDescription:
      'A white cotton tote with a blue swallow carrying a sprig. Long handles, printed after you order.',
    ageInDays: 94,
    printCostDollars: 11.35,
  },
  {
    slug: 'high-ridge-tee',
    name: 'High Ridge Tee',
    category: 'everyday',
    description:
      'Pines and a round sun, on a gray tee that has no bad days or a marigold one that has very good ones. A tall print with plenty of air in it. Cotton, regular fit.',
    basePrice: 34,
    tags: ['everyday', 'pine', 'forest', 'nature'],
    sizes: usualSizes,
    colors: [
      { color: 'Gray', pictures: ['high-ridge-tee-gray', 'high-ridge-tee-gray-detail'] },
      {
        color: 'Marigold',
        pictures: ['high-ridge-tee-marigold', 'high-ridge-tee-marigold-detail'],
      },
    ],
    artwork: 'high-ridge-tee-gray-art',
    designInspiration:
      'You can see the weather coming from up there, and you can see it leave. The trees have watched both often enough to stay put. We gave the sun rings, like a tree.',
    careInstructions: shirtCare,
    seoDescription:
      'A cotton tee with tall pines and a round sun on a ridge. Regular fit, printed after you order.',
    ageInDays: 68,
    printCostDollars: 13.25,
  },
]
