import type { PayloadRequest } from 'payload'
import { AppError } from '../errors'
import { checkPassword } from '../workflows/check-password'
import { type IssuedSession, issueSession } from '../workflows/issue-session'
import { clientAddress, forgive, spend } from './rate-limit'

/**
 * Allowances before anything is hashed: for one address, and for one address with one name. None for a name alone, or
 * anybody could lock somebody else out.
 */
const perAddress = { points: 20, seconds: 60 }
const perName = { points: 8, seconds: 10 * 60 }
const minute = { points: 8, seconds: 60 }

const spendForName = async (req: PayloadRequest, login: string): Promise<string> => {
  const key = `${clientAddress(req)} ${login}`
  await spend(req, 'sign-in-address', perAddress)
  await spend(req, 'sign-in-name', perName, key)
  return key
}

/**
 * Signs somebody in by name and password, for the shop and for the panel. One answer and one amount of work for a wrong
 * password, an unknown name and an account that is switched off.
 * @throws AppError unauthorized, too_many_requests
 */
export const signInWithPassword = async (req: PayloadRequest, login: string, password: string): Promise<IssuedSession> => {
  const key = await spendForName(req, login)
  const id = await checkPassword(req.payload, login, password)
  const issued = id === null ? null : await issueSession(req.payload, id)
  if (!issued) throw new AppError('unauthorized', 'Invalid username or password')
  await forgive(req, 'sign-in-name', perName, key)
  return issued
}

/** The same allowance for whoever proves a password again while signed in. */
export const spendForConfirmation = (req: PayloadRequest): Promise<void> => spend(req, 'confirm-password', minute, `user ${req.user?.id}`)
