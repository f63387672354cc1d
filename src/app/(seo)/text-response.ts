/** A file for machines: kept until a row it names changes, asked for anew each time by whoever reads it. */
export function textResponse(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  })
}
