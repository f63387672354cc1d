/** A category of the demo catalog, in the shop's order. */
export type SeedCategory = {
  slug: string
  name: string
  /** One sentence, shown above the category's products. */
  description: string
}

export const seedCategories = [
  {
    slug: 'recovery',
    name: 'Recovery',
    description: 'For people coming back from something, and for the people who love them.',
  },
  {
    slug: 'nature',
    name: 'Nature',
    description:
      'Ferns, ridges, feathers and birds, drawn the way they grow and go about their day.',
  },
  {
    slug: 'spiritual',
    name: 'Spiritual',
    description: 'Moons, moths and lotus flowers, for whatever you look up to at night.',
  },
  {
    slug: 'bohemian',
    name: 'Bohemian',
    description: 'Loose, warm and a little wandering, with a compass in case it helps.',
  },
  {
    slug: 'meditation',
    name: 'Meditation',
    description: 'Quiet prints for sitting still, or for trying to.',
  },
  {
    slug: 'sobriety',
    name: 'Sobriety',
    description: 'Plain words and steady pictures, to wear for yourself or for someone else.',
  },
  {
    slug: 'everyday',
    name: 'Everyday',
    description: 'The ones that suit an ordinary Tuesday, which is most days.',
  },
] as const satisfies readonly SeedCategory[]

/** Those that every page's foot leads to (storefront specification, footer): a new shop begins with them. */
export const footerCategories: readonly SeedCategory[] = seedCategories.filter(
  ({ slug }) => slug === 'recovery' || slug === 'nature',
)

export type SeedCategorySlug = (typeof seedCategories)[number]['slug']
