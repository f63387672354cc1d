/** Makes a name safe for subject lines and text: one line, no control characters, not long. */
export function sanitizeName(name: string): string {
  const line = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return line.length > 40 ? `${line.slice(0, 39).trimEnd()}…` : line
}

/** 'Thank you, Wren.'; without a name just 'Thank you.' */
export function thankYouGreeting(firstName: string): string {
  const name = sanitizeName(firstName)
  return name ? `Thank you, ${name}.` : 'Thank you.'
}
