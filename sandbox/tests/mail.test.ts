import { once } from 'node:events'
import { connect } from 'node:net'

import nodemailer from 'nodemailer'

import { type Rig, startRig } from './support'

interface Mail {
  id: string
  subject: string
  from: string
  text: string
  html: string
  envelope: { from: string; to: string[] }
  headers: { name: string; value: string }[]
  attachments: { filename: string; size: number }[]
}

let rig: Rig
let outbox: string
beforeAll(async () => {
  rig = await startRig('sandbox-test-mail')
  outbox = `http://127.0.0.1:${rig.sandbox.ports.mail}`
})
afterAll(() => rig.stop())
beforeEach(async () => {
  await fetch(`${outbox}/api/mails`, { method: 'DELETE' })
  await rig.control('DELETE', '/faults')
})

const send = (more: object = {}, auth?: { user: string; pass: string }) =>
  nodemailer
    .createTransport({
      host: '127.0.0.1',
      port: rig.sandbox.ports.smtp ?? 0,
      secure: false,
      ...(auth && { auth }),
    })
    .sendMail({
      from: 'Dayfern <hello@dayfern.example>',
      to: 'Jané Doe <jane@example.com>',
      subject: 'Your order is on its way ✓',
      text: 'Good news, Jané.',
      html: '<p>Good news, <b>Jané</b>.</p>',
      ...more,
    })
const mails = async (query = '') =>
  ((await (await fetch(`${outbox}/api/mails${query}`)).json()) as { mails: Mail[] }).mails

test('an email can be read in the outbox', async () => {
  await send({
    attachments: [{ filename: 'invoice.txt', content: 'INV-1' }],
    headers: { 'X-Shop': 'dayfern' },
  })
  const [mail] = await mails()
  expect(mail).toMatchObject({
    subject: 'Your order is on its way ✓',
    from: 'Dayfern <hello@dayfern.example>',
    envelope: { from: 'hello@dayfern.example', to: ['jane@example.com'] },
    attachments: [{ filename: 'invoice.txt', size: 5 }],
  })
  expect(mail?.text.trim()).toBe('Good news, Jané.')
  expect(mail?.html).toContain('<b>Jané</b>')
  expect(mail?.headers).toContainEqual({ name: 'x-shop', value: 'dayfern' })
})

test('the outbox finds emails by recipient, including blind copies, newest first', async () => {
  await send({ subject: 'one' })
  await send({ subject: 'two', bcc: 'Team@example.com' })
  expect((await mails('?to=jane@example.com')).map((mail) => mail.subject)).toEqual(['two', 'one'])
  expect((await mails('?to=team@example.com')).map((mail) => mail.subject)).toEqual(['two'])
  expect(await mails('?to=nobody@example.com')).toEqual([])
})

test('any password is accepted', async () => {
  await send({}, { user: 'shop', pass: 'anything' })
  expect(await mails()).toHaveLength(1)
})

test('the page shows emails and their HTML in a frame without scripts', async () => {
  await send({ subject: 'Hello <script>', html: '<p>Hi</p><script>alert(1)</script>' })
  const [mail] = await mails()
  expect(await (await fetch(outbox)).text()).toContain('Hello &lt;script&gt;')
  expect(await (await fetch(`${outbox}/mails/${mail?.id}`)).text()).toMatch(
    /<iframe[^>]+sandbox="(?![^"]*allow-scripts)/,
  )
  const frame = await fetch(`${outbox}/mails/${mail?.id}/html`)
  expect(frame.headers.get('content-security-policy')).toContain("script-src 'none'")
  expect(await frame.text()).toContain('<p>Hi</p>')
})

test('a rejected email does not arrive, and the sender gets the code', async () => {
  await rig.control('POST', '/faults', {
    provider: 'mail',
    match: { path: 'jane@' },
    fault: 'status',
    status: 550,
  })
  await expect(send()).rejects.toMatchObject({ responseCode: 550 })
  expect(await mails()).toEqual([])
  await send()
  expect(await mails()).toHaveLength(1)
})

test('an email arrives although the connection is cut afterward', async () => {
  await rig.control('POST', '/faults', { provider: 'mail', fault: 'reset-after' })
  await expect(send()).rejects.toThrow()
  expect(await mails()).toHaveLength(1)
})

test('the outbox rejects a foreign host name', async () => {
  const { request } = await import('node:http')
  const status = await new Promise((resolve) => {
    request(outbox, { headers: { host: 'rebound.example' } }, (response) =>
      resolve(response.resume().statusCode),
    ).end()
  })
  expect(status).toBe(421)
})

test('the mail server keeps running when a sender disconnects in the middle of an email', async () => {
  const socket = connect(rig.sandbox.ports.smtp ?? 0, '127.0.0.1')
  await once(socket, 'data')
  socket.write('EHLO shop\r\nMAIL FROM:<hello@dayfern.example>\r\n')
  await once(socket, 'data')
  socket.resetAndDestroy()
  await send()
  expect(await mails()).toHaveLength(1)
})
