// npm run structure: whether the code keeps the shape that docs/architecture.md describes. It measures the imports and
// the files, and fails when a figure is worse than its limit. With --write it also renews the diagram of the modules in
// docs/architecture.md; without, it fails when the diagram is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import ts from 'typescript'

/**
 * The limit of each figure (a maximum, or a minimum with `min`), and its goal. A limit is only ever tightened: when a
 * figure is better than its limit, set the limit to the figure. Only the size of the code grows with what the shop can
 * do: raise its limit with a new feature, and say so in the commit.
 */
const limits = {
  importsInsideDomain: { min: 70, goal: 70, label: 'imports that stay inside their domain, %' },
  importCycles: { max: 0, goal: 0, label: 'import cycles' },
  crowdedFolders: {
    max: 0,
    goal: 0,
    label: 'folders with more than 25 files (besides src/collections)',
  },
  tinyFiles: { max: 0, goal: 0, label: 'files under 15 lines with a single consumer' },
  handWrittenKb: { max: 5260, goal: 2000, label: 'hand-written code in src, kB' },
  rawSql: { max: 41, goal: 60, label: 'raw SQL executions outside migrations' },
  casts: { max: 6, goal: 9, label: '`as unknown as`, `as never`, and non-null assertions' },
  longFunctions: { max: 0, goal: 0, label: 'functions over 60 lines' },
}

const crowdedFrom = 26
const tinyBelow = 15
const maxFunctionLines = 60

const generated =
  /^src\/(payload-types\.ts|payload-generated-schema\.ts|migrations\/|app\/\(payload\)\/admin\/importMap\.js)/
const code = /\.(tsx?|mjs|cjs|js|css)$/
/** Files that Next or Payload finds by name: nothing imports them, or only the framework does. */
const foundByName =
  /\/(page|layout|template|loading|error|global-error|not-found|global-not-found|default|route|[\w-]+-screen)\.tsx?$/

const filesIn = (folder) =>
  ts.sys
    .readDirectory(
      folder,
      ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.css'],
      ['node_modules', '.next', '.data'],
    )
    .map((file) => path.relative('.', path.resolve(file)).replaceAll(path.sep, '/'))
const textOf = (file) => readFileSync(file, 'utf8')
const countBy = (items, keyOf) =>
  items.reduce(
    (counts, item) => counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1),
    new Map(),
  )

/** The whole import graph with the violations of the import rules. */
const readImports = async () => {
  const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  const { output } = await cruise(
    ['src', 'sandbox', 'payload.config.ts', 'next.config.ts'],
    { ...options, ruleSet: { forbidden }, validate: true, outputType: 'json' },
    undefined,
    { tsConfig: extractTSConfig('tsconfig.json') },
  )
  const { modules, summary } = JSON.parse(output)
  const isOurs = (file) => /^(src|sandbox|payload\.config|next\.config)/.test(file)
  const imports = modules
    .filter(({ source }) => isOurs(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => isOurs(resolved))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    )
  return { imports, violations: summary.violations }
}

/** What serves one domain outside of src/modules: the folders of providers, screens, routes, and components. */
const foldersOf = {
  accounts: [
    'providers/sign-in',
    'admin/account',
    'admin/api-keys',
    'admin/users',
    'components/account',
    'app/account',
    'app/auth',
    'app/login',
    'app/member',
  ],
  catalog: [
    'admin/categories',
    'admin/products',
    'components/product',
    'components/saved',
    'app/products',
    'app/products-list',
    'app/saved',
    'app/size-guide',
  ],
  checkout: ['providers/paypal', 'components/cart', 'app/cart'],
  content: [
    'admin/pages',
    'app/blog',
    'app/blog-list',
    'app/preview',
    'app/reflections',
    'app/reflections-list',
  ],
  fulfillment: ['providers/printful', 'admin/printful'],
  integrations: ['providers/etsy', 'providers/instagram', 'providers/tiktok', 'admin/imports'],
  newsletter: ['providers/mailchimp', 'admin/mailchimp', 'admin/subscribers'],
  'one-time-emails': ['app/emails'],
  orders: ['components/order', 'app/account/orders'],
  privacy: [
    'admin/data-requests',
    'app/account/privacy',
    'app/data-deletion',
    'app/privacy-policy',
  ],
  reviews: ['app/account/reviews'],
  shop: [
    'admin/audit',
    'admin/command-palette',
    'admin/dashboard',
    'admin/health',
    'admin/messages',
    'admin/settings',
    'components/home',
    'app/_home',
    'app/about',
    'app/api',
    'app/contact',
    'app/support',
    'app/terms',
    'app/tribe',
  ],
  social: ['providers/facebook', 'providers/linkedin', 'providers/x'],
}
const domains = new Set(
  readdirSync('src/modules', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
)
const domainOfFolder = new Map(
  Object.entries(foldersOf).flatMap(([domain, folders]) =>
    folders.map((folder) => [folder, domain]),
  ),
)

/**
 * What all domains build on, and what puts them together (route table, screens' frame, job list, clients): an import of
 * it, or by it, counts neither way.
 */
const isShared = (file) =>
  /^src\/[^/]+$/.test(file) || // payload-types.ts, proxy.ts …
  /^src\/(platform|ui|access|hooks|collections|globals|jobs|server|seed|migrations|app\/\(payload\))\//.test(
    file,
  ) ||
  /^src\/(admin|endpoints|providers|app\/\(shop\))\/[^/]+$/.test(file) ||
  /^src\/(endpoints\/http|admin\/(shell|form|list)|components\/layout)\//.test(file)

