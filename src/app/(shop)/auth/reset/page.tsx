import type { Metadata } from 'next'
import { connection } from 'next/server'

import { AuthFrame } from '@/app/(shop)/auth/auth-frame'
import { parseToken } from '@/app/(shop)/auth/link-expired'

import { ResetPasswordForm } from './reset-password-form'

export const metadata: Metadata = {
  title: 'Choose a new password',
  robots: { index: false },
  referrer: 'no-referrer',
}

const ResetPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  await connection()
  return (
    <AuthFrame>
      <ResetPasswordForm token={parseToken((await searchParams).token)} />
    </AuthFrame>
  )
}

export default ResetPage
