import type { RelationshipField } from 'payload'

/** The order that a row belongs to. */
export const orderField = {
  name: 'order',
  type: 'relationship',
  relationTo: 'orders',
  required: true,
  index: true,
  maxDepth: 0,
} as const satisfies RelationshipField
