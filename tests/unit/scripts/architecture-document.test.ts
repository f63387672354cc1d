import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const skipped = new Set(['node_modules', '.git', '.next', '.data', 'dist'])
/** Every file and folder of the repository, relative to its root; folders end with a slash. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder || '.', { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name)
      return entry.isDirectory() ? [`${file}/`, ...filesBelow(file)] : [file]
    })
const files = filesBelow('')
const exists = (name: string): boolean =>
  files.some((file) => file === name || file.endsWith(`/${name}`) || file.startsWith(`${name}/`))

/** File and folder names in `code`: those with a file extension and those starting at the root of the repository. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`(\w[\w@.()/[\]-]+)`/g)]
    .map(([, name = '']) => name)
    .filter(
      (name) =>
        /\.(tsx?|mjs|cjs|md)$/.test(name) ||
        /^(src|scripts|tests|sandbox|bench|docs|public|art)\//.test(name),
    )

it.each(['docs/architecture.md', 'CONTRIBUTING.md', 'README.md'])(
  '%s names only files and folders that exist',
  (document) => {
    const paths = pathsIn(readFileSync(document, 'utf8'))
    expect(paths.length).toBeGreaterThan(1)
    expect(paths.filter((name) => !exists(name))).toEqual([])
  },
)

/** Paths in comments, from the root of the repository, of src, or of a module; they may lack an ending. */
const pathsInComments = (source: string): string[] =>
  [...source.matchAll(/\/\*[^]*?\*\/|\/\/ .*/g)].flatMap(
    ([comment]) =>
      comment.match(
        /(?<![\w/.@-])(?:src|scripts|tests|docs|modules|platform|providers|admin|endpoints|hooks|components|server|jobs|collections|access|seed|actions|rules|ui|app)\/[\w.()[\]/-]*\w/g,
      ) ?? [],
  )

it('comments name only files and folders that exist', () => {
  const sources = files.filter((file) =>
    /^(src|scripts|sandbox|tests)\/.*\.(tsx?|mjs|css)$/.test(file),
  )
  const missing = sources.flatMap((file) =>
    pathsInComments(readFileSync(file, 'utf8'))
      .filter((name) => !files.some((other) => `/${other}`.includes(`/${name}`)))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

it('every code block of a document is closed', () => {
  const documents = files.filter((file) => file.endsWith('.md'))
  const open = documents.filter(
    (file) => (readFileSync(file, 'utf8').match(/^```/gm)?.length ?? 0) % 2 === 1,
  )
  expect(open).toEqual([])
})

it('the layout in docs/architecture.md lists every folder of src', () => {
  const [, layout = ''] =
    /## Layout\n```\n([\s\S]*?)```/.exec(readFileSync('docs/architecture.md', 'utf8')) ?? []
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => !layout.includes(`${name}/`))).toEqual([])
})

it('the endpoint in docs/architecture.md is one of the shop’s, word for word', () => {
  const squeeze = (text: string): string => text.replace(/\s+/g, '')
  const [, example = ''] =
    /```ts\n(endpoint\([\s\S]*?)```/.exec(readFileSync('docs/architecture.md', 'utf8')) ?? []
  const source = squeeze(readFileSync('src/endpoints/discounts/admin-discounts.ts', 'utf8'))
  const lines = example
    .trim()
    .split('\n')
    .filter((line) => !/ (requires|limit):/.test(line))
  expect(lines.length).toBeGreaterThan(8)
  // The file names its permission and its limit once for all endpoints.
  expect(lines.filter((line) => !source.includes(squeeze(line)))).toEqual([])
})
