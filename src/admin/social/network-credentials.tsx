'use client'
import { FormError } from '@/admin/form/form-error'
import { Button, TextLink } from '@/admin/form/button'
import { toast } from '@payloadcms/ui'
import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'

import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { connectionKeys } from '@/platform/connections/definitions'

const providers = {
  facebook: 'facebook',
  instagram: 'instagram',
  twitter: 'x',
  linkedin: 'linkedin',
} as const
const developers = {
  facebook: 'https://developers.facebook.com/apps/',
  instagram: 'https://developers.facebook.com/apps/',
  twitter: 'https://console.x.com/',
  linkedin: 'https://www.linkedin.com/developers/apps',
} satisfies Record<SocialPlatform, string>

const KeysDialog = ({ platform, onClose }: { platform: SocialPlatform; onClose: () => void }) => {
  const { send, isBusy, fields, refusal } = useAdminMutation()
  const [keys, setKeys] = useState<Record<string, string>>({})
  const name = socialPlatformLabels[platform]
  const save = async (): Promise<void> => {
    if (
      await send({
        method: 'PUT',
        path: `/api/admin/connections/${providers[platform]}`,
        body: { keys },
        done: 'Keys saved',
        doneText: `${name} can be connected now.`,
        failed: 'The keys could not be saved',
      })
    )
      onClose()
  }
  return (
    <Dialog title={`Keys of ${name}`} isDirty={Object.values(keys).some(Boolean)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
      >
        {connectionKeys[providers[platform]].map((key) => (
          <TextField
            key={key.name}
            label={key.label}
            hint={key.help}
            type={'plain' in key ? 'text' : 'password'}
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            value={keys[key.name] ?? ''}
            error={fields[`keys.${key.name}`]}
            onChange={({ currentTarget }) =>
              setKeys((before) => ({ ...before, [key.name]: currentTarget.value }))
            }
          />
        ))}
        <p className="df-soft">They are kept encrypted and never shown again.</p>
        <FormError fields={fields}>{refusal}</FormError>
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" isBusy={isBusy}>
            {isBusy ? 'Saving...' : 'Save keys'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** A network without keys: what it takes, in order, and who can do it. Posts can be copied and opened there meanwhile. */
export function NetworkCredentials({
  platform,
  needed,
  callback,
  mayKeepKeys,
}: {
  platform: SocialPlatform
  needed: readonly { label: string; help: string }[]
  callback: string
  mayKeepKeys: boolean
}) {
  const [isOpen, setIsOpen] = useState(false)
  const name = socialPlatformLabels[platform]
  const copy = (): void =>
    void navigator.clipboard.writeText(callback).then(
      () => toast.success('Address copied', { duration: 5000 }),
      () => toast.error('The address could not be copied'),
    )
  return (
    <>
      <p>To post by itself, the shop needs an app of its own at {name}:</p>
      <ol className="df-steps">
        <li>
          Make the app on{' '}
          <TextLink look="plain" href={developers[platform]} newTab rel="noopener noreferrer">
            {name}’s pages for developers
            <ExternalLink aria-hidden size={14} />
          </TextLink>
          .
        </li>
        <li>
          Register this address for the way back: <code className="df-code">{callback}</code>{' '}
          <Button variant="ghost" small icon={Copy} onClick={copy}>
            Copy
          </Button>
        </li>
        <li>
          {mayKeepKeys ? 'Enter here' : 'Give an admin'}:{' '}
          {needed.map(({ label }) => label).join(', ')}.
        </li>
      </ol>
      {mayKeepKeys ? <Button onClick={() => setIsOpen(true)}>Enter keys</Button> : null}
      <p className="df-soft">Until then each post for {name} offers Copy and open.</p>
      {isOpen ? <KeysDialog platform={platform} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
