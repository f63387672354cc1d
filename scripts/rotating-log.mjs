// Log files: one a day, deleted after the 30 days that the privacy policy promises.
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'

const maxBytes = 20 * 1024 * 1024
/** A file covers one day, so its oldest line is a day older than its last change. */
const keptDays = 29
const dayMs = 24 * 60 * 60 * 1000
/** How long to wait before reopening a log that couldn't be written. */
const retryMs = 60_000

/** @param {number} time */
const dayOf = (time) => new Date(time).toISOString().slice(0, 10)

/** Moves a log away under the day of its last line. @param {string} file @param {number} time */
function archive(file, time) {
  const name = (/** @type {number} */ index) =>
    `${file}.${dayOf(time)}${index > 0 ? `.${index}` : ''}`
  let index = 0
  while (existsSync(name(index))) index += 1
  renameSync(file, name(index))
}

/** Deletes archived logs that are too old. @param {string} file @param {number} now */
function deleteOld(file, now) {
  const folder = path.dirname(file)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(file)}.`)) continue
    const archived = path.join(folder, name)
    if (statSync(archived).mtimeMs < now - keptDays * dayMs) rmSync(archived, { force: true })
  }
}

/**
 * Opens a log for appending. A line that can't be written, for example because the disk is full, is lost, and the process
 * goes on. Only its owner may read it, because an unforeseen error may name a person.
 * @param {string} file
 * @param {{ now?: () => number, limitBytes?: number }} [options]
 */
export function openLog(file, { now = Date.now, limitBytes = maxBytes } = {}) {
  let day = ''
  let bytes = 0
  /** @type {import('node:fs').WriteStream | undefined} */
  let stream
  let failedAt = 0
  const fail = () => {
    stream = undefined
    failedAt = now()
  }
  const open = () => {
    mkdirSync(path.dirname(file), { recursive: true })
    const old = existsSync(file) ? statSync(file) : undefined
    const isCurrent = old && dayOf(old.mtimeMs) === dayOf(now()) && old.size < limitBytes
    if (old && !isCurrent) archive(file, old.mtimeMs)
    else if (old) chmodSync(file, 0o600)
    deleteOld(file, now())
    day = dayOf(now())
    bytes = isCurrent ? old.size : 0
    const opened = createWriteStream(file, { flags: 'a', mode: 0o600 })
    opened.on('error', () => {
      if (stream === opened) fail()
    })
    stream = opened
  }
  const rotate = () => {
    stream?.end()
    stream = undefined
    if (existsSync(file)) archive(file, Date.parse(day))
    open()
  }
  open()
  return {
    /** @param {Buffer | string} chunk */
    write(chunk) {
      try {
        if (!stream && now() - failedAt >= retryMs) open()
        else if (stream && (day !== dayOf(now()) || bytes >= limitBytes)) rotate()
      } catch {
        fail()
      }
      bytes += chunk.length
      stream?.write(chunk)
    },
    /** @returns {Promise<void>} resolves once everything is written, or can't be */
    end() {
      return new Promise((resolve) => {
        if (!stream || stream.destroyed) return resolve()
        stream.once('close', () => resolve())
        stream.end()
      })
    },
  }
}
