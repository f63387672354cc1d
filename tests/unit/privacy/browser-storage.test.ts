import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { browserStorage } from '@/modules/privacy/rules/records-of-processing'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(file) : /\.tsx?$/.test(entry.name) ? [file] : []
  })

/** How the shop's browser code names what it stores. New ways of storing data have to be added here. */
const ways = [
  /create(?:LocalStorageStore|IdStore|SessionStorageStore)(?:<[^(]*>)?\('([^']+)'/g,
  /(?:local|session)Storage\.(?:setItem|getItem)\('([^']+)'/g,
  /^const (?:flashKey|key) = '([^']+)'/gm,
]

it('the privacy page lists everything that pages store in the browser', () => {
  const kept = ['src/ui', 'src/components', 'src/app/(shop)']
    .flatMap(filesBelow)
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return ways.flatMap((way) => [...text.matchAll(way)].map(([, name]) => name))
    })
  expect(kept.length).toBeGreaterThan(8)
  expect(kept.filter((name) => !browserStorage.some((listed) => listed.name === name))).toEqual([])
})
