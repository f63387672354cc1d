import { sql } from '@payloadcms/db-postgres'
import type { PayloadRequest } from 'payload'

import { passwordMatches } from '@/modules/accounts/actions/passwords'
import { AppError } from '@/platform/errors'

import { consumePasswordAttempt } from './password-sign-in'
import { getSessionId } from './session'

const freshMinutes = 10

type Row = {
  hash: string | null
  salt: string | null
  has_password: boolean | null
  fresh: boolean
}

/**
 * Before something that cannot be undone: the password once more, or, for people who have none, a sign-in of the last
 * ten minutes. A browser that was left open is not enough.
 * @throws AppError unauthorized, invalid (no password given), forbidden (wrong, or signed in too long ago), too_many_requests
 */
export async function reauthenticate(
  req: PayloadRequest,
  password: string | undefined,
): Promise<void> {
  if (!req.user?.isActive) throw new AppError('unauthorized', 'Please sign in first.')
  const {
    rows: [found],
  } = await req.payload.db.drizzle.execute(sql`
    select hash, salt, has_password, exists (
      select from users_sessions where _parent_id = users.id and id = ${getSessionId(req) ?? ''} and created_at > now() - make_interval(mins => ${freshMinutes})) as fresh
    from users where id = ${req.user.id}`)
  const row = found as Row | undefined
  if (row?.has_password === false) {
    if (!row.fresh)
      throw new AppError(
        'forbidden',
        'Please sign in again first, so that we know it is you. Then come back within ten minutes.',
      )
    return
  }
  if (!password)
    throw new AppError('invalid', 'Please enter your password.', {
      fields: { currentPassword: 'Please enter your password.' },
    })
  await consumePasswordAttempt(req)
  if (!(await passwordMatches(password, row)))
    throw new AppError('forbidden', 'This is not your password.', {
      fields: { currentPassword: 'This is not your password.' },
    })
}
