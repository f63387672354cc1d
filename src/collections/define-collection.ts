import type { CollectionConfig } from 'payload'

import { keepOwnFields } from '@/hooks/keep-own-fields'
import { restrictSort } from '@/hooks/restrict-sort'

type Rule = 'create' | 'read' | 'update' | 'delete' | 'readVersions' | 'unlock' | 'admin'

/** A collection must say who may do what, for every operation: what Payload is not told, it allows to anyone signed in. */
export type ClosedCollection = Omit<CollectionConfig, 'access'> & {
  access: Required<Pick<NonNullable<CollectionConfig['access']>, Rule>>
  /** Fields that only the shop itself writes: what is sent for them through Payload’s REST is left out. */
  ownFields?: readonly string[]
}

export function defineCollection({ ownFields, ...collection }: ClosedCollection): CollectionConfig {
  return {
    // Payload's document locks can be taken by any signed-in user; orders carry a version of their own.
    lockDocuments: false,
    ...collection,
    admin: { hideAPIURL: true, ...collection.admin },
    hooks: {
      ...collection.hooks,
      beforeOperation: [
        restrictSort,
        keepOwnFields(ownFields),
        ...(collection.hooks?.beforeOperation ?? []),
      ],
    },
  }
}