/**
 * The domain a file of src belongs to: its module, or the module that its endpoint, provider, screen, route, or
 * component serves.
 * @returns null for code that belongs to no domain; each of its imports leaves a domain or enters one
 */
const domainOf = (file) => {
  const [, folder, name, inner] =
    /^src\/(modules|endpoints|providers|admin|components|app\/\([a-z]+\))\/([^/]+)\/([^/]+)/.exec(
      file,
    ) ?? []
  if (!folder) return null
  const place = `${folder.replace(/\/.*/, '')}/${name}`
  return (
    domainOfFolder.get(`${place}/${inner}`) ??
    domainOfFolder.get(place) ??
    (domains.has(name) ? name : null)
  )
}

/** The strongly connected groups of more than one file (Tarjan). */
const cyclesOf = (imports) => {
  const targets = new Map()
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to])
  const index = new Map()
  const low = new Map()
  const stack = []
  const groups = []
  const visit = (file) => {
    index.set(file, index.size)
    low.set(file, index.get(file))
    stack.push(file)
    for (const target of targets.get(file) ?? []) {
      if (!index.has(target)) visit(target)
      if (stack.includes(target)) low.set(file, Math.min(low.get(file), low.get(target)))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) groups.push(group)
  }
  for (const file of targets.keys()) if (!index.has(file)) visit(file)
  return groups
}

const shareInside = (imports) => {
  const counted = imports.filter(({ from, to }) => !isShared(from) && !isShared(to))
  const inside = counted.filter(
    ({ from, to }) => domainOf(from) !== null && domainOf(from) === domainOf(to),
  )
  return Math.floor((inside.length / Math.max(1, counted.length)) * 100)
}

const crowded = (files) =>
  [...countBy(files, path.posix.dirname)]
    .filter(
      ([folder, count]) =>
        count >= crowdedFrom && !/^src\/(collections|migrations|seed\/.*pictures)$/.test(folder),
    )
    .map(([folder, count]) => `${folder} (${count})`)

const tiny = (files, imports) => {
  const consumers = new Map()
  for (const { from, to } of imports) consumers.set(to, (consumers.get(to) ?? new Set()).add(from))
  return files.filter(
    (file) =>
      /^src\/.*\.tsx?$/.test(file) &&
      !generated.test(file) &&
      !foundByName.test(file) &&
      !/^['"]use client['"]/.test(textOf(file)) &&
      consumers.get(file)?.size === 1 &&
      textOf(file).trimEnd().split('\n').length < tinyBelow,
  )
}

const isRawSql = (node, source) => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const [argument] = node.arguments
  if (argument === undefined) return false
  const { name, expression: target } = node.expression
  const targetText = target.getText(source)
  // Payload's pool, and connections of node-postgres.
  if (name.text === 'query') return /(^|\.)(client|pool|admin)$/.test(targetText)
  if (name.text !== 'execute') return false
  return (
    /(^|\.)(drizzle|tx|db|database)$/.test(targetText) || /^sql\b/.test(argument.getText(source))
  )
}

/** The name a person would look for: of the function itself, or of what it is assigned to. */
const nameOf = (node, source) =>
  node.name?.getText(source) ??
  (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent)
    ? node.parent.name.getText(source)
    : 'a callback')

