import type { Metadata } from 'next'
import { connection } from 'next/server'

import { AuthFrame } from '@/app/(focused)/auth/auth-frame'
import { getCachedSettings } from '@/app/(shop)/cached-queries'

import { ForgotPasswordForm } from './forgot-password-form'

export const metadata: Metadata = {
  title: 'Reset your password',
  robots: { index: false },
  referrer: 'no-referrer',
}

const ForgotPage = async () => {
  await connection()
  const { contactEmail } = await getCachedSettings()
  return (
    <AuthFrame>
      <ForgotPasswordForm contactEmail={contactEmail} />
    </AuthFrame>
  )
}

export default ForgotPage
