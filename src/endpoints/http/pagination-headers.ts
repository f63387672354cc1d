import type { PayloadRequest } from 'payload'

/** Returns X-Total-Count and Link with the neighboring pages (RFC 8288), for lists. */
export function paginationHeaders(
  req: PayloadRequest,
  { total, page, pages }: { total: number; page: number; pages: number },
): Record<string, string> {
  const url = new URL(req.url ?? '', 'http://localhost')
  // Behind src/server/rewrites.ts; the caller knows the public path.
  const path = url.pathname.replace(/^\/cms\/api\/shop(?=\/)/, '/api')
  const link = (to: number, rel: string): string => {
    const params = new URLSearchParams(url.searchParams)
    params.set('page', String(to))
    return `<${path}?${params.toString()}>; rel="${rel}"`
  }
  const links = [
    link(1, 'first'),
    ...(page > 1 ? [link(Math.min(page - 1, pages), 'prev')] : []),
    ...(page < pages ? [link(page + 1, 'next')] : []),
    link(pages, 'last'),
  ]
  return {
    'X-Total-Count': String(total),
    Link: links.join(', '),
    'Cache-Control': 'private, no-store',
  }
}
