/** Implementation details that no response may contain. */
export const leaks =
  /\bat .+:\d+:\d+|node_modules|select .+ from |insert into|failed query|syntax error|postgres|drizzle|zod|\.ts\b|TypeError|SyntaxError|RangeError|violates|stack/i

/** Asserts a 4xx response with an error message and an error code, without implementation details. */
export function expectErrorResponse(
  response: { status: number; body: unknown },
  label: string,
): void {
  const summary = `${label} → ${response.status} ${JSON.stringify(response.body).slice(0, 300)}`
  expect(`${summary}: ${response.status >= 400 && response.status < 500 ? '4xx' : 'no 4xx'}`).toBe(
    `${summary}: 4xx`,
  )
  expect(response.body).toEqual(
    expect.objectContaining({
      error: expect.any(String) as string,
      code: expect.stringMatching(/^[a-z_]+$/) as string,
    }),
  )
  const { error, code } = response.body as { error: string; code: string }
  expect(`${error} ${code}`).not.toMatch(leaks)
  expect(error.length).toBeLessThan(600)
}
