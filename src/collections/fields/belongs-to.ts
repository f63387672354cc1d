import type { CollectionSlug, SingleRelationshipField } from 'payload'

/** A required relation to the owning row: the user of an address, the discount of a code. It isn't populated. */
export function belongsTo(name: string, relationTo: CollectionSlug): SingleRelationshipField {
  return { name, type: 'relationship', relationTo, required: true, index: true, maxDepth: 0 }
}
