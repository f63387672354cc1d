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

it('compose.yaml has two web processes that the proxy finds by one name and that are replaced one by one', () => {
  const proxy = readFileSync('deploy/Caddyfile', 'utf8')
  const alias = /aliases: \[(\w+)\]/.exec(compose)?.[1]
  expect(proxy).toContain(`dynamic a ${alias} 3000`)
  expect(compose.match(/^ {2}web-\d: \*web$/gm)).toHaveLength(2)
  expect(compose).not.toMatch(/replicas:/)
})
