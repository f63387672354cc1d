/** Whether the browser reports that another site sent this request. Other clients report nothing. */
export function isCrossOrigin({ headers }: Pick<Request, 'headers'>): boolean {
  return !['same-origin', 'none', null].includes(headers.get('sec-fetch-site'))
}
