import { makePerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'

beforeAll(async () => {
  await getTestPayload()
})

describe('messages of Payload’s API', () => {
  it('name what was created', async () => {
    const admin = await makePerson('admin')
    const created = await call<{ message: string; doc: { id: number } }>(
      'POST',
      '/cms/api/products',
      { as: admin, body: { name: 'Fern Tee', slug: 'fern-tee', basePrice: 32 } },
    )
    expect(created.body.message).toBe('Product created')
    const content = await call<{ message: string }>('POST', '/cms/api/content', {
      as: admin,
      body: { title: 'A walk', contentType: 'reflection', status: 'draft' },
    })
    expect(content.body.message).toBe('Content created')
  })

  it('say what could not be created', async () => {
    const editor = await makePerson('editor')
    const create = (body: object) =>
      call<{ errors: { message: string }[] }>('POST', '/cms/api/content', { as: editor, body })
    await create({
      title: 'A walk in March',
      contentType: 'reflection',
      status: 'draft',
      slug: 'the-same-walk',
    })
    const again = await create({
      title: 'A walk in March',
      contentType: 'reflection',
      status: 'draft',
      slug: 'the-same-walk',
    })
    expect([again.status, again.body.errors[0]?.message]).toEqual([
      400,
      expect.stringMatching(/^Error creating content: ./),
    ])
  })

  it('are the same for a wrong username, a wrong password, and a deactivated account', async () => {
    const person = await makePerson('editor')
    const former = await makePerson('editor', { isActive: false })
    const sentences = await Promise.all(
      [
        { username: 'nobody-at-all', password: person.password },
        { username: person.user.username, password: 'not the password' },
        { email: person.user.email, password: 'not the password' },
        { username: former.user.username, password: former.password },
      ].map(async (body) => {
        const answer = await call<{ errors: { message: string }[] }>(
          'POST',
          '/cms/api/users/login',
          { body },
        )
        return `${answer.status} ${answer.body.errors[0]?.message}`
      }),
    )
    expect(new Set(sentences)).toEqual(
      new Set(['401 The username or password provided is incorrect.']),
    )
  })
})
