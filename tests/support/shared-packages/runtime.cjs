/**
 * A jest runtime that loads packages once per worker. Jest's own has a module registry per test file, so that each of
 * 200 files loads Payload, Next, and React anew, which takes longer than its tests.
 *
 * Our own code (src, sandbox, tests) is still loaded anew for each file: bundleTests() of scripts/bundle.mjs compiles it into
 * one module, of which each file gets an instance, so that what our modules cache is fresh. What packages keep on
 * `globalThis`, the environment variables, and replaced functions are reset after each file. A test that needs jest's
 * own module registry is named `*.isolated.test.ts`.
 */
const crypto = require('node:crypto')
const { readFileSync } = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { SourceTextModule, SyntheticModule } = require('node:vm')
const { ModuleMocker } = require('jest-mock')

const bundleFile = path.resolve(process.env.TEST_BUNDLE)
const source = readFileSync(bundleFile, 'utf8')
/** What V8 compiled for the first file, for all others. */
let cachedData
const packages = new Map()
const variables = { ...process.env }
const mocker = new ModuleMocker(globalThis)
const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL')
let globalsOfPackages
let queries

// Most tests create users. A hash with the real number of rounds takes 0.1 s of CPU time; the browser tests use it.
const { pbkdf2 } = crypto
crypto.pbkdf2 = (password, salt, rounds, ...rest) =>
  pbkdf2(password, salt, Math.min(rounds, 1000), ...rest)
syncBuiltinESMExports()

const asModule = (exports) =>
  new SyntheticModule(Object.keys(exports), function setAll() {
    for (const [name, value] of Object.entries(exports)) this.setExport(name, value)
  })

/** @returns the package as a module that all instances of the bundle can import. */
const importPackage = (name) => {
  if (!packages.has(name)) packages.set(name, import(name).then(asModule))
  return packages.get(name)
}

/** hideQueryValues() of src/platform/logging/redact-errors.ts wraps a method of Drizzle. */
const drizzleQueries = async () => {
  const { namespace } = await importPackage('@payloadcms/db-postgres/drizzle/pg-core')
  const { prototype } = namespace.PgPreparedQuery
  return { prototype, queryWithCache: prototype.queryWithCache }
}

const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  replaceProperty: mocker.replaceProperty.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  setTimeout: (timeoutMs) => {
    globalThis[testTimeout] = timeoutMs
  },
}

class SharedPackages {
  #files

  /** Loads an instance of the bundle; our code is evaluated when a file is imported from it. */
  async #load() {
    const bundle = new SourceTextModule(source, {
      identifier: bundleFile,
      cachedData,
      initializeImportMeta: (meta) => {
        meta.url = pathToFileURL(bundleFile).href
      },
      importModuleDynamically: (name) => import(name),
    })
    cachedData ??= bundle.createCachedData()
    await bundle.link((name) =>
      name === '@jest/globals' ? asModule({ jest }) : importPackage(name),
    )
    await bundle.evaluate()
    queries ??= await drizzleQueries()
    globalsOfPackages ??= new Set(Object.getOwnPropertyNames(globalThis))
    return bundle.namespace.files
  }

  setGlobalsForRuntime(globals) {
    Object.assign(globalThis, globals)
  }

  requireInternalModule(file) {
    // jest-circus keeps its tests and hooks in this module and on globalThis.
    delete require.cache[file]
    delete globalThis[Symbol.for('EVENT_HANDLERS')]
    return require(file)
  }

  requireModule(file) {
    return require(file)
  }

  unstable_shouldLoadAsEsm() {
    return true
  }

  async unstable_importModule(file) {
    this.#files ??= await this.#load()
    const name = path.relative(process.cwd(), file)
    if (!this.#files[name]) throw new Error(`${name} is not in the bundle of tests.`)
    return this.#files[name]()
  }

  getSourceMaps() {
    return new Map([[bundleFile, `${bundleFile}.map`]])
  }

  getAllCoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}

  teardown() {
    mocker.restoreAllMocks()
    delete globalThis[testTimeout]
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name]
    Object.assign(process.env, variables)
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (!globalsOfPackages?.has(name)) delete globalThis[name]
    if (queries) queries.prototype.queryWithCache = queries.queryWithCache
    // Payload finds its instance in this map, which belongs to the file that has just ended.
    globalThis._payload?.clear()
  }
}

exports.default = SharedPackages
exports.__esModule = true
