import { redirect } from 'next/navigation'

/** Payload's own page would send a mail with a link of its own. The shop has one way to a new password, and it is not here. */
export const Forgot = () => redirect('/auth/forgot')
