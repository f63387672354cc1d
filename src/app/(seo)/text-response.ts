/** A response for crawlers and feed readers, who revalidate it on every request. */
export function textResponse(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  })
}

const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Replaces what XML 1.0 can't hold even when escaped: one such character would make a whole file unreadable. */
export function toXmlText(text: string): string {
  return text.replace(notInXml, ' ')
}
