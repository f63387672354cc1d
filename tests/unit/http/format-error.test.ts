import { ValidationError } from 'payload'

import { formatError } from '@/hooks/format-error'

/** Accepts only the parts of a request that the function reads. */
const format = formatError as (args: object) => unknown

/** A validation error without a class name, as in a production build. */
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

describe('editor errors', () => {
  it('keep the rejected fields in a production build, and don’t name field paths in the message', async () => {
    const errors = [
      { path: 'title', message: 'Enter a title.' },
      { path: 'slug', message: 'Enter a URL with letters or numbers.' },
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

  it('use the message of a single rejected field', async () => {
    const answer = await respond(rejection([{ path: 'title', message: 'Enter a title.' }]))
    expect(answer).toMatchObject({
      response: { errors: [{ message: 'Error creating content: Enter a title.' }] },
    })
  })
})
