import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Verify } from '../../../../components/session/verify'
import { SessionFrame } from '../../../../components/session/session-frame'
import { tokenOf } from '../token-of'

export const metadata: Metadata = { title: 'Confirm your address', robots: { index: false }, referrer: 'no-referrer' }

const VerifyPage = async ({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) => {
  await connection()
  return <SessionFrame><Verify token={tokenOf((await searchParams).token)} /></SessionFrame>
}

export default VerifyPage
