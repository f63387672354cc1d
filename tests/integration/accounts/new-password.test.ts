import { makePerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'

const common = 'password123'
const tooCommon = 'That password is too common. Please choose another; a short phrase works well.'
const missingEmail = 'Please enter an email address like name@example.com.'

const errorsOf = async (path: string, body: object, options: object = {}) => {
  const answer = await call('POST', path, { ...options, body })
  return { status: answer.status, fields: answer.body.fields }
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
    // A name that can't be looked up is refused for itself.
    expect(
      await errorsOf('/api/auth/register', { username: 'a\u0000b', password: common }),
    ).toMatchObject({ status: 400, fields: { password: tooCommon } })
  })

  it('when someone accepts an invitation', async () => {
    const { user } = await makePerson('customer')
    const token = 'a'.repeat(43)
    expect(
      await errorsOf('/api/auth/invitation', {
        token,
        username: user.username,
        password: common,
        firstName: 'x'.repeat(61),
      }),
    ).toEqual({
      status: 400,
      fields: {
        username: 'That username is taken.',
        password: tooCommon,
        firstName: 'Please use 60 characters or fewer.',
      },
    })
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

it('a body that is no form is refused for itself', async () => {
  expect(await errorsOf('/api/auth/register', [])).toMatchObject({ status: 400 })
})
