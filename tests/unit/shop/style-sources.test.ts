import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = 'src/app'

it('Tailwind reads every file of the shop that has class names', () => {
  const sources = [
    ...readFileSync(`${folder}/globals.css`, 'utf8').matchAll(/@source "(.+)";/g),
  ].map(([, source = '']) => path.join(folder, source))
  const files = (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.tsx') && !name.startsWith('(payload)'))
    .map((name) => path.join(folder, name))
    .filter((file) => readFileSync(file, 'utf8').includes('className='))
  expect(files.length).toBeGreaterThan(50)
  expect(
    files.filter((file) => !sources.some((source) => `${file}/`.startsWith(`${source}/`))),
  ).toEqual([])
})
