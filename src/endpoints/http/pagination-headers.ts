import type { PayloadRequest } from 'payload'

import type { PagedRows } from '@/platform/paged-list'

/** Returns X-Total-Count and Link with the neighboring pages (RFC 8288), for lists. */
export function paginationHeaders(
  req: PayloadRequest,
  { total, page, pages }: Omit<PagedRows<unknown>, 'rows'>,
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

/** Returns a response with the rows of one page and the headers above. */
export function listResponse(req: PayloadRequest, list: PagedRows<unknown>): Response {
  return Response.json(list.rows, { headers: paginationHeaders(req, list) })
}
