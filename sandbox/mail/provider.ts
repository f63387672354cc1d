import { Hono } from 'hono'
import type { SMTPServer } from 'smtp-server'

import type { Faults } from '../core/fault-injection'
import { setPageHeaders } from '../core/page'
import type { Provider, ProviderRuntime, SandboxEnv } from '../core/provider'
import type { Journal } from '../core/request-log'
import { createOutbox, emptyOutbox, type Outbox } from './outbox'
import { listPage, mailPage } from './outbox-pages'
import { createSmtp } from './smtp-server'

interface MailProvider extends Provider {
  /** Receives the shop's emails; start.ts gives it a port of its own. */
  smtp: SMTPServer
}

/** The mail server of demo mode: it stores the last `maxMails` emails and has pages that show them. */
export function createMail(
  runtime: ProviderRuntime,
  watch: { faults: Faults; journal: Journal },
  maxMails = 1000,
): MailProvider {
  const outbox = createOutbox(runtime.store(emptyOutbox), runtime.clock, maxMails)
  const smtp = createSmtp(outbox, watch)
  return {
    name: 'mail',
    app: outboxApp(outbox),
    smtp,
    errorBody: (status) => ({ error: status }),
    reset: outbox.clear,
    stop: () => smtp.close(),
  }
}

function outboxApp(outbox: Outbox) {
  const app = new Hono<SandboxEnv>()

  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
  })

  app.get('/', (c) => {
    const to = c.req.query('to') ?? ''
    return c.html(listPage(outbox.list(to), to, setPageHeaders(c)))
  })

  app.post('/clear', (c) => {
    outbox.clear()
    return c.redirect('/', 303)
  })

  app.get('/mails/:id', (c) => {
    const mail = outbox.get(c.req.param('id'))
    if (!mail) return c.text('Email not found.', 404)
    return c.html(mailPage(mail, setPageHeaders(c)))
  })

  /** The email's own HTML. No script runs, and its links open in a new tab. */
  app.get('/mails/:id/html', (c) => {
    const mail = outbox.get(c.req.param('id'))
    if (!mail) return c.text('Email not found.', 404)
    c.header(
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; script-src 'none'",
    )
    return c.html(`<base target="_blank">${mail.html}`)
  })

  app.get('/api/mails', (c) => c.json({ mails: outbox.list(c.req.query('to')) }))
  app.get('/api/mails/:id', (c) => {
    const mail = outbox.get(c.req.param('id'))
    return mail ? c.json(mail) : c.json({ error: 'Email not found' }, 404)
  })
  app.delete('/api/mails', (c) => {
    outbox.clear()
    return c.body(null, 204)
  })

  return app
}
