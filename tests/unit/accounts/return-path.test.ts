import { safeReturnPath } from '@/modules/accounts/rules/return-path'

it.each(['/account', '/products?search=tee&page=2', '/account/orders#top', '/admin/orders'])(
  '%s is a safe return path',
  (path) => {
    expect(safeReturnPath(path)).toBe(path)
  },
)

it.each([
  '/api/logout',
  '/API/logout',
  '/%61pi/logout',
  '/cms/api/users/logout',
  '/admin/logout',
  '/Admin/Logout',
  '/auth',
  '/login',
  '//evil.example',
  '/\\evil.example',
  '/..//evil.example',
  'https://evil.example',
  '/%',
  undefined,
])('%s is replaced with the home page', (path) => {
  expect(safeReturnPath(path)).toBe('/')
})
