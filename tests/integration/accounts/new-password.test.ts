import { makePerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'

const common = 'password123'
const tooCommon = 'That password is too common. Please choose another; a short phrase works well.'
const missingEmail = 'Please enter an email address like name@example.com.'

const errorsOf = async (path: string, body: object, options: object = {}) => {
  const answer = await call('POST', path, { ...options, body })
  return { status: answer.status, fields: answer.body.fields as object | undefined }
}

beforeAll(async () => {
  await getTestPayload()
})

describe('a common password is named together with what is wrong with other fields', () => {
  it('when someone signs up', async () => {
    const { user } = await makePerson('customer')
    expect(
      await errorsOf('/api/auth/register', {
        username: user.username,
        password: common,
        email: 'name@',
      }),
    ).toEqual({
      status: 400,
      fields: { username: 'That username is taken.', password: tooCommon, email: missingEmail },
    })
    // A username that can't be looked up is an error of its own.
    expect(
      await errorsOf('/api/auth/register', { username: 'a\u0000b', password: common }),
    ).toMatchObject({ status: 400, fields: { password: tooCommon } })
  })

  it('when someone resets a password with a wrong recovery code', async () => {
    expect(
      await errorsOf('/api/auth/reset-with-code', {
        username: 'nobody-here',
        code: 'abcd-efgh-jkmn-pqrs',
        password: common,
      }),
    ).toEqual({
      status: 400,
      fields: {
        code: 'That username and code don’t match, or the code was already used.',
        password: tooCommon,
      },
    })
  })

  it('when someone changes a password and enters the current one wrong', async () => {
    const person = await makePerson('customer')
    const change = (password: string) =>
      errorsOf(
        '/api/account/password',
        { currentPassword: 'not my password', password },
        { as: person },
      )
    expect(await change(common)).toEqual({
      status: 403,
      fields: { currentPassword: 'That password is incorrect.', password: tooCommon },
    })
    expect(await change('nine quiet rivers')).toEqual({
      status: 403,
      fields: { currentPassword: 'That password is incorrect.' },
    })
  })
})

describe('the hourly limit of an address counts complete forms only', () => {
  const statusesOf = async (path: string, bodies: object[], from: string) => {
    const options = { headers: { 'x-client-address': from } }
    const statuses: number[] = []
    for (const body of bodies) statuses.push((await errorsOf(path, body, options)).status)
    return statuses
  }
  const times = (count: number, status: number) => Array<number>(count).fill(status)

  it('when someone signs up, who hears of 20 taken usernames in refused ones', async () => {
    const { user } = await makePerson('customer')
    const from = '198.51.100.140'
    const typo = { username: user.username, password: 'short' }
    const headers = { 'x-client-address': from }
    for (let form = 1; form <= 25; form += 1) {
      const { status, fields } = await errorsOf('/api/auth/register', typo, { headers })
      expect([status, Object.keys(fields ?? {}).toSorted()]).toEqual([
        400,
        form <= 20 ? ['password', 'username'] : ['password'],
      ])
    }
    const complete = Array.from({ length: 21 }, (_, n) => ({
      username: n === 0 ? 'first-try' : user.username,
      password: 'seven slow ferns',
    }))
    expect(await statusesOf('/api/auth/register', complete, from)).toEqual([
      201,
      ...times(19, 400),
      429,
    ])
    expect(await statusesOf('/api/auth/register', [typo], from)).toEqual([400])
  })

  it('when someone resets a password with a recovery code', async () => {
    const from = '198.51.100.141'
    const form = (n: number, code: string) => ({
      username: `nobody-${n}`,
      code,
      password: 'seven slow ferns',
    })
    const path = '/api/auth/reset-with-code'
    const typos = Array.from({ length: 25 }, (_, n) => form(n, ' '))
    expect(await statusesOf(path, typos, from)).toEqual(times(25, 400))
    const guesses = Array.from({ length: 22 }, (_, n) => form(n, 'abcd-efgh-jkmn-pqrs'))
    expect(await statusesOf(path, guesses, from)).toEqual([...times(20, 400), 429, 429])
  })
})

it('a body that is no form is refused for itself', async () => {
  expect(await errorsOf('/api/auth/register', [])).toMatchObject({ status: 400 })
})
