import {
  chosenKinds,
  type ConnectionState,
  describeConnectionProblem,
  notificationKinds,
  notificationKindsFor,
  notificationPermissionsFor,
  readChoices,
} from '@/modules/notifications/rules'

it('each role gets the notification kinds that its permissions cover', () => {
  expect(notificationKindsFor('customer')).toEqual([])
  expect(notificationKindsFor('editor')).toEqual(['connections'])
  expect(notificationKindsFor('admin')).toEqual([...notificationKinds])
  expect(notificationKindsFor('super_admin')).toEqual([...notificationKinds])
  expect(notificationPermissionsFor('customer')).toEqual([])
  expect(notificationPermissionsFor('editor').sort()).toEqual(['posts:import', 'social:write'])
})

it.each([null, undefined, 'broken', 7, [], { orders: 'broken' }, { orders: { inApp: 1 } }])(
  'stored preferences %j fall back to the defaults: in the admin but not by email',
  (stored) => {
    expect(readChoices(stored).orders).toEqual({ inApp: true, email: false })
    expect(chosenKinds('admin', stored, 'inApp')).toEqual([...notificationKinds])
    expect(chosenKinds('admin', stored, 'email')).toEqual([])
  },
)

it('a preference applies only to its kind', () => {
  const stored = { orders: { inApp: false, email: true } }
  expect(chosenKinds('admin', stored, 'email')).toEqual(['orders'])
  expect(chosenKinds('admin', stored, 'inApp')).not.toContain('orders')
  expect(chosenKinds('admin', stored, 'inApp')).toContain('returns')
  expect(chosenKinds('editor', stored, 'email')).toEqual([])
})

describe('connection notification', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  const state: ConnectionState = {
    name: 'Etsy',
    hasFailed: false,
    expiresAt: null,
    lastGoodAt: null,
  }
  const occasion = (change: Partial<ConnectionState>) =>
    describeConnectionProblem({ ...state, ...change }, now).occasion

  it('reports a failure rather than an expired sign-in', () => {
    const expired = { ...state, expiresAt: '2026-11-24T11:59:59.000Z' }
    expect(describeConnectionProblem({ ...expired, hasFailed: true }, now).title).toBe(
      'Etsy isn’t working',
    )
    expect(describeConnectionProblem(expired, now).title).toBe('Etsy is signed out')
    const expiring = { ...state, expiresAt: '2026-11-24T12:00:01.000Z' }
    expect(describeConnectionProblem(expiring, now).title).toBe('Etsy expires soon')
  })

  it('repeats at most once a day when the connection fails again after it worked', () => {
    const failing = { hasFailed: true }
    const first = occasion({ ...failing, lastGoodAt: '2026-11-23T08:00:00.000Z' })
    expect(occasion({ ...failing, lastGoodAt: '2026-11-23T20:00:00.000Z' })).toBe(first)
    expect(occasion({ ...failing, lastGoodAt: '2026-11-24T08:00:00.000Z' })).not.toBe(first)
    expect(occasion(failing)).not.toBe(first)
  })
})
