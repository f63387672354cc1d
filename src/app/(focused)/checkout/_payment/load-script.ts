const scriptMs = 15_000

/**
 * Loads a provider's script once. The nonce is the page's own: nothing else from outside may run here.
 * @param readGlobal returns what the script defines
 * @throws Error when it can't be loaded; the next call tries again.
 */
export function loadScript<Global>(
  { id, src, nonce }: { id: string; src: string; nonce: string | undefined },
  readGlobal: () => Global | undefined,
): Promise<Global> {
  const loaded = readGlobal()
  if (loaded) return Promise.resolve(loaded)
  document.getElementById(id)?.remove()
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { id, src, async: true })
    if (nonce) script.nonce = nonce
    const fail = (): void => {
      script.remove()
      reject(new Error(`The script ${id} did not load`))
    }
    const timer = setTimeout(fail, scriptMs)
    script.addEventListener('error', () => {
      clearTimeout(timer)
      fail()
    })
    script.addEventListener('load', () => {
      clearTimeout(timer)
      const defined = readGlobal()
      if (defined) resolve(defined)
      else fail()
    })
    document.head.append(script)
  })
}
