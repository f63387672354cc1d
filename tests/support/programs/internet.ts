import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { pathToFileURL } from 'node:url'

import { selfSignedCertificate } from '../../../sandbox/paypal/webhooks/certificate'

const dayMs = 86_400_000

const makeCertificate = (host: string) => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const cert = selfSignedCertificate(
    keys,
    { commonName: host, organization: 'Test' },
    { from: new Date(Date.now() - dayMs), until: new Date(Date.now() + dayMs) },
  )
  return { cert, key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) }
}

/**
 * Simulates what a test machine lacks: hosts on the internet with valid certificates, DNS records, and a patched Node.
 * @param folder for the certificates
 * @param answers by name of the host; a request has its path, method, headers, and body
 * @param records text of DNS records by name
 * @returns settings for a program that is to find all of it
 */
export async function startInternet(
  folder: string,
  answers: Record<string, (request: Request) => Promise<Response>>,
  records: Record<string, string>,
): Promise<{ settings: Record<string, string>; stop: () => void }> {
  const hosts = Object.keys(answers)
  const certificates = new Map(hosts.map((host) => [host, makeCertificate(host)]))
  const authorities = path.join(folder, 'certificates.pem')
  writeFileSync(authorities, [...certificates.values()].map(({ cert }) => cert).join('\n'))
  const server = createServer(
    { SNICallback: (host, done) => done(null, createSecureContext(certificates.get(host))) },
    (req, res) => {
      const answer = async (): Promise<void> => {
        const { host = '', authorization, 'content-type': type } = req.headers
        const headers = new Headers({ 'x-forwarded-for': String(req.headers['x-forwarded-for']) })
        if (authorization) headers.set('authorization', authorization)
        if (type) headers.set('content-type', type)
        const parts: Buffer[] = []
        for await (const part of req) parts.push(part as Buffer)
        const body = parts.length > 0 ? Buffer.concat(parts) : undefined
        const url = `https://${host}${req.url}`
        const response = await answers[host]?.(
          new Request(url, { method: req.method, headers, body }),
        )
        res.writeHead(response?.status ?? 404, {
          'content-type': response?.headers.get('content-type') ?? 'text/plain',
        })
        res.end(Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0)))
      }
      answer().catch(() => res.destroy())
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const preload = pathToFileURL(path.resolve('tests/support/programs/use-internet.mjs')).href
  return {
    settings: {
      NODE_OPTIONS: `--import ${preload}`,
      NODE_EXTRA_CA_CERTS: authorities,
      TEST_INTERNET: JSON.stringify({ port, hosts, records, nodeVersion: '24.22.1' }),
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
