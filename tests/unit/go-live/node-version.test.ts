const { hasSecurityFixes } = await import('@/modules/go-live/rules/node-version.mjs')

it.each([
  ['20.20.2', false],
  ['22.23.3', false],
  ['22.23.4', true],
  ['23.11.0', false],
  ['24.22.0', false],
  ['24.22.1', true],
  ['24.23.0', true],
  ['25.9.0', false],
  ['26.12.1', true],
  ['27.0.0', true],
])('Node %s has the security fixes of 2026: %s', (version, expected) => {
  expect(hasSecurityFixes(version)).toBe(expected)
})

export {}
