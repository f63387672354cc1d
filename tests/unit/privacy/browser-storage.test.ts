import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { browserStorage } from '@/modules/privacy/rules/records-of-processing'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(file) : /\.tsx?$/.test(entry.name) ? [file] : []
  })

/** How code stores something. The group is its name: a literal, a constant, or an expression that is listed nowhere. */
const storagePatterns = [
  /(?<!function )\bcreate(?:LocalStorageStore|IdStore|SessionStorageStore)(?:<[^(]*>)?\(\s*([^,)]+)/g,
  /\b(?:local|session)Storage\.setItem\(([^,]+),/g,
  /\b(?:local|session)Storage(\.\w+|\[[^\]]*\])\s*=(?!=)/g,
  /\bdocument(\.cookie) = (?!.*Max-Age=0)/g,
]
const cookies = [
  /\bconst \w*[cC]ookie(?::[^=]+)? = (?:\{ name: )?('[^']+')/g,
  /\bcreateEncryptedCookie\(\s*([^,]+),/g,
  /`([\w-]+)=[^`]*; ?Path=/g,
]

/** Names that are put together elsewhere. */
const exceptions: Record<string, string[]> = {
  'src/components/content/audio-playback.ts: key(id)': ['listening:…'],
  // The key of createIdStore.
  'src/components/saved/saved-store.ts: key': [],
}

/** Returns the names that a file stores something under, and what they couldn’t be read from. */
const namesIn = (file: string, patterns: readonly RegExp[]): string[] => {
  const text = readFileSync(file, 'utf8')
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, key = '']) => key.trim()))
    .flatMap((key) => {
      const where = `${file}: ${key}`
      if (exceptions[where]) return exceptions[where]
      const constants = [...text.matchAll(/^(?:export )?const (\w+) = ('[^']+')/gm)]
      const value = constants.find(([, name]) => name === key)?.[2] ?? key
      return /^'([^']+)'$/.exec(value)?.[1] ?? where
    })
}
const unlisted = (names: readonly string[]): string[] =>
  names.filter(
    (name) => !browserStorage.some((listed) => [name, `${name}-…`].includes(listed.name)),
  )

it('the privacy page lists everything that pages store in the browser', () => {
  const stored = [
    'src/ui',
    'src/components',
    'src/app/(shop)',
    'src/app/(focused)',
    'src/endpoints',
  ]
    .flatMap(filesBelow)
    .flatMap((file) => namesIn(file, storagePatterns))
  expect(stored.length).toBeGreaterThan(15)
  expect(unlisted(stored)).toEqual([])
})

it('the privacy page lists every cookie that the server sets', () => {
  const set = ['src/endpoints', 'src/modules', 'src/app/(shop)', 'src/app/(focused)']
    .flatMap(filesBelow)
    .flatMap((file) => namesIn(file, cookies))
  expect(set.length).toBeGreaterThan(7)
  expect(unlisted(set)).toEqual([])
})

it('recognizes each way to store something under a name that isn’t listed', () => {
  for (const line of [
    "const dateKey = 'sober-since'\nlocalStorage.setItem(dateKey, date)",
    'sessionStorage.setItem(draftKey(id), text)',
    'localStorage.mood = text',
    'localStorage[name] = text',
    "createLocalStorageStore<string>(\n  'mood',\n  '')",
    'document.cookie = `mood=${text}; Path=/; Max-Age=3600`',
  ])
    expect([line, storagePatterns.some((way) => new RegExp(way).test(line))]).toEqual([line, true])
})
