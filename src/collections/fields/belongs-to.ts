import type { CollectionSlug, SingleRelationshipField } from 'payload'

/** The row that a row is a part of: the user of an address, the discount of a code. Never absent, and not loaded with it. */
export function belongsTo(name: string, relationTo: CollectionSlug): SingleRelationshipField {
  return { name, type: 'relationship', relationTo, required: true, index: true, maxDepth: 0 }
}
