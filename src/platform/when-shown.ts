/**
 * Calls back once the page is visible. The browser may prerender a page that is never opened (speculation rules), and
 * what counts, stores, or identifies the visitor must wait.
 * @returns a function that stops waiting
 */
export function whenShown(onShown: () => void): () => void {
  if (!('prerendering' in document) || !document.prerendering) {
    onShown()
    return () => {}
  }
  document.addEventListener('prerenderingchange', onShown, { once: true })
  return () => document.removeEventListener('prerenderingchange', onShown)
}
