import { createServer, type Server } from 'node:http'

import type { Registry } from 'prom-client'

/**
 * Serves the metrics of this process on a port of its own, so that they can't be reached at the shop's address.
 * A port that can't be used leaves the shop running without metrics.
 */
export function serveMetrics(
  registry: Registry,
  { port, host }: { port: number; host: string },
): Server {
  const server = createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404, { 'Content-Type': 'text/plain' })
      res.end('Not found')
      return
    }
    registry.metrics().then(
      (text) => {
        res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
        res.end(text)
      },
      () => {
        res.writeHead(500, { 'Content-Type': 'text/plain' })
        res.end('The metrics could not be collected.')
      },
    )
  })
  server.on('error', (error) => {
    console.error(`Metrics are not available on port ${port}: ${error.message}`)
  })
  server.listen(port, host)
  // The shop decides when the process ends.
  server.unref()
  return server
}
