import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Reset } from '../../../../components/session/reset'
import { SessionFrame } from '../../../../components/session/session-frame'
import { tokenOf } from '../token-of'

export const metadata: Metadata = { title: 'Choose a new password', robots: { index: false }, referrer: 'no-referrer' }

const ResetPage = async ({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) => {
  await connection()
  return <SessionFrame><Reset token={tokenOf((await searchParams).token)} /></SessionFrame>
}

export default ResetPage
