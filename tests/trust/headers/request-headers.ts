import { clientAddress, type Trust } from '../shop'

const mark = 'hidden4me'
/** Headers with which a request could change a page that others get. */
const requestHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `script-src 'nonce-${mark}'`,
  'Content-Security-Policy-Report-Only': `script-src 'nonce-${mark}'`,
  'X-Nonce': mark,
  'X-Forwarded-Host': `${mark}.example`,
  'X-Forwarded-Prefix': `/${mark}`,
  Forwarded: `host=${mark}.example;proto=https`,
  'X-Original-URL': `/${mark}`,
  'X-Rewrite-URL': `/${mark}`,
  'X-Matched-Path': `/${mark}`,
  'X-Invoke-Path': `/${mark}`,
  'X-Invoke-Query': encodeURIComponent(JSON.stringify({ search: mark })),
  'X-Now-Route-Matches': `1=${mark}`,
  'X-Middleware-Rewrite': `/${mark}`,
  'X-Middleware-Subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy',
  'X-Middleware-Prefetch': '1',
  'X-Prerender-Revalidate': mark,
  'X-Nextjs-Data': '1',
  'X-HTTP-Method-Override': 'POST',
  'Next-Action': mark,
  'Next-Url': `/${mark}`,
  'Next-Router-Prefetch': '1',
  'Next-Router-Segment-Prefetch': '/_tree',
  'Next-Router-State-Tree': mark,
  RSC: '1',
  Range: 'bytes=0-9',
  'If-None-Match': '*',
  Cookie: `payload-token=${mark}; __prerender_bypass=${mark}; __next_preview_data=${mark}`,
  Authorization: `JWT ${mark}`,
  Accept: `text/${mark}`,
  'Accept-Language': mark,
  Referer: `https://${mark}.example/`,
  'User-Agent': `${mark} Twitterbot`,
}

/** The first request for a page has an unusual header. Later visitors must get the page as without it. */
export async function tryRequestHeaders(
  trust: Trust,
): Promise<{ failures: string[]; tried: number }> {
  const random = trust.randomFor('request headers')
  const failures: string[] = []
  for (const [name, value] of Object.entries(requestHeaders)) {
    const search = `odd${random.below(1e9)}`
    const read = (headers?: Record<string, string>) =>
      trust.call('GET', `/products?search=${search}`, { headers, address: clientAddress(random) })
    // A search is stored from its second request.
    await read({ [name]: value })
    await read({ [name]: value })
    const { status, body, headers } = await read()
    const text = String(body.text ?? '')
    const isWhole = text.includes(search) && text.trimEnd().endsWith('</html>')
    if (status !== 200 || !isWhole || text.includes(mark) || headers.get('content-range'))
      failures.push(`after a request with ${name}, others get another page (${status})`)
  }
  return { failures, tried: Object.keys(requestHeaders).length }
}
