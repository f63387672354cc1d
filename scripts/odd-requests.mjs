// Requests that no browser makes of a page and no program of a call. Next would answer some of them with 500, and
// read what is posted to a page; here they end before it.
const verbs = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Where something may be changed: the calls and the panel. Everything else is a page or a file. */
const changeable = /^\/(api|cms|order|admin)(\/|$)/
const call = /^\/(api|cms|order|setup)(\/|$)/

const isReadable = (path) => {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** @returns the status this request is refused with, or null for one that goes on. */
export const refusalOf = ({ method, url }) => {
  const path = url.split('?', 1)[0]
  if (!verbs.has(method) || (['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && !changeable.test(path))) return 405
  return isReadable(path) ? null : 400
}

/** Refuses such a request. @returns whether it did */
export const refuseOdd = (req, res) => {
  const status = refusalOf(req)
  if (status === null) return false
  const [sentence, code] = status === 405 ? ['There is nothing here to change.', 'method_not_allowed'] : ['This address cannot be read.', 'bad_request']
  const isCall = call.test(req.url)
  res.writeHead(status, {
    'Content-Type': isCall ? 'application/json' : 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff',
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  })
  res.end(req.method === 'HEAD' ? undefined : isCall ? JSON.stringify({ error: sentence, code }) : sentence)
  return true
}

/** Once reached over TLS, the shop is never asked for without it again (two years). Nothing for a shop on this computer. */
export const transportHeaders = (serverUrl) => (String(serverUrl ?? '').startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=63072000' } : {})