/** What the syntax tree of one file holds. */
const readSyntax = (file) => {
  const source = ts.createSourceFile(
    file,
    textOf(file),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const findings = { rawSql: [], casts: [], longFunctions: [] }
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1
  const visit = (node) => {
    const place = () => `${file}:${lineOf(node.getStart(source))}`
    if (isRawSql(node, source)) findings.rawSql.push(place())
    const isCast =
      ts.isNonNullExpression(node) ||
      (ts.isAsExpression(node) &&
        (node.type.kind === ts.SyntaxKind.NeverKeyword ||
          (ts.isAsExpression(node.expression) &&
            node.expression.type.kind === ts.SyntaxKind.UnknownKeyword)))
    if (isCast) findings.casts.push(place())
    // A function that only returns another one is counted as that one.
    if (ts.isFunctionLike(node) && node.body && !ts.isArrowFunction(node.body)) {
      const length = lineOf(node.end) - lineOf(node.getStart(source)) + 1
      if (length > maxFunctionLines)
        findings.longFunctions.push(`${place()} ${nameOf(node, source)} (${length})`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

/** A node of the diagram: a module, or a folder of src. Folders that everything builds on are left out. */
const roomOf = (file) => {
  const [, folder, name] = /^src\/([^/]+)\/([^/]+)/.exec(file) ?? []
  if (!folder || ['platform', 'seed', 'migrations'].includes(folder)) return null
  return folder === 'modules' ? name : `${folder}/`
}

const markers = [
  '<!-- modules: written by npm run structure -- --write -->',
  '<!-- end of modules -->',
]

const diagramOf = (imports) => {
  const arrows = new Set()
  for (const { from, to } of imports) {
    const [left, right] = [roomOf(from), roomOf(to)]
    if (left && right && left !== right)
      arrows.add(
        `  ${JSON.stringify(left)} --> ${JSON.stringify(right)}`.replace(
          /"([^"]+)"/g,
          (_, name) => `${name.replace(/\W/g, '_')}["${name}"]`,
        ),
      )
  }
  return ['```mermaid', 'flowchart LR', ...[...arrows].sort(), '```'].join('\n')
}

const documentFile = 'docs/architecture.md'

/** Puts the diagram between its markers; they are added at the end of the document when it has none. */
const withDiagram = (text, diagram) => {
  const [begin, end] = markers
  const block = `${begin}\n${diagram}\n${end}`
  if (!text.includes(begin) || !text.includes(end))
    return `${text.trimEnd()}\n\n## Modules\nAn arrow points to what is imported.\n\n${block}\n`
  return text.slice(0, text.indexOf(begin)) + block + text.slice(text.indexOf(end) + end.length)
}

const { imports, violations } = await readImports()
const inSrc = imports.filter(({ from, to }) => from.startsWith('src/') && to.startsWith('src/'))
const files = ['src', 'sandbox', 'scripts', 'tests'].flatMap(filesIn)
const ours = files.filter((file) => file.startsWith('src/') && !generated.test(file))
const product = ours.filter((file) => !file.startsWith('src/seed/'))
const syntax = { rawSql: [], casts: [], longFunctions: [] }
for (const file of ours.filter((name) => /\.tsx?$/.test(name)))
  for (const [name, places] of Object.entries(readSyntax(file))) syntax[name].push(...places)

const cycles = cyclesOf(imports)
const lists = {
  importCycles: cycles.map((group) => group.join(' ↔ ')),
  crowdedFolders: crowded(files),
  tinyFiles: tiny(files, imports),
  ...syntax,
}
const figures = {
  importsInsideDomain: shareInside(inSrc),
  handWrittenKb: Math.round(
    product
      .filter((file) => code.test(file))
      .reduce((sum, file) => sum + Buffer.byteLength(textOf(file)), 0) / 1000,
  ),
  ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length])),
}

const failures = []
const verbose = process.argv.includes('--list')
for (const [name, { label, goal, min, max }] of Object.entries(limits)) {
  const figure = figures[name]
  const isWorse = min === undefined ? figure > max : figure < min
  console.log(
    `${isWorse ? '✗' : ' '} ${String(figure).padStart(6)}  ${label} (limit ${min ?? max}, goal ${goal})`,
  )
  if (isWorse) failures.push(`${label}: ${figure}, limit ${min ?? max}`)
  if ((isWorse || verbose) && lists[name])
    for (const line of lists[name]) console.log(`           ${line}`)
}
const counts = countBy(
  violations.filter(({ rule }) => rule.name !== 'no-circular'),
  ({ rule }) => rule.name,
)
for (const [name, count] of counts) {
  failures.push(`import rule ${name}: ${count}`)
  for (const { rule, from, to } of violations)
    if (rule.name === name) console.log(`✗ ${name}: ${from} → ${to}`)
}
console.log(
  `${counts.size === 0 ? ' ' : '✗'} ${String(counts.size).padStart(6)}  import rules that are broken (limit 0, goal 0)`,
)

const document = textOf(documentFile)
const wanted = withDiagram(document, diagramOf(inSrc))
if (wanted !== document) {
  if (process.argv.includes('--write')) writeFileSync(documentFile, wanted)
  else
    failures.push(
      `The diagram of the modules in ${documentFile} is stale. Run: npm run structure -- --write`,
    )
}
if (failures.length > 0) console.error(`\n${failures.join('\n')}`)
process.exitCode = failures.length > 0 ? 1 : 0
