import { redirect } from 'next/navigation'

/** Passwords are set anew on the shop's sign-in page, which also knows recovery codes; Payload's own page sends mail only. */
export const Forgot = () => redirect('/auth')
