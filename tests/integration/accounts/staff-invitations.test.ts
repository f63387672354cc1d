import { makePerson, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

const sandbox = useSandbox()
let owner: TestPerson
let admin: TestPerson
beforeAll(async () => {
  await getTestPayload()
  ;[owner, admin] = await Promise.all([makePerson('super_admin'), makePerson('admin')])
})

type User = { id: number; role: string; invitedEmail: string | null; fields?: object }
let count = 0
const newEmail = (): string => `staff-${(count += 1)}@example.com`
const invite = (body: object, as: TestPerson | null = owner) =>
  call<User>('POST', '/api/admin/users/invitations', { as, body })
const resend = (id: number, as: TestPerson = owner) =>
  call('POST', `/api/admin/users/${id}/invitation`, { as, body: {} })
const mailsTo = async (address: string) => {
  await runWaitingJobs()
  return sandbox.mails(address)
}
/** The token of the latest link; the outbox lists the newest email first. */
const tokenOf = async (email: string): Promise<string> =>
  /\/auth\/invitation\?token=([\w-]{43})/.exec((await mailsTo(email))[0]?.text ?? '')?.[1] ?? ''
const password = 'seven slow ferns'
const accept = (token: string, body: object = {}) =>
  call<{ fields?: Record<string, string>; code?: string }>('POST', '/api/auth/invitation', {
    body: { token, username: `wren-${count}`, password, firstName: 'Wren', ...body },
  })
const userAt = async (id: number) =>
  (
    await rowsOf<{ username: string; email: string | null; role: string; has_password: boolean }>(
      sql`select username, email, role, has_password from users where id = ${id}`,
    )
  )[0]
const signIn = (username: string, entered = password) =>
  call('POST', '/api/auth/local', { body: { username, password: entered } })

it('lets an invited person choose a username and password with a one-time link and gives them the role', async () => {
  const email = newEmail()
  const { status, body } = await invite({ email: email.toUpperCase(), role: 'editor' })
  expect([status, body]).toMatchObject([201, { role: 'editor', invitedEmail: email }])
  const mails = await mailsTo(email)
  expect(mails.map(({ subject }) => subject)).toEqual(['You’re invited to Dayfern'])
  const token = await tokenOf(email)
  const answers = await Promise.all([accept(token), accept(token), accept(token)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410, 410])
  expect(await userAt(body.id)).toEqual({
    username: `wren-${count}`,
    email,
    role: 'editor',
    has_password: true,
  })
  expect((await signIn(`wren-${count}`)).status).toBe(200)
  const actions = await rowsOf(
    sql`select action, actor_id::integer as actor from audit_events
      where subject_type = 'user' and subject_id = ${String(body.id)} order by id`,
  )
  expect(actions).toEqual([
    { action: 'user.invited', actor: owner.user.id },
    { action: 'user.invitation_accepted', actor: body.id },
  ])
})

it('does not let anyone open the invited account without the link', async () => {
  const email = newEmail()
  const { body } = await invite({ email, role: 'admin' })
  const username = (await userAt(body.id))?.username ?? ''
  expect((await signIn(username, '')).status).toBe(400)
  expect((await signIn(username)).status).toBe(401)
  const before = (await mailsTo(email)).length
  for (const login of [username, email])
    await call('POST', '/api/auth/forgot', { body: { username: login } })
  expect(await mailsTo(email)).toHaveLength(before)
  expect((await accept('a'.repeat(43))).status).toBe(410)
})

it('rejects expired links, links that were replaced, and links of deactivated people', async () => {
  const email = newEmail()
  const { body } = await invite({ email, role: 'editor' })
  const first = await tokenOf(email)
  expect((await resend(body.id)).status).toBe(200)
  const second = await tokenOf(email)
  expect(second).not.toBe(first)
  expect((await accept(first)).status).toBe(410)
  await call('PATCH', `/api/admin/users/${body.id}`, { as: owner, body: { isActive: false } })
  expect((await accept(second)).status).toBe(410)
  expect((await resend(body.id)).status).toBe(404)
  await call('PATCH', `/api/admin/users/${body.id}`, { as: owner, body: { isActive: true } })
  await rowsOf(
    sql`update account_tokens set expires_at = now() - interval '1 minute' where user_id = ${body.id}`,
  )
  expect((await accept(second)).status).toBe(410)
  expect((await userAt(body.id))?.has_password).toBe(false)
})

it('says how to go on with an address that was invited already', async () => {
  const email = newEmail()
  const { body } = await invite({ email, role: 'editor' })
  const again = async () => (await invite({ email, role: 'editor' })).body.fields
  expect(await again()).toEqual({
    email: 'This address was already invited. You can resend the invitation in the list.',
  })
  await call('PATCH', `/api/admin/users/${body.id}`, { as: owner, body: { isActive: false } })
  expect(await again()).toEqual({
    email: 'This address was already invited. Reactivate the invitation in the list.',
  })
})

it('keeps the link usable after a weak password or a taken username', async () => {
  const email = newEmail()
  await invite({ email, role: 'editor' })
  const token = await tokenOf(email)
  expect((await accept(token, { password: 'short' })).body.fields).toHaveProperty('password')
  const taken = (await userAt(admin.user.id))?.username
  expect((await accept(token, { username: taken })).body.fields).toEqual({
    username: 'That username is taken.',
  })
  expect((await accept(token)).status).toBe(200)
})

it('names a taken username with the other errors of the form, but only to someone who has the link', async () => {
  const email = newEmail()
  await invite({ email, role: 'editor' })
  const token = await tokenOf(email)
  const username = (await userAt(admin.user.id))?.username
  const form = { username, password: 'password123', firstName: 'x'.repeat(61) }
  const fieldsOf = async (linkToken: string) => {
    const { status, body } = await accept(linkToken, form)
    expect(status).toBe(400)
    return body.fields
  }
  const others = {
    password: 'That password is too common. Please choose another; a short phrase works well.',
    firstName: 'Please use 60 characters or fewer.',
  }
  expect(await fieldsOf(token)).toEqual({ ...others, username: 'That username is taken.' })
  expect(await fieldsOf('a'.repeat(43))).toEqual(others)
  expect(await fieldsOf('invented')).toEqual({ ...others, token: 'This link is incomplete.' })
  expect((await accept(token)).status).toBe(200)
  expect(await fieldsOf(token)).toEqual(others)
})

it('does not send a second invitation to an email address with an account or a pending invitation', async () => {
  const email = newEmail()
  await rowsOf(sql`update users set email = ${email} where id = ${admin.user.id}`)
  expect((await invite({ email, role: 'editor' })).status).toBe(400)
  const other = newEmail()
  const answers = await Promise.all([1, 2].map(() => invite({ email: other, role: 'editor' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  expect(await mailsTo(other)).toHaveLength(1)
})

it('lets only super admins send invitations, and never for the role of super admin', async () => {
  const email = newEmail()
  expect((await invite({ email, role: 'editor' }, null)).status).toBe(401)
  expect((await invite({ email, role: 'editor' }, admin)).status).toBe(403)
  expect((await invite({ email, role: 'super_admin' })).status).toBe(400)
  expect((await invite({ email: 'not an address', role: 'editor' })).status).toBe(400)
  expect(await mailsTo(email)).toHaveLength(0)
})
