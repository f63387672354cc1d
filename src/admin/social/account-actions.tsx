'use client'
import { errorSentence } from '@/ui/api-client'
import { FormError } from '@/admin/form/form-error'
import { Button, ButtonLink } from '@/admin/form/button'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { api } from '@/ui/api-client'

type Choice = { id: string; name: string }

const ChooseDialog = ({
  platform,
  accountId,
  onClose,
}: {
  platform: SocialPlatform
  accountId: string
  onClose: () => void
}) => {
  const { send, isBusy, refusal } = useAdminMutation()
  const [choices, setChoices] = useState<Choice[] | null>(null)
  const [chosen, setChosen] = useState(accountId)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  if (!asked) {
    setAsked(true)
    api<Choice[]>('GET', `/api/admin/social/accounts/${platform}/choices`).then(
      setChoices,
      (error: unknown) => setTrouble(errorSentence(error)),
    )
  }
  const save = async (): Promise<void> => {
    if (
      await send({
        method: 'PUT',
        path: `/api/admin/social/accounts/${platform}`,
        body: { accountId: chosen },
        done: 'Account changed',
        failed: 'The account could not be changed',
      })
    )
      onClose()
  }
  return (
    <Dialog title="Post as" isDirty={chosen !== accountId} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <FormError>{trouble ?? refusal}</FormError>
        {choices === null && !trouble ? (
          <p className="df-soft" role="status">
            Asking {socialPlatformLabels[platform]}...
          </p>
        ) : null}
        <fieldset className="df-post__networks">
          <legend className="df-hidden">Account</legend>
          {(choices ?? []).map(({ id, name }) => (
            <label key={id} className="df-post__network">
              <input
                type="radio"
                name="account"
                value={id}
                checked={chosen === id}
                onChange={() => setChosen(id)}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" isBusy={isBusy} disabled={choices === null}>
            Post as this
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const hasChoices = (platform: SocialPlatform): boolean =>
  platform === 'facebook' || platform === 'linkedin'

/** Connect leaves for the network; it is a link, because it goes to another site. */
export function AccountActions({
  platform,
  connectHref,
  accountId,
  wasConnected,
}: {
  platform: SocialPlatform
  connectHref: string
  accountId: string | null
  wasConnected: boolean
}) {
  const { send, isBusy } = useAdminMutation()
  const [open, setOpen] = useState<'choose' | 'disconnect' | null>(null)
  const name = socialPlatformLabels[platform]
  const path = `/api/admin/social/accounts/${platform}`
  const test = (): void =>
    void send({
      path: `${path}/test`,
      done: 'Connection works',
      doneText: `${name} knows us.`,
      failed: 'Connection Failed',
    })
  const disconnect = async (): Promise<void> => {
    if (
      await send({
        method: 'DELETE',
        path,
        done: `${name} disconnected`,
        failed: `${name} could not be disconnected`,
      })
    )
      setOpen(null)
  }
  return (
    <div className="df-account__ways">
      {accountId === null ? (
        <ButtonLink variant="solid" href={connectHref} native>
          {wasConnected ? `Connect ${name} again` : `Connect ${name}`}
        </ButtonLink>
      ) : null}
      {platform === 'linkedin' ? (
        <ButtonLink variant="ghost" small href="/api/admin/connect/linkedin-member" native>
          Connect only my own profile
        </ButtonLink>
      ) : null}
      {accountId === null ? null : (
        <>
          <Button small isBusy={isBusy} onClick={test}>
            {isBusy ? 'Asking...' : 'Test connection'}
          </Button>
          {hasChoices(platform) ? (
            <Button small onClick={() => setOpen('choose')}>
              Post as...
            </Button>
          ) : null}
          <ButtonLink variant="ghost" small href={connectHref} native>
            Connect again
          </ButtonLink>
          <Button variant="ghost" small onClick={() => setOpen('disconnect')}>
            Disconnect
          </Button>
        </>
      )}
      {open === 'choose' && accountId !== null ? (
        <ChooseDialog platform={platform} accountId={accountId} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'disconnect' ? (
        <ConfirmDialog
          question={`Disconnect ${name}?`}
          verb="Disconnect"
          isBusy={isBusy}
          onCancel={() => setOpen(null)}
          onConfirm={() => void disconnect()}
        >
          <p>
            The shop forgets its sign-in. Posts that are planned for {name} will fail until it is
            connected again; what is out stays there.
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
