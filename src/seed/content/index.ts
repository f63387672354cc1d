import type { SeedContent } from './blocks'
import { blogPosts } from './blog-posts'
import { inspiration } from './inspiration'
import { meditations } from './meditations'
import { reflections } from './reflections'

/** All of the demo shop's writing: 22 published, 2 drafts, 1 scheduled. */
export const seedContent: readonly SeedContent[] = [
  ...reflections,
  ...meditations,
  ...inspiration,
  ...blogPosts,
]
