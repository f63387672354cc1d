/** Whether the browser says that another site sent this request. Programs that are not browsers say nothing. */
export const isCrossOrigin = ({ headers }: Pick<Request, 'headers'>): boolean =>
  !['same-origin', 'none', null].includes(headers.get('sec-fetch-site'))
