// npm run restore [-- <name>]: restores a backup (the newest unless named) into an empty database and an empty uploads folder.
import { backupSettings, restore } from '../backup/backup.mjs'
import { readEnvFile } from '../env-file.mjs'

try {
  const { name, createdAt, erasedAgain } = await restore(
    backupSettings({ ...process.env, ...readEnvFile() }),
    process.argv[2],
  )
  console.log(
    [
      `Restored ${name}.`,
      erasedAgain > 0
        ? `${erasedAgain} people who were erased since then will be erased again when the worker starts.`
        : '',
      `Next: npm run adopt-payments -- ${createdAt.slice(0, 10)}, then start the shop. See "Backup" in docs/operations.md.`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
