import { readFileSync } from 'node:fs'

import { identityProviders, isGeneratedUsername } from '@/platform/identity-providers'

const { sandboxServices } = await import('../../../scripts/sandbox-services.mjs')

describe.each(identityProviders)('sign-in provider %s', (provider) => {
  const service = Object.entries(sandboxServices).find(([name]) => name === `${provider}-sign-in`)
  const names = Object.keys(service?.[1].keys ?? {})

  test('has a sandbox fake with two keys', () => {
    expect(names).toHaveLength(2)
  })

  test('has a fake with tests of its own', () => {
    const tests = readFileSync('sandbox/tests/identity.test.ts', 'utf8')
    expect(tests).toContain(`startHarness('${provider}-sign-in')`)
  })

  test('has its keys in .env.example', () => {
    const example = readFileSync('.env.example', 'utf8').split('\n')
    expect(example).toEqual(expect.arrayContaining(names.map((name) => `${name}=`)))
  })

  test('has its keys and its redirect URL in docs/operations.md', () => {
    const operations = readFileSync('docs/operations.md', 'utf8')
    for (const text of [...names, `/auth/${provider}/callback`]) expect(operations).toContain(text)
  })
})

test('only usernames in the format we generate count as generated', () => {
  expect(isGeneratedUsername('tiktok_hje33rdk')).toBe(true)
  for (const chosen of ['wren', 'tiktok_fan', 'myspace_hje33rdk', 'tiktok_hje33rdk2'])
    expect(isGeneratedUsername(chosen)).toBe(false)
})
