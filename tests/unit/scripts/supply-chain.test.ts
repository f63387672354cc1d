import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Locked = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  license?: string
  hasInstallScript?: boolean
}
type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> }

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const installed = Object.entries(packages)
  .filter(([place, { link }]) => place.includes('node_modules/') && !link)
  .map(([place, locked]) => ({ name: place.replace(/^.*node_modules\//, ''), ...locked }))
/** Packages used in production, without development tools. */
const shipped = installed.filter(({ dev }) => !dev)

const atLeast = (version: string, floor: string): boolean => {
  const [own, least] = [version, floor].map((text) => text.split('.').map(Number))
  const at = least?.findIndex((part, index) => part !== own?.[index]) ?? -1
  return at === -1 || (own?.[at] ?? 0) > (least?.[at] ?? 0)
}

/** The first versions without known vulnerabilities that affect the shop (security review of November 2026). */
const floors: Readonly<Record<string, string>> = {
  payload: '3.90.2',
  '@payloadcms/db-postgres': '3.90.2',
  '@payloadcms/next': '3.90.2',
  next: '16.4.1',
  sharp: '0.35.5',
  react: '19.2.6',
  'react-dom': '19.2.6',
  'drizzle-orm': '0.45.2',
  undici: '7.29.0',
  nodemailer: '8.0.5',
  jose: '5.10.0',
  'file-type': '21.3.4',
  pg: '8.20.0',
}

test('packages with known vulnerabilities are at a fixed version', () => {
  for (const [name, floor] of Object.entries(floors)) {
    const versions = shipped.filter((one) => one.name === name).map(({ version }) => version)
    expect([name, versions.length]).not.toEqual([name, 0])
    for (const version of versions)
      expect([name, version, atLeast(version ?? '0', floor)]).toEqual([name, version, true])
  }
})

test('the version comparison detects older versions', () => {
  expect(atLeast('3.90.1', '3.90.2')).toBe(false)
  expect(atLeast('3.9.9', '3.90.2')).toBe(false)
  expect(atLeast('4.0.0', '3.90.2')).toBe(true)
})

test('every direct dependency has an exact version', () => {
  for (const [name, version] of Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  }))
    if (name !== 'sandbox')
      expect(`${name} ${version}`).toMatch(/ (npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
})

test('every package has a SHA-512 hash', () => {
  const unchecked = installed.filter(({ integrity }) => !integrity?.startsWith('sha512-'))
  expect(installed.length).toBeGreaterThan(1000)
  expect(unchecked.map(({ name }) => name)).toEqual([])
})

test('the lockfile names no registry other than the public npm registry', () => {
  const others = installed.filter(
    ({ resolved }) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(others.map(({ name, resolved }) => `${name} ${resolved}`)).toEqual([])
})

test('npm is configured not to run install scripts', () => {
  expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true')
})

test('banned packages are not installed', () => {
  const refused =
    /^(@payloadcms\/(plugin-form-builder|plugin-import-export|plugin-mcp|plugin-ecommerce|plugin-stripe|graphql-playground)|request|event-stream|node-ipc)$/
  expect(shipped.filter(({ name }) => refused.test(name)).map(({ name }) => name)).toEqual([])
})

test('production packages have an approved license', () => {
  const allowed =
    /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache[- ]2\.0|BlueOak-1\.0\.0|CC-BY-4\.0|Python-2\.0|WTFPL|Unlicense|LGPL-3\.0-or-later|MPL-2\.0)$/
  const unclear = shipped
    .filter(
      ({ license = '' }) =>
        !license
          .replace(/[()]/g, '')
          .split(/ (?:OR|AND) /)
          .every((one) => allowed.test(one)),
    )
    .map(({ name }) => name)
    .filter((name) => !/^@next\/swc-/.test(name))
  // The package.json of these has no license or only a link. Their license files say: PayPal's SDK license for use
  // with its services, MIT twice, and Apache 2.0.
  expect(unclear.filter((name) => name !== 'sandbox').sort()).toEqual([
    '@paypal/checkout-server-sdk',
    'busboy',
    'streamsearch',
    'twitter-text',
  ])
})

test('no file in the repository contains an API key or private key', () => {
  const { status, stdout } = spawnSync(
    'git',
    [
      'grep',
      '-IhoE',
      '-e',
      [
        '-----BEGIN [A-Z ]*PRIVATE KEY-----$',
        'AKIA[0-9A-Z]{16}',
        'gh[pousr]_[A-Za-z0-9]{36}',
        'xox[baprs]-[A-Za-z0-9-]{10,}',
        'sk_live_[A-Za-z0-9]{20,}',
        'AIza[0-9A-Za-z_-]{35}',
        'EAA[A-Za-z0-9]{60,}',
        '[0-9a-f]{32}-us[0-9]{1,2}',
      ].join('|'),
      '--',
      ':!package-lock.json',
      ':!*.svg',
    ],
    { encoding: 'utf8' },
  )
  expect(status).toBe(0) // the sandbox's own key is found, so the search works
  const sandboxKeys = /^(0{32}|(5a4db0c){4}5a4d)-us\d$/
  expect(
    stdout
      .trim()
      .split('\n')
      .filter((key) => !sandboxKeys.test(key)),
  ).toEqual([])
})
