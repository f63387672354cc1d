'use client'
import type { ReactNode } from 'react'

import { reloadWithToast } from '@/app/(shop)/account/reload-with-toast'
import { useSubmit } from '@/components/form/use-submit'
import type { SecurityView } from '@/modules/accounts/queries/get-security'
import { api } from '@/platform/http/api-client'
import { type IdentityProvider, identityProviderLabels } from '@/platform/identity-providers'
import { Button, ButtonLink } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { Icon } from '@/ui/icon'

import { SecuritySection } from './security-section'
import { useReauthentication } from './use-reauthentication'

type Identity = SecurityView['identities'][number]

type MethodProps = {
  provider: IdentityProvider
  identity: Identity | undefined
  timeZone: string
  children: ReactNode
}

const SignInMethod = ({ provider, identity, timeZone, children }: MethodProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 first:border-t">
    <Icon name={provider} />
    <div className="flex-1 basis-40">
      <p className="font-semibold">{identityProviderLabels[provider]}</p>
      <p className="text-small text-ink-soft">
        {identity ? (
          <>
            Connected{identity.displayName ? ` as ${identity.displayName}` : ''} since{' '}
            <time dateTime={identity.since}>
              {new Date(identity.since).toLocaleDateString('en-US', {
                dateStyle: 'medium',
                timeZone,
              })}
            </time>
          </>
        ) : (
          'Not connected'
        )}
      </p>
    </div>
    {children}
  </li>
)

const connectPath = (provider: IdentityProvider): string => `/auth/${provider}?connect=1`

type ActionProps = {
  provider: IdentityProvider
  isConnected: boolean
  isOnly: boolean
  canConnect: boolean
  onConnect: () => void
  onDisconnect: () => void
}

const MethodAction = ({
  provider,
  isConnected,
  isOnly,
  canConnect,
  onConnect,
  onDisconnect,
}: ActionProps) => {
  const label = identityProviderLabels[provider]
  const buttonProps = { variant: 'line', size: 'sm' } as const
  if (isConnected && isOnly)
    return (
      <p className="text-small text-ink-soft">
        This is your only way to sign in. Set a password first.
      </p>
    )
  if (isConnected)
    return (
      <Button {...buttonProps} aria-label={`Disconnect ${label}`} onClick={onDisconnect}>
        Disconnect
      </Button>
    )
  return canConnect ? (
    <ButtonLink
      {...buttonProps}
      rel="nofollow"
      href={connectPath(provider)}
      aria-label={`Connect ${label}`}
      onClick={(event) => {
        event.preventDefault()
        onConnect()
      }}
    >
      Connect
    </ButtonLink>
  ) : null
}

type Props = Pick<SecurityView, 'hasPassword' | 'identities'> & {
  hasPasskey: boolean
  methods: readonly IdentityProvider[]
  canConnect: boolean
  timeZone: string
}

/** The sign-in providers: connected or not. The only sign-in method cannot be removed. */
export function SignInMethodsSection({
  hasPassword,
  hasPasskey,
  identities,
  methods,
  canConnect,
  timeZone,
}: Props) {
  const { message, submit } = useSubmit()
  const providers = identities.map(({ provider }) => provider)
  const { confirmed, dialog } = useReauthentication({ providers })
  const shown = [...new Set([...methods, ...providers])]
  if (shown.length === 0) return null
  const isOnly = !hasPassword && !hasPasskey && identities.length === 1
  const disconnect = (provider: IdentityProvider): void =>
    void submit(() =>
      confirmed(async () => {
        await api('DELETE', `/api/account/identities/${provider}`)
        reloadWithToast('ways-title', `${identityProviderLabels[provider]} is disconnected`)
      }),
    )
  const connect = (provider: IdentityProvider): void =>
    void submit(() =>
      confirmed(async () => {
        await api('POST', '/api/account/reauthenticate', {})
        location.assign(connectPath(provider))
      }),
    )
  return (
    <SecuritySection id="ways" title="Other sign-in methods" className="print:hidden">
      {canConnect ? null : (
        <p className="text-ink-soft">Staff sign in with a password or a passkey.</p>
      )}
      <ul className="grid">
        {shown.map((provider) => {
          const identity = identities.find((one) => one.provider === provider)
          return (
            <SignInMethod
              key={provider}
              provider={provider}
              identity={identity}
              timeZone={timeZone}
            >
              <MethodAction
                provider={provider}
                isConnected={identity !== undefined}
                isOnly={isOnly}
                canConnect={canConnect}
                onConnect={() => connect(provider)}
                onDisconnect={() => disconnect(provider)}
              />
            </SignInMethod>
          )
        })}
      </ul>
      <FormError>{message}</FormError>
      {dialog}
    </SecuritySection>
  )
}
