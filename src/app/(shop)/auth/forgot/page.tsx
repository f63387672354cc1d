import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Forgot } from '../../../../components/session/forgot'
import { SessionFrame } from '../../../../components/session/session-frame'
import { readSettings } from '../../reads'

export const metadata: Metadata = { title: 'A new password', robots: { index: false }, referrer: 'no-referrer' }

const ForgotPage = async () => {
  await connection()
  const { contactEmail } = await readSettings()
  return <SessionFrame><Forgot contactEmail={contactEmail} /></SessionFrame>
}

export default ForgotPage
