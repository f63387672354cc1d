import type { CollectionConfig } from 'payload'
import { sortByOwnFields } from '../hooks/sort-by-own-fields'

type Rule = 'create' | 'read' | 'update' | 'delete' | 'readVersions' | 'unlock' | 'admin'

/** A collection must say who may do what, for every operation: what Payload is not told, it allows to anyone signed in. */
export type ClosedCollection = Omit<CollectionConfig, 'access'> & {
  access: Required<Pick<NonNullable<CollectionConfig['access']>, Rule>>
}

export const defineCollection = (collection: ClosedCollection): CollectionConfig => ({
  // Payload's document locks can be taken by any signed-in user; orders carry a version of their own.
  lockDocuments: false,
  ...collection,
  admin: { hideAPIURL: true, ...collection.admin },
  hooks: { ...collection.hooks, beforeOperation: [sortByOwnFields, ...(collection.hooks?.beforeOperation ?? [])] },
})
