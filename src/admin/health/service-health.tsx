'use client'
import { useEffect, useState } from 'react'

import { api, errorSentence } from '@/platform/http/api-client'

import { HealthRow } from './health-row'

type Probe = { mail: string | null; payments: string | null }

/** Tests payments and email when the screen opens, because settings alone don't show whether they work. */
export function ServiceHealth({ payments, mail }: { payments: string; mail: string }) {
  const [probe, setProbe] = useState<Probe | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    api<Probe>('GET', '/api/admin/health/services').then(setProbe, (reason: unknown) =>
      setError(errorSentence(reason)),
    )
  }, [])
  const isHealthy = (reason: string | null | undefined): boolean | undefined =>
    reason === undefined ? undefined : reason === null
  const waiting = error ?? (probe ? '' : 'Checking…')
  return (
    <>
      <HealthRow name="Payments" isHealthy={isHealthy(probe?.payments)}>
        {payments}
        {probe?.payments ? `. Payments aren’t working: ${probe.payments}` : ''}{' '}
        <span role="status">{waiting}</span>
      </HealthRow>
      <HealthRow name="Email" isHealthy={isHealthy(probe?.mail)}>
        {mail}
        {probe?.mail ? `. Emails aren’t going out: ${probe.mail}` : ''} {waiting}
      </HealthRow>
    </>
  )
}
