// What a person reads while a script works: each step with its seconds.
const started = Date.now()
const seconds = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`
const live = process.stdout.isTTY

/** Runs one step, shows its name and how long it takes, and passes its failure on. */
export async function step(name, work) {
  const begun = Date.now()
  const timer = live
    ? setInterval(() => process.stdout.write(`\r  … ${name} (${seconds(begun)})   `), 500)
    : undefined
  try {
    const result = await work()
    clearInterval(timer)
    console.log(`${live ? '\r' : ''}  ✓ ${name} (${seconds(begun)})${live ? '        ' : ''}`)
    return result
  } catch (error) {
    clearInterval(timer)
    console.log(`${live ? '\r' : ''}  ✗ ${name} (${seconds(begun)})${live ? '        ' : ''}`)
    throw error
  }
}

export const sinceStart = () => seconds(started)
