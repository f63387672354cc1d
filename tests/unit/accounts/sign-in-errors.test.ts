import { signInErrorText } from '@/modules/accounts/rules/sign-in-errors'

it('the connect_first error doesn’t mention a password, which the customer may not have', () => {
  expect(signInErrorText('connect_first')).toContain('Sign in the way you did before')
  expect(signInErrorText('connect_first')).not.toMatch(/password/i)
})

it.each(['unknown', '__proto__', 'toString', undefined, null, 7])(
  'error code %p shows no message',
  (code) => expect(signInErrorText(code)).toBeNull(),
)
