import type { Metadata } from 'next'
import { connection } from 'next/server'

import { AuthFrame } from '@/app/(shop)/auth/auth-frame'
import { parseToken } from '@/app/(shop)/auth/link-expired'

import { VerifyEmail } from './verify-email'

export const metadata: Metadata = {
  title: 'Confirm your address',
  robots: { index: false },
  referrer: 'no-referrer',
}

const VerifyPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  await connection()
  return (
    <AuthFrame>
      <VerifyEmail token={parseToken((await searchParams).token)} />
    </AuthFrame>
  )
}

export default VerifyPage
