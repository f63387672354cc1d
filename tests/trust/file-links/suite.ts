import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { ProviderError } from '@/platform/http/provider-error'
import { createSafeFetch } from '@/platform/http/safe-fetch'

import type { Suite, SuiteReport } from '../shop'
import { tryRebinding } from './rebinding'

/** Hosts of this computer, its network, and clouds' metadata services, as they can be written. */
const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0.0.0.0',
  '0',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '127.000.000.001',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost.localdomain',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '169.254.169.254',
  '169.254.170.2',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  'metadata.google.internal',
  'metadata',
  'instance-data',
  '100.100.100.200',
  '192.0.0.192',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
]

/** Other tricks. `{port}` is the listener's. */
const links = [
  'http://files.example@127.0.0.1:{port}/',
  'https://files.example@127.0.0.1:{port}/',
  'https://files.example:x@127.0.0.1/',
  'https://127.0.0.1:{port}#@files.example/',
  'https://127.0.0.1:{port}?@files.example/',
  'https://127.0.0.1:{port}\\@files.example/',
  'https://files.example%2f@127.0.0.1/',
  'https://files.example%00.evil.example/',
  'https://files.example.evil.example/',
  'https://evilfiles.example/',
  'https://files.example:8443/',
  'https://files.example:80/',
  'http://files.example/',
  'ftp://files.example/',
  'file:///etc/passwd',
  'file://files.example/etc/passwd',
  'gopher://127.0.0.1:{port}/_GET%20/',
  'dict://127.0.0.1:{port}/',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'blob:https://files.example/1',
  'ws://127.0.0.1:{port}/',
  '//127.0.0.1:{port}/',
  '/etc/passwd',
  '\\\\127.0.0.1\\share',
  'https://',
  'https:///',
  'https:127.0.0.1:{port}',
  'http:127.0.0.1:{port}',
  'not a link',
  '',
  ' http://127.0.0.1:{port}/',
  'http://127.0.0.1:{port}\t/',
  'h\nttp://127.0.0.1:{port}/',
]

/** What a provider's server can do after an allowed link: redirect away, never end, never answer. */
const misbehave: Record<string, string | undefined> = {
  '/to-metadata': 'http://169.254.169.254/latest/meta-data/',
  '/to-self': '/to-self',
  '/to-file': 'file:///etc/passwd',
  '/to-other': 'https://evil.example/',
}

async function run(): Promise<SuiteReport> {
  let connections = 0
  const listener = createServer((_, response) => response.end('reached'))
  listener.on('connection', () => (connections += 1))
  const provider = createServer(({ url = '/' }, response) => {
    const target = misbehave[url]
    if (target) response.writeHead(302, { Location: target }).end()
    else if (url === '/endless') {
      response.writeHead(200)
      const send = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', send)
      send()
    } else if (url === '/picture') response.end('a picture')
    // '/silent' is never answered.
  })
  await Promise.all(
    [listener, provider].map(
      (server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
    ),
  )
  const port = String((listener.address() as AddressInfo).port)
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const fetchFile = createSafeFetch({
    provider: 'Test',
    hosts: ['files.example'],
    origins: [origin],
    maxBytes: 1_000_000,
    timeoutMs: 3000,
  })
  const failures: string[] = []
  const expectRefused = async (link: string): Promise<void> => {
    const outcome = await fetchFile(link).then(
      () => 'fetched',
      (error: unknown) => (error instanceof ProviderError ? null : `threw ${String(error)}`),
    )
    if (outcome) failures.push(`${link}: ${outcome}`)
  }
  const forms = [
    ...hosts.flatMap((host) => [
      `http://${host}:${port}/`,
      `https://${host}/`,
      `https://${host}:${port}/`,
    ]),
    ...links.map((link) => link.replace('{port}', port)),
  ]
  const tricks = [...Object.keys(misbehave), '/endless', '/silent']
  try {
    for (const form of forms) await expectRefused(form)
    for (const trick of tricks) await expectRefused(`${origin}${trick}`)
    if ((await fetchFile(`${origin}/picture`)).toString() !== 'a picture')
      failures.push('an allowed file is not fetched, so the refusals prove nothing')
    if (connections > 0) failures.push(`the listener was reached ${connections} times`)
  } finally {
    for (const server of [listener, provider]) {
      server.closeAllConnections()
      server.close()
    }
  }
  const rebinding = await tryRebinding()
  return {
    counts: {
      'forms of links': forms.length,
      'answers that mislead': tricks.length,
      'name servers that change their answers': rebinding.resolvers,
    },
    failures: [...failures, ...rebinding.failures],
  }
}

export const fileLinks: Suite = { letter: 'S', title: 'Links to files (SSRF)', run }
