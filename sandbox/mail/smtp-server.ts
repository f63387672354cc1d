import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

import { SMTPServer, type SMTPServerSession } from 'smtp-server'

import type { Faults } from '../core/fault-injection'
import type { Journal } from '../core/request-log'
import type { Outbox } from './outbox'

const MAX_MAIL_BYTES = 25_000_000

/**
 * Accepts every email: no TLS, and any or no password. Faults for the provider `mail` apply here, with the method
 * `SMTP` and the first recipient as path.
 */
export function createSmtp(
  outbox: Outbox,
  { faults, journal }: { faults: Faults; journal: Journal },
): SMTPServer {
  const server = new SMTPServer({
    banner: 'Dayfern demo: email is never delivered',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    closeTimeout: 1,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      receive(stream, session).then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  })
  // A connection that breaks, as when the process that sends ends, must not end the sandbox. A port that is in use must.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall === 'listen') throw error
  })
  return server

  async function receive(stream: Readable, session: SMTPServerSession): Promise<void> {
    const raw = await readAll(stream)
    const { mailFrom, rcptTo } = session.envelope
    const envelope = {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map((recipient) => recipient.address),
    }
    const path = envelope.to[0] ?? ''
    const fault = faults.take('mail', 'SMTP', path)
    const refused = fault?.fault === 'status' || fault?.fault === 'reset-before'
    if (fault?.fault === 'latency') await faults.wait(fault.latencyMs)
    const mail = refused ? undefined : await outbox.add(raw, envelope)
    const status = refused ? (fault.status ?? 451) : 250
    journal.add({
      provider: 'mail',
      method: 'SMTP',
      path,
      headers: {},
      body: { to: envelope.to, subject: mail?.subject },
      status,
      ...(fault && { fault: fault.fault }),
      time: new Date().toISOString(),
      durationMs: 0,
    })
    if (fault?.fault === 'reset-before' || fault?.fault === 'reset-after') cut(session)
    // Real servers name the recipient.
    if (refused)
      throw Object.assign(new Error(`<${path}> Try again later`), { responseCode: status })
  }

  function cut(session: SMTPServerSession): void {
    for (const connection of server.connections as Set<OpenConnection>) {
      if (connection.session === session) connection._socket.destroy()
    }
  }
}

/** smtp-server's private record of a connection; it has no public way to drop one. */
interface OpenConnection {
  session: SMTPServerSession
  _socket: Socket
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}
