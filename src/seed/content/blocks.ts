import type { EditablePage } from '@/modules/content/rules/editable-pages'

/**
 * One block of a seeded text. Strings carry inline marks: `*italic*`, `**bold**`, `[text](/path or https://…)`.
 */
export type SeedBlock =
  | { p: string }
  | { h2: string }
  | { h3: string }
  | { quote: string }
  | { list: string[] }
  | { numbered: string[] }
  | { hr: true }

/** The fourteen prints, by the slug of their artwork. */
type Motif =
  | 'after-the-fire'
  | 'every-phase'
  | 'first-light'
  | 'high-ridge'
  | 'homing'
  | 'one-day'
  | 'serenity'
  | 'stone-by-stone'
  | 'this-too-moves'
  | 'through-the-mud'
  | 'toward-light'
  | 'travel-light'
  | 'true-enough'
  | 'unfurl'

export type SeedContent = {
  slug: string
  title: string
  /** One or two sentences. */
  excerpt: string
  contentType: 'blog_post' | 'meditation' | 'reflection' | 'inspiration'
  /** A place, or a print's emblem. */
  picture: 'hero' | 'grove' | 'stillwater' | 'meadow' | `emblem:${Motif}`
  /** Two to five, lower case. */
  tags: string[]
  status: 'published' | 'draft' | 'scheduled'
  publishedDaysAgo?: number
  scheduledInDays?: number
  viewCount: number
  seoTitle: string
  seoDescription: string
  seoKeywords: string
  relatedProductSlugs?: string[]
  /** A file in `recordings`, without its extension, and its transcript. */
  recording?: { name: string; transcript: string }
  body: SeedBlock[]
}

/** The original text of a static page, before staff edit it. The lead is plain text; answers have the inline marks of blocks. */
export type SeedPage = {
  slug: EditablePage
  title: string
  lead: string
  seoDescription: string
  body: SeedBlock[]
  questions?: { question: string; answer: string }[]
}
