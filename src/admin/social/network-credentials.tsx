'use client'
import { toast } from '@payloadcms/ui'
import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { CredentialsDialog } from '@/admin/integrations/credentials-dialog'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'

const services = {
  facebook: { provider: 'facebook', href: 'https://developers.facebook.com/apps/' },
  instagram: { provider: 'instagram', href: 'https://developers.facebook.com/apps/' },
  twitter: { provider: 'x', href: 'https://console.x.com/' },
  linkedin: { provider: 'linkedin', href: 'https://www.linkedin.com/developers/apps' },
} as const satisfies Record<SocialPlatform, unknown>

type Props = {
  platform: SocialPlatform
  needed: readonly { label: string; help: string }[]
  callback: string
  canSaveKeys: boolean
}

/** What a network without keys needs, in order, and who can do it. Posts can be copied and opened there meanwhile. */
export function NetworkCredentials({ platform, needed, callback, canSaveKeys }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const name = socialPlatformLabels[platform]
  const { provider, href } = services[platform]
  const copy = (): void =>
    void navigator.clipboard.writeText(callback).then(
      () => toast.success('URL copied', { duration: 5000 }),
      () => toast.error('Couldn’t copy the URL'),
    )
  return (
    <>
      <p>To post automatically, create an app on {name}:</p>
      <ol className="df-steps">
        <li>
          Create the app on{' '}
          <a className="df-plain-link" href={href} target="_blank" rel="noopener noreferrer">
            {name}’s developer site
            <ExternalLink aria-hidden size={14} />
          </a>
          .
        </li>
        <li>
          Add this redirect URL: <code className="df-code">{callback}</code>{' '}
          <Button variant="ghost" small icon={Copy} onClick={copy}>
            Copy
          </Button>
        </li>
        <li>
          {canSaveKeys ? 'Enter its keys here' : 'Give its keys to an admin'}:{' '}
          {needed.map(({ label }) => label).join(', ')}.
        </li>
      </ol>
      {canSaveKeys ? <Button onClick={() => setIsOpen(true)}>Enter keys</Button> : null}
      <p className="df-soft">For now, use Copy and open to post to {name}.</p>
      {isOpen ? (
        <CredentialsDialog
          provider={provider}
          label={name}
          doneText={`You can now connect ${name}.`}
          failed="Couldn’t save the keys"
          noValidate
          onClose={() => setIsOpen(false)}
        >
          <p className="df-soft">They’re stored encrypted and never shown again.</p>
        </CredentialsDialog>
      ) : null}
    </>
  )
}
