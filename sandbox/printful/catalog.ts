/** The blank products that Printful prints on: the catalog, with its own ids. */
export interface Garment {
  id: number
  type: string
  typeName: string
  brand: string | null
  model: string
  technique: string
  /** The part of the shop's product name after its motif. */
  noun: string
  sizes: [name: string, price: string][]
  colors: [name: string, code: string][]
  /** How many of the colors one product of the shop uses. */
  colorsInUse: number
  /** The first item and each further one, in cents. */
  shipping: [number, number]
  retail: string
}

const ADULT: Garment['sizes'] = [
  ['S', '11.69'],
  ['M', '11.69'],
  ['L', '11.69'],
  ['XL', '11.69'],
  ['2XL', '13.69'],
  ['3XL', '15.69'],
]
const WARM: Garment['sizes'] = [
  ['S', '24.95'],
  ['M', '24.95'],
  ['L', '24.95'],
  ['XL', '24.95'],
  ['2XL', '26.95'],
]

export const GARMENTS: Garment[] = [
  {
    id: 71,
    type: 'T-SHIRT',
    typeName: 'T-Shirt',
    brand: 'Bella + Canvas',
    model: '3001 Unisex Short Sleeve Jersey T-Shirt',
    technique: 'DTG',
    noun: 'Unisex Tee',
    sizes: ADULT,
    colors: [
      ['Black', '#0c0c0c'],
      ['White', '#ffffff'],
      ['Heather Forest', '#4c5d52'],
      ['Dusty Blue', '#8ba3b0'],
      ['Natural', '#f3ead7'],
    ],
    colorsInUse: 3,
    shipping: [475, 220],
    retail: '28.00',
  },
  {
    id: 146,
    type: 'SWEATSHIRT',
    typeName: 'Hoodie',
    brand: 'Gildan',
    model: '18500 Unisex Heavy Blend Hoodie',
    technique: 'DTG',
    noun: 'Hoodie',
    sizes: WARM,
    colors: [
      ['Black', '#0b0b0b'],
      ['Forest Green', '#20392d'],
      ['Sand', '#dccdb3'],
      ['Navy', '#1a2238'],
    ],
    colorsInUse: 2,
    shipping: [849, 250],
    retail: '54.00',
  },
  {
    id: 145,
    type: 'SWEATSHIRT',
    typeName: 'Sweatshirt',
    brand: 'Gildan',
    model: '18000 Unisex Crewneck Sweatshirt',
    technique: 'DTG',
    noun: 'Crewneck',
    sizes: WARM,
    colors: [
      ['Black', '#0b0b0b'],
      ['Ash', '#dfdfdf'],
      ['Dark Heather', '#424347'],
      ['Maroon', '#561c2b'],
    ],
    colorsInUse: 2,
    shipping: [849, 250],
    retail: '46.00',
  },
  {
    id: 19,
    type: 'MUG',
    typeName: 'Mug',
    brand: null,
    model: 'White Glossy Mug',
    technique: 'SUBLIMATION',
    noun: 'Mug',
    sizes: [
      ['11 oz', '5.95'],
      ['15 oz', '7.95'],
    ],
    colors: [['White', '#ffffff']],
    colorsInUse: 1,
    shipping: [699, 399],
    retail: '16.00',
  },
  {
    id: 206,
    type: 'EMBROIDERY',
    typeName: 'Hat',
    brand: 'Yupoong',
    model: '6245CM Classic Dad Hat',
    technique: 'EMBROIDERY',
    noun: 'Dad Hat',
    sizes: [['One size', '14.50']],
    colors: [
      ['Black', '#101010'],
      ['Khaki', '#b3a183'],
      ['Spruce', '#17453b'],
      ['Stone', '#d5cbb8'],
    ],
    colorsInUse: 3,
    shipping: [399, 200],
    retail: '27.50',
  },
  {
    id: 84,
    type: 'BAG',
    typeName: 'Tote Bag',
    brand: null,
    model: 'All-Over Print Tote',
    technique: 'CUT-SEW',
    noun: 'Tote',
    sizes: [['15″×15″', '18.25']],
    colors: [
      ['Black', '#000000'],
      ['Yellow', '#e7c25a'],
    ],
    colorsInUse: 2,
    shipping: [399, 125],
    retail: '32.00',
  },
  {
    id: 358,
    type: 'STICKER',
    typeName: 'Sticker',
    brand: null,
    model: 'Kiss-Cut Stickers',
    technique: 'DIGITAL',
    noun: 'Sticker',
    sizes: [
      ['3″×3″', '1.79'],
      ['4″×4″', '2.09'],
      ['5.5″×5.5″', '2.29'],
    ],
    colors: [['White', '#ffffff']],
    colorsInUse: 1,
    shipping: [399, 10],
    retail: '4.50',
  },
  {
    id: 1,
    type: 'POSTER',
    typeName: 'Poster',
    brand: null,
    model: 'Enhanced Matte Paper Poster (in)',
    technique: 'DIGITAL',
    noun: 'Poster',
    sizes: [
      ['8″×10″', '7.50'],
      ['12″×16″', '9.75'],
      ['18″×24″', '12.95'],
    ],
    colors: [['White', '#ffffff']],
    colorsInUse: 1,
    shipping: [499, 150],
    retail: '19.00',
  },
]

export interface CatalogVariant {
  id: number
  garment: Garment
  size: string
  color: string
  code: string
  price: string
}

/** Every size of every color; ids run from the product's own thousand, as the tee's 71,001. */
export const CATALOG: CatalogVariant[] = GARMENTS.flatMap((garment) =>
  garment.colors.flatMap(([color, code], row) =>
    garment.sizes.map(([size, price], column) => ({
      id: garment.id * 1_000 + row * 20 + column + 1,
      garment,
      size,
      color,
      code,
      price,
    })),
  ),
)

const BY_ID = new Map(CATALOG.map((variant) => [variant.id, variant]))
export function catalogVariant(id: number): CatalogVariant | undefined {
  return BY_ID.get(id)
}
export function variantsOf(garment: Garment): CatalogVariant[] {
  return CATALOG.filter((variant) => variant.garment === garment)
}
