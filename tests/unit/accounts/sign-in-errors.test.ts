import { signInErrorText } from '@/modules/accounts/rules/sign-in-errors'

it('whoever has to connect a sign-in first isn’t sent to a password they may not have', () => {
  expect(signInErrorText('connect_first')).toContain('Sign in the way you did before')
  expect(signInErrorText('connect_first')).not.toMatch(/password/i)
})

it.each(['unknown', '__proto__', 'toString', undefined, null, 7])('%p shows nothing', (code) =>
  expect(signInErrorText(code)).toBeNull(),
)
