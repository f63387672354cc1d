/** Returns a JSON response that no cache may store. */
export function privateJson(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { 'Cache-Control': 'private, no-store' } })
}
