/** @throws TypeError when the answer takes longer, as when there is none; what was asked for may still happen. */
export const within = async <Result>(ms: number, asked: Promise<Result>): Promise<Result> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError(`No answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
