import { ValidationError } from 'payload'

import { formatError } from '@/hooks/format-error'

/** With only what it reads of a request. */
const format = formatError as (args: object) => unknown

/** As in a build, which leaves classes without names. */
const rejection = (errors: { path: string; message: string }[]): ValidationError =>
  Object.assign(new ValidationError({ collection: 'content', errors }), { name: '' })

const respond = async (error: ValidationError) =>
  await format({
    collection: { slug: 'content' },
    context: {},
    error,
    req: { method: 'POST', pathname: '/cms/api/content' },
    result: { errors: [{ message: error.message }] },
  })

describe('errors of the editor', () => {
  it('keep the rejected fields in a build, and name no field paths', async () => {
    const errors = [
      { path: 'title', message: 'Enter a title.' },
      { path: 'slug', message: 'Enter a URL with letters or digits.' },
    ]
    const answer = await respond(rejection(errors))
    expect(answer).toMatchObject({
      response: {
        errors: [
          { message: 'Error creating content: Check the highlighted fields.', data: { errors } },
        ],
      },
    })
  })

  it('give the sentence of a single field', async () => {
    const answer = await respond(rejection([{ path: 'title', message: 'Enter a title.' }]))
    expect(answer).toMatchObject({
      response: { errors: [{ message: 'Error creating content: Enter a title.' }] },
    })
  })
})
