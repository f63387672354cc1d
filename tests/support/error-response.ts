/** What no answer may show of the inside. */
export const leaks =
  /\bat .+:\d+:\d+|node_modules|select .+ from |insert into|failed query|syntax error|postgres|drizzle|zod|\.ts\b|TypeError|SyntaxError|RangeError|violates|stack/i

/** A refusal as every caller may read it: 4xx, a sentence, a word for programs, nothing of the inside. */
export function expectRefusal(answer: { status: number; body: unknown }, what: string): void {
  const told = `${what} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`
  expect(`${told}: ${answer.status >= 400 && answer.status < 500 ? '4xx' : 'no 4xx'}`).toBe(
    `${told}: 4xx`,
  )
  expect(answer.body).toEqual(
    expect.objectContaining({
      error: expect.any(String) as string,
      code: expect.stringMatching(/^[a-z_]+$/) as string,
    }),
  )
  const { error, code } = answer.body as { error: string; code: string }
  expect(`${error} ${code}`).not.toMatch(leaks)
  expect(error.length).toBeLessThan(600)
}
