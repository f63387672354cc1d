// How much script each page loads at first, gzipped: what Next puts into its HTML. Fails when a page is over its budget.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { gzipSync } from 'node:zlib'

const build = '.next'

/** In kB of 1,000 bytes; the first that fits the page. The aim for every page of the shop is 150 (docs/decisions/014). */
const budgets = [
  [/^\/\(payload\)\//, 690],
  [/^text editor/, 212],
  [/^\/\(focused\)\/checkout\/page/, 172.2],
  [/^\/\(focused\)\/checkout\//, 158.2],
  [/^\/\(shop\)\/cart\//, 159],
  [/^\/\(shop\)\/account\/security\//, 158],
  [/^\/\(shop\)\/account\/orders\//, 157],
  [/^\/\(shop\)\/products\//, 156.2],
  [/^\/\(shop\)\/(account|saved)\//, 154],
  [/^\/\(shop\)\/orders\//, 153.2],
  [/^\/\(shop\)\/(products-list|member)\//, 152],
  [/^\/\(shop\)\/(contact|gift-cards)\//, 151.2],
  [/^\/\(focused\)\//, 148.2],
  [/^\/\(shop\)\/preview\//, 150.2],
  [/^\/\(shop\)\//, 150],
]

const textOf = (file) => readFileSync(path.join(build, file), 'utf8')

const sizes = new Map()
const sizeOf = (file) => {
  if (!sizes.has(file))
    sizes.set(file, gzipSync(readFileSync(path.join(build, file)), { level: 9 }).length)
  return sizes.get(file)
}

/** The scripts of each page by its route: '/(shop)/cart/page' → files below .next. */
const scriptsOfPages = () => {
  const { rootMainFiles } = JSON.parse(textOf('build-manifest.json'))
  const manifests = readdirSync(path.join(build, 'server/app'), { recursive: true })
    .filter((name) => name.endsWith('page_client-reference-manifest.js'))
    .map((name) => {
      const sandbox = {}
      vm.runInNewContext(textOf(path.join('server/app', name)), sandbox)
      return Object.entries(sandbox.__RSC_MANIFEST)
    })
  return manifests
    .flat()
    .map(([route, { entryJSFiles }]) => ({
      route,
      files: new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()]),
    }))
}

/** The files that a script loads later: a list for each `import()`. */
const importsOf = (file) =>
  [...textOf(file).matchAll(/Promise\.all\(\[("static\/chunks\/[^\]]+)\]/g)].map(([, files]) =>
    JSON.parse(`[${files}]`),
  )

/** What the admin loads besides, once one of its screens shows the text editor (src/admin/lazy-components). */
const scriptsOfEditor = (pages) => {
  const { files: loaded } = pages.find(({ route }) => route.startsWith('/(payload)/'))
  // The class of the editor's block menu.
  const start = [...loaded]
    .flatMap(importsOf)
    .find((files) => files.some((file) => textOf(file).includes('slash-menu-popup')))
  if (!start) throw new Error('The script that loads the text editor of the admin wasn’t found.')
  const files = new Set()
  const add = (file) => {
    if (!file.endsWith('.js') || loaded.has(file) || files.has(file)) return
    files.add(file)
    importsOf(file).flat().forEach(add)
  }
  start.forEach(add)
  return { route: 'text editor, on top of the admin’s page', files }
}

/** @returns each page, and the admin's text editor, with its size and its budget in kB, the largest first */
export function browserJavascript() {
  const pages = scriptsOfPages()
  return [...pages, scriptsOfEditor(pages)]
    .map(({ route, files }) => ({
      route,
      size: [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1000,
      budget: budgets.find(([pages]) => pages.test(route))?.[1] ?? Infinity,
    }))
    .sort((one, other) => other.size - one.size)
}

/** Throws with the pages that are over their budget. */
export function checkBrowserJavascript() {
  const over = browserJavascript().filter(({ size, budget }) => size > budget)
  if (over.length > 0)
    throw new Error(
      over
        .map(({ route, size, budget }) => `${route}: ${size.toFixed(1)} kB of ${budget} kB`)
        .join('\n'),
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { route, size } of browserJavascript()) console.log(size.toFixed(1).padStart(6), route)
  checkBrowserJavascript()
}
