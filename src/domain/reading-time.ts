/** Minutes: words divided by 200, rounded up (storefront specification 5). At least one. */
export const readingMinutes = (text: string): number => {
  const words = text.trim() === '' ? 0 : text.trim().split(/\s+/).length
  return Math.max(1, Math.ceil(words / 200))
}
