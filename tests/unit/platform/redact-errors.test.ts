import { redactError, redactText, serializeError } from '@/platform/logging/redact-errors'

const canary = /canary|hash-of-it/i

it('removes email addresses and query values from logged errors and their causes', () => {
  const cause = Object.assign(new Error('duplicate key value violates "users_email_idx"'), {
    code: '23505',
    constraint: 'users_email_idx',
    detail: 'Key (email)=(canary@example.com) already exists.',
    parameters: ['canary'],
  })
  const error = new Error(
    'Failed query: insert into users values ($1)\nparams: canary,hash-of-it',
    { cause },
  )
  const logged = JSON.stringify(serializeError(error))
  expect(logged).not.toMatch(canary)
  expect(logged).toContain('insert into users')
  expect(logged).toContain('users_email_idx')
  expect(logged).toContain('redact-errors.test')
})

it.each([
  ['550 <canary@example.com> unknown user', '550 <[email]> unknown user'],
  ['No recipient: canary+news@mail.example.co.uk.', 'No recipient: [email]'],
  [
    'Key (lower(email))=(canary@example.com) already exists.',
    'Key (lower(email))=(…) already exists.',
  ],
  ['The order DF-1001 was not found', 'The order DF-1001 was not found'],
])('%s becomes %s', (text, expected) => {
  expect(redactText(text)).toBe(expected)
})

it('a job error keeps its message without email addresses and loses its other properties', () => {
  const error = Object.assign(new Error('Message failed: 550 5.1.1 <canary@example.com>'), {
    rejected: ['canary@example.com'],
    response: '550 canary@example.com',
  })
  const redacted = redactError(error)
  expect(redacted.message).toBe('Message failed: 550 5.1.1 <[email]>')
  expect(`${redacted.stack} ${JSON.stringify(redacted)}`).not.toMatch(canary)
})
