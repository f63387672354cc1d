import { type FileStore, isPartial, type StoredFile } from './file-store'

type CopyResult = {
  copied: number
  copiedBytes: number
  /** Files that were already there with the same bytes. */
  present: number
  /** Names that could not be copied, and why. */
  failed: { name: string; reason: string }[]
}

const atOnce = 4
/** Files that appear while others are copied; what is added after the last pass is found by the next run. */
const maxPasses = 5

const listAll = async (store: FileStore): Promise<Map<string, StoredFile>> => {
  const files = new Map<string, StoredFile>()
  for await (const file of store.list()) if (!isPartial(file.name)) files.set(file.name, file)
  return files
}

/** Copies one file and reads it back. Null if the shop deleted it during the copy. */
const copyOne = async (from: FileStore, to: FileStore, name: string): Promise<number | null> => {
  const bytes = await from.get(name)
  if (!bytes) return null
  await to.put(name, bytes)
  const stored = await to.get(name)
  if (!stored?.equals(bytes)) throw new Error('The copy differs from the original.')
  // A file that was deleted while it was copied is gone from both.
  if (!(await from.stat(name))) {
    await to.delete(name)
    return null
  }
  return bytes.length
}

const isPresent = async (
  from: FileStore,
  to: FileStore,
  { name, size }: StoredFile,
  there: StoredFile | undefined,
): Promise<boolean> => {
  if (there?.size !== size) return false
  const [expected, actual] = await Promise.all([from.hash(name), to.hash(name)])
  return expected !== null && expected === actual
}

/** Deletes what `from` doesn't have. @returns how many files */
export async function deleteOthers(from: FileStore, to: FileStore): Promise<number> {
  const [files, there] = [await listAll(from), await listAll(to)]
  const others = [...there.keys()].filter((name) => !files.has(name))
  for (const name of others) await to.delete(name)
  return others.length
}

/**
 * Copies every file, while the shop keeps adding and deleting some, until a pass finds nothing new. Each is read back
 * and compared; files that are already there with the same bytes are left alone, so an interrupted run continues where
 * it stopped. Nothing is deleted from `from`. A file that fails is reported, and the others are copied.
 * @param onProgress called after every file with how many of those found so far are done
 * @throws if a list can't be read
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, copiedBytes: 0, present: 0, failed: [] }
  const seen = new Set<string>()
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const [files, there] = await Promise.all([listAll(from), listAll(to)])
    const waiting = [...files.values()].filter(({ name }) => !seen.has(name))
    if (waiting.length === 0) break
    const total = seen.size + waiting.length
    const work = async (): Promise<void> => {
      for (let file = waiting.pop(); file; file = waiting.pop()) {
        try {
          if (await isPresent(from, to, file, there.get(file.name))) result.present += 1
          else {
            const bytes = await copyOne(from, to, file.name)
            if (bytes !== null) {
              result.copied += 1
              result.copiedBytes += bytes
            }
          }
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          result.failed.push({ name: file.name, reason })
        }
        seen.add(file.name)
        onProgress(seen.size, total)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  return result
}
