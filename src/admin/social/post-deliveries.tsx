'use client'
import { Button, TextLink } from '@/admin/form/button'
import { toast } from '@payloadcms/ui'
import { Copy, ExternalLink, RotateCcw } from 'lucide-react'
import { useState } from 'react'

import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { Badge, type BadgeTone } from '@/admin/list/badge'
import type { SocialPreview } from '@/modules/social/queries/post-preview'
import type { SocialDelivery, SocialPostRecord } from '@/modules/social/queries/social-posts'
import {
  type DeliveryStatus,
  deliveryStatusLabels,
  type SocialPlatform,
  socialPlatformLabels,
} from '@/modules/social/rules/social-post'
import { api } from '@/ui/api-client'

import { NetworkIcon } from './network-icon'

const tones = {
  waiting: 'info',
  sending: 'warn',
  published: 'good',
  failed: 'bad',
  unknown: 'warn',
  'by-hand': 'good',
} satisfies Record<DeliveryStatus, BadgeTone>

/** Where somebody writes a post on each network's own pages. */
const compose = {
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  twitter: 'https://x.com/compose/post',
  linkedin: 'https://www.linkedin.com/feed/',
} satisfies Record<SocialPlatform, string>

/** Copies the very text of this network, then opens it. */
export function CopyAndOpen({
  post,
  platform,
}: {
  post: SocialPostRecord
  platform: SocialPlatform
}) {
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
      const found = previews.find((one) => one.platform === platform)
      await navigator.clipboard.writeText(
        [found?.text, found?.card?.url].filter(Boolean).join('\n\n'),
      )
      window.open(compose[platform], '_blank', 'noopener')
      toast.success('Text copied', {
        description: `Paste it on ${socialPlatformLabels[platform]}, then mark it as posted here.`,
        duration: 5000,
      })
    } catch {
      toast.error('The text could not be copied', {
        description: 'Please open the post and copy it from its preview.',
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

const MarkPosted = ({
  post,
  platform,
  onClose,
}: {
  post: SocialPostRecord
  platform: SocialPlatform
  onClose: () => void
}) => {
  const { send, isBusy, fields, refusal } = useAdminMutation()
  const [url, setUrl] = useState('')
  const save = async (): Promise<void> => {
    if (
      await send({
        path: `/api/admin/social/posts/${post.id}/deliveries/${platform}/posted`,
        body: { url: url.trim() },
        done: 'Social post updated',
        failed: 'Error updating social post',
      })
    )
      onClose()
  }
  return (
    <Dialog
      title={`It is on ${socialPlatformLabels[platform]}`}
      isDirty={url !== ''}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
      >
        <TextField
          label="Its address there"
          type="url"
          inputMode="url"
          required
          autoFocus
          maxLength={500}
          value={url}
          error={fields.url ?? (refusal && Object.keys(fields).length === 0 ? refusal : undefined)}
          hint="Copy it from the post itself."
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" isBusy={isBusy}>
            Mark as posted
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const Delivery = ({
  post,
  delivery,
  isConnected,
}: {
  post: SocialPostRecord
  delivery: SocialDelivery
  isConnected: boolean
}) => {
  const { platform, status, isOver, url, reason } = delivery
  const { send, isBusy } = useAdminMutation()
  const [isMarking, setIsMarking] = useState(false)
  const name = socialPlatformLabels[platform]
  const isUnsure = status === 'unknown' && isOver
  const retry = (): void =>
    void send({
      path: `/api/admin/social/posts/${post.id}/deliveries/${platform}/retry`,
      body: { isNotThere: isUnsure },
      done: 'Social post updated',
      doneText: `It goes to ${name} once more.`,
      failed: 'Error updating social post',
    })
  return (
    <li className="df-delivery">
      <span className="df-delivery__name">
        <NetworkIcon platform={platform} />
        {name}
      </span>
      <Badge tone={tones[status]}>{deliveryStatusLabels[status]}</Badge>
      {url ? (
        <TextLink href={url} newTab rel="noopener noreferrer">
          See it
          <ExternalLink aria-hidden size={15} strokeWidth={1.7} />
          <span className="df-hidden"> on {name}, in a new tab</span>
        </TextLink>
      ) : null}
      {reason ? <p className="df-delivery__reason">{reason}</p> : null}
      {post.deletedAt ? null : (
        <span className="df-delivery__ways">
          {status === 'failed' && isConnected ? (
            <Button
              small
              icon={RotateCcw}
              disabled={isBusy}
              aria-label={`Try again on ${name}`}
              onClick={retry}
            >
              Try again
            </Button>
          ) : null}
          {isUnsure ? (
            <Button small disabled={isBusy} onClick={retry}>
              It is not there: send it
            </Button>
          ) : null}
          {status === 'failed' && !isConnected ? (
            <CopyAndOpen post={post} platform={platform} />
          ) : null}
          {status === 'failed' || isUnsure ? (
            <Button
              variant="ghost"
              small
              aria-label={`Mark as posted on ${name}`}
              onClick={() => setIsMarking(true)}
            >
              {isUnsure ? 'It is there' : 'Mark as posted'}
            </Button>
          ) : null}
        </span>
      )}
      {isMarking ? (
        <MarkPosted post={post} platform={platform} onClose={() => setIsMarking(false)} />
      ) : null}
    </li>
  )
}

/** Where a post stands on each network, with what can be done about it beside it. */
export function PostDeliveries({
  post,
  connected,
}: {
  post: SocialPostRecord
  connected: readonly SocialPlatform[]
}) {
  return (
    <ul className="df-deliveries" aria-label="Networks">
      {post.deliveries.map((delivery) => (
        <Delivery
          key={delivery.platform}
          post={post}
          delivery={delivery}
          isConnected={connected.includes(delivery.platform)}
        />
      ))}
      {post.platforms
        .filter((platform) => !post.deliveries.some((one) => one.platform === platform))
        .map((platform) => (
          <li key={platform} className="df-delivery">
            <span className="df-delivery__name">
              <NetworkIcon platform={platform} />
              {socialPlatformLabels[platform]}
            </span>
            {connected.includes(platform) ? null : (
              <>
                <span className="df-soft">Not connected</span>
                {post.deletedAt ? null : (
                  <span className="df-delivery__ways">
                    <CopyAndOpen post={post} platform={platform} />
                  </span>
                )}
              </>
            )}
          </li>
        ))}
    </ul>
  )
}
