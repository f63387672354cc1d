import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'

/** The JSON body of a control call; an empty body reads as `{}`. Throws a 400 that names what is wrong. */
export async function parseControl<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(readJson(await c.req.text()))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`,
  )
  throw new HTTPException(400, { message: faults.join('; ') })
}

/** Throws a 404; typed so that it can follow `??`. */
export function unknown(what: string, id: string): never {
  throw new HTTPException(404, { message: `There is no ${what} ${id}` })
}

function readJson(text: string): unknown {
  if (!text.trim()) return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new HTTPException(400, { message: 'The body is not JSON' })
  }
}
