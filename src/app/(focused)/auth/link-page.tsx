import type { Metadata } from 'next'
import { connection } from 'next/server'
import type { ComponentType } from 'react'

import { AuthFrame } from './auth-frame'

/** The token of a link, or '' when it is incomplete. */
function parseToken(value: unknown): string {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value) ? value : ''
}

export function linkMetadata(title: string): Metadata {
  return { title, robots: { index: false }, referrer: 'no-referrer' }
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** A page that is opened with the token of an emailed link. */
export function linkPage(Form: ComponentType<{ token: string }>) {
  const LinkPage = async ({ searchParams }: Props) => {
    await connection()
    return (
      <AuthFrame>
        <Form token={parseToken((await searchParams).token)} />
      </AuthFrame>
    )
  }
  return LinkPage
}
