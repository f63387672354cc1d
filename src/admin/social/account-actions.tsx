'use client'
import { useState } from 'react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { Button, ButtonLink } from '@/admin/form/button'
import { ConfirmedLink } from '@/admin/form/confirmed-link'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { useDelayedRequest } from '@/admin/form/use-delayed-request'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'

type Choice = { id: string; name: string }
type ChooseProps = { platform: SocialPlatform; accountId: string; onClose: () => void }

const accountPath = (platform: SocialPlatform): string => `/api/admin/social/accounts/${platform}`

const ChooseDialog = ({ platform, accountId, onClose }: ChooseProps) => {
  const mutation = useAdminMutation()
  const [selected, setSelected] = useState(accountId)
  const path = accountPath(platform)
  const { result: choices, error } = useDelayedRequest(
    platform,
    () => api<Choice[]>('GET', `${path}/choices`),
    0,
  )
  const save = async (): Promise<void> => {
    const saved = await mutation.send({
      method: 'PUT',
      path,
      body: { accountId: selected },
      done: 'Account updated',
      failed: 'Couldn’t update the account',
    })
    if (saved) onClose()
  }
  return (
    <FormDialog
      title="Post as"
      isDirty={selected !== accountId}
      mutation={mutation}
      submit="Use this account"
      busy="Use this account"
      disabled={choices === null}
      hidesError
      onSubmit={save}
      onClose={onClose}
    >
      <FormError>{error ?? mutation.refusal}</FormError>
      {choices === null && !error ? (
        <p className="df-soft" role="status">
          Loading {socialPlatformLabels[platform]}...
        </p>
      ) : null}
      <fieldset className="df-post__networks">
        <legend className="df-hidden">Account</legend>
        {choices?.map(({ id, name }) => (
          <label key={id} className="df-post__network">
            <input
              type="radio"
              name="account"
              value={id}
              checked={selected === id}
              onChange={() => setSelected(id)}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}

type Props = {
  platform: SocialPlatform
  connectHref: string
  accountId: string | null
  wasConnected: boolean
}

const DisconnectAction = ({ platform }: { platform: SocialPlatform }) => {
  const name = socialPlatformLabels[platform]
  return (
    <ConfirmAction
      variant="ghost"
      text="Disconnect"
      question={`Disconnect ${name}?`}
      verb="Disconnect"
      request={{
        method: 'DELETE',
        path: accountPath(platform),
        done: `${name} disconnected`,
        failed: `Couldn’t disconnect ${name}`,
      }}
    >
      <p>
        This removes the sign-in. Posts scheduled for {name} will fail until you reconnect.
        Published posts stay online.
      </p>
    </ConfirmAction>
  )
}

const ChooseAccount = (props: Omit<ChooseProps, 'onClose'>) => {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <Button small onClick={() => setIsChoosing(true)}>
        Post as…
      </Button>
      {isChoosing ? <ChooseDialog {...props} onClose={() => setIsChoosing(false)} /> : null}
    </>
  )
}

/** Connect leaves for the network, so it is a link. */
export function AccountActions({ platform, connectHref, accountId, wasConnected }: Props) {
  const name = socialPlatformLabels[platform]
  const memberLink =
    platform === 'linkedin' ? (
      <ConfirmedLink variant="ghost" small href="/api/admin/connect/linkedin-member">
        Connect my personal profile only
      </ConfirmedLink>
    ) : null
  if (accountId === null)
    return (
      <div className="df-account__actions">
        <ConfirmedLink variant="solid" href={connectHref}>
          {wasConnected ? `Reconnect ${name}` : `Connect ${name}`}
        </ConfirmedLink>
        {memberLink}
      </div>
    )
  return (
    <div className="df-account__actions">
      {memberLink}
      <ActionButton
        small
        busyText="Testing…"
        request={{
          path: `${accountPath(platform)}/test`,
          done: 'Connection works',
          doneText: `${name} is connected.`,
          failed: 'Connection Failed',
        }}
      >
        Test connection
      </ActionButton>
      {platform === 'facebook' || platform === 'linkedin' ? (
        <ChooseAccount platform={platform} accountId={accountId} />
      ) : null}
      <ButtonLink variant="ghost" small href={connectHref} native>
        Reconnect
      </ButtonLink>
      <DisconnectAction platform={platform} />
    </div>
  )
}
