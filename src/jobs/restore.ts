import path from 'node:path'
import { parseArgs } from 'node:util'

import { recover } from '@/modules/backups/actions/recover'
import { restore, restoreFiles } from '@/modules/backups/actions/restore'
import { readBackupSettings } from '@/modules/backups/settings'
import { pluralize } from '@/platform/pluralize'

const help = 'See "Backup" in docs/operations.md.'

const secretLine =
  'First set the PAYLOAD_SECRET of the backed-up shop: gift cards, order links, and erasures need it.'

const eraseLine = (count: number): string[] =>
  count > 0
    ? [
        `${pluralize(count, 'person', 'people')} erased since then will be erased again when the worker starts, if this backup has their data.`,
      ]
    : []

/** @throws Error unless it is 'latest' (null) or a time with its zone */
const parseTarget = (text: string): Date | null => {
  if (text === 'latest') return null
  const target = new Date(text)
  if (Number.isNaN(target.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(text))
    throw new Error('Set --to to "latest" or to a time with its time zone: 2026-11-24T07:30:00Z')
  return target
}

/**
 * Runs as `npm run restore`: restores a backup (the newest unless named) into an empty database and an empty uploads
 * folder; with `--files` only the uploads; with `--to latest --data-dir <folder>` the whole server up to the last
 * archived moment, or up to a time.
 */
const main = async (): Promise<string[]> => {
  const { values, positionals } = parseArgs({
    options: { files: { type: 'boolean' }, to: { type: 'string' }, 'data-dir': { type: 'string' } },
    allowPositionals: true,
  })
  const settings = readBackupSettings(process.env)
  const [name] = positionals
  const dataDir = values['data-dir']
  if (values.files) return [`Restored the files of ${(await restoreFiles(settings, name)).name}.`]
  if (values.to === undefined && dataDir === undefined) {
    const { manifest, erasedAgain } = await restore(settings, name)
    return [
      `Restored ${manifest.name}.`,
      ...eraseLine(erasedAgain),
      ...(process.env.PAYLOAD_SECRET ? [] : [secretLine]),
      `Next: npm run adopt-payments -- ${manifest.createdAt.slice(0, 10)}, then start the shop. ${help}`,
    ]
  }
  if (!dataDir || !values.to) throw new Error(`Set both --to and --data-dir. ${help}`)
  const { recoveredTo, missingSegment, erasedAgain, ...from } = await recover(
    settings,
    path.resolve(dataDir),
    parseTarget(values.to),
  )
  const day = (recoveredTo ?? new Date().toISOString()).slice(0, 10)
  return [
    `Recovered ${from.name} and ${from.segments} segments of WAL into ${dataDir}.`,
    recoveredTo
      ? `The last transaction is from ${recoveredTo}.`
      : 'There were no transactions after the base backup.',
    ...(missingSegment
      ? [
          `Segment ${missingSegment} is missing from the archive. Everything written after it is lost.`,
        ]
      : []),
    ...eraseLine(erasedAgain),
    `Next: start PostgreSQL on that folder, npm run restore -- --files if the uploads are gone, too, then npm run adopt-payments -- ${day}. ${help}`,
  ]
}

main().then(
  (lines) => console.log(lines.join('\n')),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  },
)
