// Progress output: each step with its duration.
const started = Date.now()
const seconds = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`
const live = process.stdout.isTTY

/** The running steps, shown on one terminal line. */
const current = new Map()
const clear = live ? '\r\x1b[K' : ''
const show = () =>
  process.stdout.write(
    `${clear}  … ${[...current].map(([name, startedAt]) => `${name} (${seconds(startedAt)})`).join(', ')}`,
  )
let timer

/**
 * Runs a step, and prints its name, duration, and whether it passed: neither an error nor a `failed` count in its
 * result. Rethrows its error. Steps may run in parallel.
 */
export async function step(name, work) {
  const startedAt = Date.now()
  current.set(name, startedAt)
  if (live) timer ??= setInterval(show, 500)
  let sign = '✗'
  try {
    const result = await work()
    sign = result?.failed ? '✗' : '✓'
    return result
  } finally {
    current.delete(name)
    if (current.size === 0) timer = clearInterval(timer)
    console.log(`${clear}  ${sign} ${name} (${seconds(startedAt)})`)
  }
}

export const sinceStart = () => seconds(started)
