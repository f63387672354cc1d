import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * One provider's state: a plain JSON value that is changed in place. With a data
 * folder it is kept in one file, written whole and renamed into place, shortly
 * after each change and at the end; without one it lives in memory only.
 */
export interface Store<State> {
  readonly state: State
  /** Marks the state as changed; it's written within a quarter of a second. */
  save: () => void
  /** Writes now, if anything is unwritten. */
  flush: () => void
  /** Resets to the empty state, on disk as well. */
  clear: () => void
}

const WRITE_DELAY_MS = 250
/** A large state is written less often: writing takes at most a tenth of the time. */
const REST_FACTOR = 10

export function createStore<State extends object>(
  name: string,
  empty: () => State,
  folder: string | undefined,
): Store<State> {
  const file = folder ? join(folder, `${name}.json`) : undefined
  const state: State = { ...empty(), ...(file ? readJson<State>(file) : undefined) }
  let timer: NodeJS.Timeout | undefined
  let delay = WRITE_DELAY_MS

  const flush = () => {
    if (!timer || !file) return
    clearTimeout(timer)
    timer = undefined
    const began = performance.now()
    writeAtomically(file, JSON.stringify(state))
    delay = Math.max(WRITE_DELAY_MS, (performance.now() - began) * REST_FACTOR)
  }
  const save = () => {
    if (file) timer ??= setTimeout(flush, delay)
  }
  const clear = () => {
    for (const key of Object.keys(state)) delete (state as Record<string, unknown>)[key]
    Object.assign(state, empty())
    save()
  }
  return { state, save, flush, clear }
}

/** Writes beside the file and renames, so that a reader never sees half of it. */
export function writeAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}

function readJson<State>(file: string): Partial<State> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<State>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`The sandbox can’t read ${file}; delete it to start over`, { cause: error })
  }
}
