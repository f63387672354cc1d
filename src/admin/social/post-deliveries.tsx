'use client'
import { toast } from '@payloadcms/ui'
import { Copy, ExternalLink, RotateCcw } from 'lucide-react'
import { useState } from 'react'

import { ActionButton } from '@/admin/form/actions'
import { Button, passFocusOn } from '@/admin/form/button'
import { TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { SocialPreview } from '@/modules/social/queries/post-preview'
import type { SocialDelivery, SocialPostRecord } from '@/modules/social/queries/social-posts'
import {
  type DeliveryStatus,
  deliveryStatusLabels,
  type SocialPlatform,
  socialPlatformLabels,
} from '@/modules/social/rules/social-post'
import { api } from '@/platform/http/api-client'
import { Badge, type BadgeTone } from '@/ui/badge'

import { NetworkIcon } from './network-icon'

const tones = {
  waiting: 'info',
  sending: 'warn',
  published: 'good',
  failed: 'bad',
  unknown: 'warn',
  'by-hand': 'good',
} satisfies Record<DeliveryStatus, BadgeTone>

/** The compose pages of the networks. */
const compose = {
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  twitter: 'https://x.com/compose/post',
  linkedin: 'https://www.linkedin.com/feed/',
} satisfies Record<SocialPlatform, string>

function CopyAndOpen({ post, platform }: { post: SocialPostRecord; platform: SocialPlatform }) {
  const [isBusy, setIsBusy] = useState(false)
  const go = async (): Promise<void> => {
    setIsBusy(true)
    try {
      const previews = await api<SocialPreview[]>('POST', '/api/admin/social/preview', {
        postText: post.postText,
        hashtags: post.hashtags,
        contentId: post.contentId,
        productId: post.productId,
        mediaIds: post.mediaIds,
      })
      const preview = previews.find((other) => other.platform === platform)
      await navigator.clipboard.writeText(
        [preview?.text, preview?.card?.url].filter(Boolean).join('\n\n'),
      )
      window.open(compose[platform], '_blank', 'noopener')
      toast.success('Text copied', {
        description: `Paste it on ${socialPlatformLabels[platform]}, then mark it as posted here.`,
        duration: 5000,
      })
    } catch {
      toast.error('Couldn’t copy the text', {
        description: 'Open the post and copy the text from its preview.',
      })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      small
      icon={Copy}
      disabled={isBusy}
      aria-label={`Copy and open ${socialPlatformLabels[platform]}`}
      onClick={() => void go()}
    >
      Copy and open
    </Button>
  )
}

type DeliveryProps = { post: SocialPostRecord; platform: SocialPlatform }

const MarkPostedDialog = ({ post, platform, onClose }: DeliveryProps & { onClose: () => void }) => {
  const mutation = useAdminMutation()
  const { fields, refusal } = mutation
  const save = async (form: FormData): Promise<void> => {
    const saved = await mutation.send({
      path: `/api/admin/social/posts/${post.id}/deliveries/${platform}/posted`,
      body: { url: form.get('url') },
      done: 'Social post updated',
      failed: 'Error updating social post',
    })
    if (saved) onClose()
  }
  return (
    <FormDialog
      title={`Mark as posted on ${socialPlatformLabels[platform]}`}
      mutation={{ ...mutation, theirs: null }}
      submit="Mark as posted"
      busy="Mark as posted"
      hidesError
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Post URL"
        name="url"
        type="url"
        inputMode="url"
        required
        data-focus
        maxLength={500}
        error={
          fields.url ?? (Object.keys(fields).length === 0 ? (refusal ?? undefined) : undefined)
        }
        hint="Copy it from the published post."
      />
    </FormDialog>
  )
}

const MarkPosted = ({ label, ...delivery }: DeliveryProps & { label: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        ref={passFocusOn}
        variant="ghost"
        small
        aria-label={`Mark as posted on ${socialPlatformLabels[delivery.platform]}`}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen ? <MarkPostedDialog {...delivery} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

/** What can be done about a failed or an uncertain delivery. */
const DeliveryActions = ({
  post,
  delivery: { platform, status, isOver },
  isConnected,
}: {
  post: SocialPostRecord
  delivery: SocialDelivery
  isConnected: boolean
}) => {
  const name = socialPlatformLabels[platform]
  const hasFailed = status === 'failed'
  const isUnsure = status === 'unknown' && isOver
  const retry = {
    path: `/api/admin/social/posts/${post.id}/deliveries/${platform}/retry`,
    body: { isNotThere: isUnsure },
    done: 'Social post updated',
    doneText: `Trying ${name} again.`,
    failed: 'Error updating social post',
  }
  return (
    <span className="df-delivery__actions">
      {hasFailed && isConnected ? (
        <ActionButton small icon={RotateCcw} label={`Try again on ${name}`} request={retry}>
          Try again
        </ActionButton>
      ) : null}
      {isUnsure ? (
        <ActionButton small request={retry}>
          It’s not there. Send it
        </ActionButton>
      ) : null}
      {hasFailed && !isConnected ? <CopyAndOpen post={post} platform={platform} /> : null}
      {hasFailed || isUnsure ? (
        <MarkPosted
          post={post}
          platform={platform}
          label={isUnsure ? 'It’s there' : 'Mark as posted'}
        />
      ) : null}
    </span>
  )
}

const NetworkName = ({ platform }: { platform: SocialPlatform }) => (
  <span className="df-delivery__name">
    <NetworkIcon platform={platform} />
    {socialPlatformLabels[platform]}
  </span>
)

/** The state of a post on each network, with its actions. */
export function PostDeliveries({
  post,
  connected,
}: {
  post: SocialPostRecord
  connected: readonly SocialPlatform[]
}) {
  const unsent = post.platforms.filter(
    (platform) => !post.deliveries.some((delivery) => delivery.platform === platform),
  )
  return (
    <ul className="df-deliveries" aria-label="Networks">
      {post.deliveries.map((delivery) => {
        const { platform, status, url, reason } = delivery
        return (
          <li key={platform} className="df-delivery">
            <NetworkName platform={platform} />
            <Badge tone={tones[status]}>{deliveryStatusLabels[status]}</Badge>
            {url ? (
              <a className="df-quiet-link" href={url} target="_blank" rel="noopener noreferrer">
                View post
                <ExternalLink aria-hidden size={15} strokeWidth={1.7} />
                <span className="df-hidden">
                  {' '}
                  on {socialPlatformLabels[platform]}, in a new tab
                </span>
              </a>
            ) : null}
            {reason ? <p className="df-delivery__reason">{reason}</p> : null}
            {post.deletedAt ? null : (
              <DeliveryActions
                post={post}
                delivery={delivery}
                isConnected={connected.includes(platform)}
              />
            )}
          </li>
        )
      })}
      {unsent.map((platform) => (
        <li key={platform} className="df-delivery">
          <NetworkName platform={platform} />
          {connected.includes(platform) ? null : (
            <>
              <span className="df-soft">Not connected</span>
              {post.deletedAt ? null : (
                <span className="df-delivery__actions">
                  <CopyAndOpen post={post} platform={platform} />
                  <MarkPosted post={post} platform={platform} label="Mark as posted" />
                </span>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
