'use client'
import { useState } from 'react'

import type { SecurityView } from '@/modules/accounts/queries/get-security'
import {
  type IdentityProvider,
  identityProviderLabels,
} from '@/modules/accounts/rules/identity-providers'
import { api } from '@/ui/api-client'
import { Button, ButtonLink } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { errorMessageOf } from '@/ui/use-form-submit'

import { LocalDate } from './local-date'
import { reloadWithToast } from './reload-with-toast'
import { SecuritySection } from './security-section'

type Props = Pick<SecurityView, 'hasPassword' | 'identities'> & {
  ways: readonly IdentityProvider[]
  canConnect: boolean
  timeZone: string
}

/** Google, Facebook and TikTok: connected or not. The last way in cannot be taken away. */
export function SignInMethodsSection({
  hasPassword,
  identities,
  ways,
  canConnect,
  timeZone,
}: Props) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const shown = [...new Set([...ways, ...identities.map(({ provider }) => provider)])]
  if (shown.length === 0) return null
  const isOnly = !hasPassword && identities.length === 1
  const disconnect = async (provider: IdentityProvider): Promise<void> => {
    setTrouble(null)
    try {
      await api('DELETE', `/api/account/identities/${provider}`)
      reloadWithToast(`${identityProviderLabels[provider]} is disconnected`)
    } catch (error) {
      setTrouble(errorMessageOf(error))
    }
  }
  return (
    <SecuritySection id="ways" title="Other ways to sign in" className="print:hidden">
      {canConnect ? null : <p className="text-ink-soft">Staff sign in with their password only.</p>}
      <ul className="grid">
        {shown.map((provider) => {
          const connected = identities.find((one) => one.provider === provider)
          const label = identityProviderLabels[provider]
          return (
            <li
              key={provider}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 first:border-t"
            >
              <Icon name={provider} />
              <div className="flex-1 basis-40">
                <p className="font-semibold">{label}</p>
                <p className="text-small text-ink-soft">
                  {connected ? (
                    <>
                      Connected{connected.displayName ? ` as ${connected.displayName}` : ''} since{' '}
                      <LocalDate time={connected.since} timeZone={timeZone} />
                    </>
                  ) : (
                    'Not connected'
                  )}
                </p>
              </div>
              {connected ? (
                isOnly ? (
                  <p className="text-small text-ink-soft">
                    Your only way in. Set a password first.
                  </p>
                ) : (
                  <Button
                    variant="line"
                    size="sm"
                    aria-label={`Disconnect ${label}`}
                    onClick={() => void disconnect(provider)}
                  >
                    Disconnect
                  </Button>
                )
              ) : canConnect ? (
                <ButtonLink
                  variant="line"
                  size="sm"
                  rel="nofollow"
                  href={`/auth/${provider}?connect=1`}
                  aria-label={`Connect ${label}`}
                >
                  Connect
                </ButtonLink>
              ) : null}
            </li>
          )
        })}
      </ul>
      <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
        {trouble}
      </p>
    </SecuritySection>
  )
}
