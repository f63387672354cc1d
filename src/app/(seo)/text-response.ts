/** A response for crawlers and feed readers, who revalidate it on every request. */
export function textResponse(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  })
}
