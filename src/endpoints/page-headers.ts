import type { PayloadRequest } from 'payload'

/** X-Total-Count, and Link with the pages around (RFC 8288), as list calls answer them. */
export const pageHeaders = (req: PayloadRequest, { total, page, pages }: { total: number; page: number; pages: number }): Record<string, string> => {
  const url = new URL(req.url ?? '', 'http://localhost')
  const link = (to: number, rel: string): string => {
    const params = new URLSearchParams(url.searchParams)
    params.set('page', String(to))
    return `<${url.pathname}?${params.toString()}>; rel="${rel}"`
  }
  const links = [
    link(1, 'first'), ...(page > 1 ? [link(Math.min(page - 1, pages), 'prev')] : []),
    ...(page < pages ? [link(page + 1, 'next')] : []), link(pages, 'last'),
  ]
  return { 'X-Total-Count': String(total), Link: links.join(', '), 'Cache-Control': 'private, no-store' }
}
