import { readFileSync } from 'node:fs'

it('nginx logs neither visitors’ addresses nor links with keys, as the privacy policy says', () => {
  const servers = readFileSync('deploy/nginx.conf', 'utf8')
    .split(/^server \{$/m)
    .slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers) {
    expect(server).toMatch(/^\taccess_log off;$/m)
    // Nginx names the visitor and the link of each request that fails; with `crit`, only its own failures.
    expect(server).toMatch(/^\terror_log \S+ crit;$/m)
  }
})
