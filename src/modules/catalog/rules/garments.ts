/** Kinds of products in the order of the filter. The database derives a product's from its name (`garment_of`). */
export const garments = ['tee', 'long-sleeve', 'tank', 'hoodie', 'tote'] as const
export type Garment = (typeof garments)[number]

export const garmentLabels = {
  tee: 'T-shirts',
  'long-sleeve': 'Long sleeves',
  tank: 'Tank tops',
  hoodie: 'Hoodies and sweatshirts',
  tote: 'Tote bags',
} satisfies Record<Garment, string>
