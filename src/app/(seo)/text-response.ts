/** A file for machines: kept until a row it names changes, asked for anew each time by whoever reads it. */
export const textResponse = (body: string, type: string): Response =>
  new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  })
