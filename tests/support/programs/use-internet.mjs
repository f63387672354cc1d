// Loaded before a program of the shop: names of hosts lead to this machine, a domain has DNS records, and Node is patched.
import dns from 'node:dns'
import tls from 'node:tls'

const { port, hosts, records, nodeVersion } = JSON.parse(process.env.TEST_INTERNET ?? '{}')

const { connect } = tls
tls.connect = (options, ...rest) => {
  const name = options.host ?? options.hostname
  return hosts.includes(name)
    ? connect({ ...options, host: '127.0.0.1', port, servername: name }, ...rest)
    : connect(options, ...rest)
}

dns.promises.Resolver.prototype.resolveTxt = async (name) => {
  if (records[name]) return [[records[name]]]
  throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
}

Object.defineProperty(process.versions, 'node', { value: nodeVersion })
