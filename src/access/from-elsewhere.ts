/** Whether the browser says that another site sent this request. Programs that are not browsers say nothing. */
export function isCrossOrigin({ headers }: Pick<Request, 'headers'>): boolean {
  return !['same-origin', 'none', null].includes(headers.get('sec-fetch-site'))
}
