/** An answer that sets cookies; never kept by anybody. */
export function withCookies(answer: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
  answer.headers.set('Cache-Control', 'private, no-store')
  return answer
}
