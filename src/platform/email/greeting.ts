/** Makes a name safe for subject lines and text: one line, no control characters, not long. */
export function sanitizeName(name: string, max = 40): string {
  const line = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line
}

/** 'Thank you, Wren.'; without a name just 'Thank you.' */
export function thankYouGreeting(firstName: string): string {
  const name = sanitizeName(firstName)
  return name ? `Thank you, ${name}.` : 'Thank you.'
}
