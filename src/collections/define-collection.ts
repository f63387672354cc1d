import type { CollectionConfig } from 'payload'

import { keepOwnFields } from '@/hooks/keep-own-fields'
import { restrictSort } from '@/hooks/restrict-sort'

type Rule = 'create' | 'read' | 'update' | 'delete' | 'readVersions' | 'unlock' | 'admin'

/** Collections declare access for every operation: Payload allows what is not declared to all signed-in users. */
export type ClosedCollection = Omit<CollectionConfig, 'access'> & {
  access: Required<Pick<NonNullable<CollectionConfig['access']>, Rule>>
  /** Fields that only the shop writes: values from Payload’s REST API are ignored. */
  ownFields?: readonly string[]
}

export function defineCollection({ ownFields, ...collection }: ClosedCollection): CollectionConfig {
  return {
    // Any signed-in user could take Payload's document locks; orders have a version.
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
