import type { CollectionConfig } from 'payload'

import { nobody } from '@/access/nobody'
import { checkShapes } from '@/hooks/check-shapes'
import { keepOwnFields } from '@/hooks/keep-own-fields'
import { restrictReads } from '@/hooks/restrict-reads'

type Rule = 'create' | 'read' | 'update' | 'delete' | 'readVersions' | 'unlock' | 'admin'

type ClosedCollection = Omit<CollectionConfig, 'access'> & {
  /** Who may do what; an operation that isn't declared is denied to everyone. */
  access?: Pick<NonNullable<CollectionConfig['access']>, Rule>
  /** Fields that only the shop writes: values from Payload’s REST API are ignored. */
  ownFields?: readonly string[]
}

/** Payload would allow what is not declared to all signed-in users. */
const denied = {
  admin: nobody,
  create: nobody,
  read: nobody,
  update: nobody,
  delete: nobody,
  readVersions: nobody,
  unlock: nobody,
} satisfies Record<Rule, () => false>

export function defineCollection({ ownFields, ...collection }: ClosedCollection): CollectionConfig {
  return {
    // Any signed-in user could take Payload's document locks; orders have a version.
    lockDocuments: false,
    ...collection,
    access: { ...denied, ...collection.access },
    admin: { hideAPIURL: true, ...collection.admin },
    hooks: {
      ...collection.hooks,
      beforeOperation: [
        restrictReads,
        keepOwnFields(ownFields),
        checkShapes,
        ...(collection.hooks?.beforeOperation ?? []),
      ],
    },
  }
}
