import { z } from 'zod'

import { type BackupLocation, readText } from './backup-location'

const fileSchema = z.object({ file: z.string(), bytes: z.number() })

/** Someone who was erased: their account, if they had one, and keyed hashes of their addresses. */
const erasureSchema = z.object({
  /** When, to the millisecond. Ids are given again after a restore, and an address can be erased again; null if unknown. */
  at: z.iso.datetime().nullable(),
  userId: z.int().nullable(),
  addressHashes: z.array(z.string()),
})

/** What a backup consists of; the file `<name>.json`, which is written last. */
const manifestSchema = z.object({
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** The server's major version. */
  postgres: z.int(),
  dump: fileSchema,
  /** The uploads: `fingerprint` changes with any of them. */
  files: fileSchema.extend({ count: z.int(), fingerprint: z.string() }),
  /** A copy of the whole server, to which archived WAL is applied; null without point-in-time recovery. */
  base: fileSchema
    .extend({
      systemId: z.string(),
      /** The first WAL segment that it needs. */
      firstSegment: z.string(),
      segmentBytes: z.int(),
      /** Recovery can't end earlier than this. */
      finishedAt: z.iso.datetime(),
    })
    .nullable()
    .default(null),
  /** Rows of each table. */
  counts: z.record(z.string(), z.int()),
  /** Ids of the accounts that had been erased: all that versions before 0.2 wrote and read. */
  erased: z.array(z.int()),
  erasures: z.array(erasureSchema).default([]),
  /** Tells whether PAYLOAD_SECRET is the same; null if the backup was made without it. */
  secretFingerprint: z.string().nullable().default(null),
})

export type Erasure = z.infer<typeof erasureSchema>
export type Manifest = z.infer<typeof manifestSchema>

/** The manifests of a location, oldest first. @throws Error if one can't be read */
export async function listManifests(location: BackupLocation): Promise<Manifest[]> {
  const names = [...(await location.list()).keys()]
    .filter((name) => /^dayfern-.*\.json$/.test(name))
    .sort()
  return Promise.all(
    names.map(async (name) => {
      const parsed = manifestSchema.safeParse(JSON.parse(await readText(location, name)))
      if (!parsed.success)
        throw new Error(`${name} in ${location.label} isn't a backup's manifest.`)
      return parsed.data
    }),
  )
}

/** The files that a backup consists of besides its manifest. */
export function contentOf({ dump, files, base }: Manifest): z.infer<typeof fileSchema>[] {
  return [dump, files, ...(base ? [base] : [])]
}

/** Names of the files that a backup uses. */
export function filesOf(manifest: Manifest): string[] {
  return [`${manifest.name}.json`, ...contentOf(manifest).map(({ file }) => file)]
}
