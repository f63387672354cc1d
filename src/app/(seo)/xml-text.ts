const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Replaces what XML 1.0 can't hold even when escaped: one such character would make a whole file unreadable. */
export function toXmlText(text: string): string {
  return text.replace(forbidden, ' ')
}
