import { portablePattern, portableSchema } from '@/modules/shop/queries/portable-schema'

it.each([
  [/^\d{5}(?:-\d{4})?$/, '^[0-9]{5}(-[0-9]{4})?$'],
  [/^[\w.-]{3}\w\/$/, '^[A-Za-z0-9_.-]{3}[A-Za-z0-9_]/$'],
  [/^\\d\.[\d]$/, '^\\\\d\\.[0-9]$'],
  [/^[ \u00a0]*$/, '^[ \u00a0]*$'],
  [/^(?!x)/, undefined],
  [/^\p{L}+$/u, undefined],
  [/\bword\b/, undefined],
  [/^\S+$/, undefined],
])('%s becomes %s', (pattern, portable) => {
  expect(portablePattern(pattern.source)).toBe(portable)
  const texts = ['12345', '12345-6789', 'a.bc/', '\\d.5', ' \u00a0', '']
  if (portable !== undefined)
    for (const text of texts) expect(new RegExp(portable).test(text)).toBe(pattern.test(text))
})

it('drops patterns implied by a format, empty conditions, and JavaScript’s integer limits', () => {
  expect(
    portableSchema(
      JSON.stringify({
        type: 'object',
        properties: {
          id: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 2_147_483_647 },
          row: { type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER },
          day: { type: 'string', format: 'date', pattern: '^(?:2000)$' },
          name: { type: 'string', allOf: [{ pattern: '\\p{L}' }, { pattern: '^\\S' }] },
          type: { type: 'string', pattern: '^a$' },
          price: { type: 'number', exclusiveMinimum: 0 },
        },
      }),
    ),
  ).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer', maximum: 2_147_483_647 },
      row: { type: 'integer', minimum: 1 },
      day: { type: 'string', format: 'date' },
      name: { type: 'string' },
      type: { type: 'string', pattern: '^a$' },
      price: { type: 'number', exclusiveMinimum: 0 },
    },
  })
})
