import { readFileSync } from 'node:fs'

const dockerfile = readFileSync('Dockerfile', 'utf8')
const compose = readFileSync('compose.yaml', 'utf8')

it('the image has a pg_dump for the server of compose.yaml', () => {
  const server = Number(/image: postgres:(\d+)/.exec(compose)?.[1])
  // The last stage is the image.
  const client = Number(
    /postgresql-client-(\d+)/.exec(dockerfile.split(/^FROM /m).at(-1) ?? '')?.[1],
  )
  expect(client).toBeGreaterThanOrEqual(server)
})

it('the backup of compose.yaml writes to the folder that BACKUP_DIR names, and runs only when it is asked for', () => {
  const service = /^ {2}backup:\n((?: {4}.*\n)+)/m.exec(compose)?.[1] ?? ''
  expect(service).toContain('profiles: [backup]')
  const [, from, to] = /- (\$\{BACKUP_DIR:-[^}]+\}):(\$\{BACKUP_DIR:-[^}]+\})$/m.exec(service) ?? []
  expect(from).toBeDefined()
  expect(to).toBe(from)
})

it('the proxy of compose.yaml asks both web processes whether they are ready, so that one can be replaced', () => {
  const services = compose.match(/^ {2}web-\d(?=: \*web$)/gm)?.map((line) => line.trim()) ?? []
  expect(services).toHaveLength(2)
  const proxy = readFileSync('deploy/Caddyfile', 'utf8')
  expect(proxy).toContain(`reverse_proxy ${services.map((name) => `${name}:3000`).join(' ')} {`)
  expect(proxy).toContain('health_uri /readyz')
})
