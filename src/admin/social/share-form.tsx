'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { Switch, TextArea, TokensField } from '@/admin/form/fields'
import type { SelectedPicture } from '@/admin/form/media-picker'
import { PictureList } from '@/admin/form/picture-list'
import { UnsavedChangesGuard } from '@/admin/form/unsaved-changes-guard'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { Panel } from '@/admin/shell/panel'
import {
  type SelectableStatus,
  type SocialPlatform,
  socialPlatformLabels,
} from '@/modules/social/rules/social-post'
import { fromZonedDateTime } from '@/platform/time-zones'
import { Badge } from '@/ui/badge'
import { FormError } from '@/ui/form-error'

import { LinkPicker } from './link-picker'
import { NetworkIcon } from './network-icon'
import { emptyPostForm, type LinkedDocument, type PostFormValues } from './post-form-values'
import { PostPreview, usePostPreview } from './post-preview'
import { ScheduleFields } from './schedule-fields'

type NetworkStart = {
  platform: SocialPlatform
  account: string | null
  postText: string
  hashtags: string[]
  isShared: boolean
}
type NetworkPost = NetworkStart & { isOn: boolean; pictures: SelectedPicture[] }

const NetworkForm = ({
  post,
  content,
  product,
  error,
  onChange,
}: {
  post: NetworkPost
  content: LinkedDocument
  product: LinkedDocument | null
  error?: string
  onChange: (change: Partial<NetworkPost>) => void
}) => {
  const draft: PostFormValues = {
    ...emptyPostForm,
    ...post,
    platforms: [post.platform],
    content,
    product,
  }
  const { previews } = usePostPreview(draft)
  const preview = previews.find(({ platform }) => platform === post.platform)
  const name = socialPlatformLabels[post.platform]
  return (
    <Panel className="df-share">
      <header className="df-panel__head">
        <h2>
          <NetworkIcon platform={post.platform} />
          {name}
        </h2>
        {post.account ? null : <Badge tone="plain">Not connected</Badge>}
        <Switch
          label={`Post to ${name}`}
          hideLabel
          checked={post.isOn}
          onChange={(isOn) => onChange({ isOn })}
        />
      </header>
      {post.isOn ? (
        <div className="df-share__body">
          <div className="df-form">
            {post.account ? null : (
              <p className="df-note">
                No account is connected: the post waits to be copied and opened.
              </p>
            )}
            {post.isShared ? (
              <p className="df-note">
                There is a post about this piece for {name} already, see above.
              </p>
            ) : null}
            <FormError>{error}</FormError>
            <TextArea
              label={`Text for ${name}`}
              rows={5}
              maxLength={10_000}
              value={post.postText}
              onChange={({ currentTarget }) => onChange({ postText: currentTarget.value })}
            />
            <TokensField
              label="Hashtags"
              optional
              values={post.hashtags}
              maxLength={80}
              clean={(word) => word.replace(/^#+/, '').trim()}
              onChange={(hashtags) => onChange({ hashtags })}
            />
            <PictureList
              label={`Pictures for ${name}`}
              most={post.platform === 'twitter' ? 4 : 10}
              pictures={post.pictures}
              onChange={(pictures) => onChange({ pictures })}
            />
          </div>
          {preview ? (
            <PostPreview preview={preview} pictures={post.pictures} name={post.account} />
          ) : (
            <p className="df-soft" role="status">
              Looking...
            </p>
          )}
        </div>
      ) : null}
    </Panel>
  )
}

const verbs = {
  draft: 'Save drafts',
  scheduled: 'Schedule all',
  published: 'Publish all now',
} satisfies Record<SelectableStatus, string>

/** One form per network; saved together, all or none. */
export function ShareForm({
  contentId,
  title,
  timeZone,
  start,
  picture,
}: {
  contentId: number
  title: string
  timeZone: string
  start: NetworkStart[]
  picture: SelectedPicture | null
}) {
  const router = useRouter()
  const { send, isBusy, fields, refusal } = useAdminMutation()
  // Facebook and LinkedIn show the picture in their link card.
  const [all, setAll] = useState<NetworkPost[]>(
    start.map((network) => ({
      ...network,
      isOn: network.account !== null && !network.isShared,
      pictures:
        picture && (network.platform === 'instagram' || network.platform === 'twitter')
          ? [picture]
          : [],
    })),
  )
  const [product, setProduct] = useState<LinkedDocument | null>(null)
  const [schedule, setSchedule] = useState<Pick<PostFormValues, 'status' | 'scheduledFor'>>({
    status: 'scheduled',
    scheduledFor: '',
  })
  const [isDirty, setIsDirty] = useState(false)
  const selected = all.filter(({ isOn }) => isOn)

  const save = async (): Promise<void> => {
    const done = await send({
      path: '/api/admin/social/share',
      body: {
        contentId,
        status: schedule.status,
        scheduledFor:
          schedule.status === 'scheduled'
            ? fromZonedDateTime(schedule.scheduledFor, timeZone)
            : null,
        posts: selected.map(({ platform, postText, hashtags, pictures }) => ({
          platform,
          postText,
          hashtags,
          productId: product?.id ?? null,
          mediaIds: pictures.map(({ id }) => id),
        })),
      },
      done: 'Social post created',
      doneText: selected.length > 1 ? `${selected.length} posts about “${title}”.` : undefined,
      failed: 'Error creating social post',
    })
    if (!done) return
    setIsDirty(false)
    setAll((before) => before.map((post) => ({ ...post, isOn: false })))
    router.refresh()
    window.scrollTo({ top: 0 })
  }
  return (
    <form
      className="df-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      noValidate
    >
      <UnsavedChangesGuard isDirty={isDirty && !isBusy} />
      {all.map((post) => (
        <NetworkForm
          key={post.platform}
          post={post}
          content={{ id: contentId, title }}
          product={product}
          error={
            post.isOn
              ? (fields[`posts.${selected.indexOf(post)}`] ??
                fields[`posts.${selected.indexOf(post)}.postText`])
              : undefined
          }
          onChange={(change) => {
            setIsDirty(true)
            setAll((before) =>
              before.map((other) =>
                other.platform === post.platform ? { ...other, ...change } : other,
              ),
            )
          }}
        />
      ))}
      <Panel title="All together">
        <div className="df-panel__form df-share__together">
          <LinkPicker
            kind="product"
            label="Link a product in each"
            value={product}
            onChange={(value) => {
              setIsDirty(true)
              setProduct(value)
            }}
          />
          <ScheduleFields
            {...schedule}
            timeZone={timeZone}
            errors={fields}
            onChange={(change) => {
              if ('scheduledFor' in change) setIsDirty(true)
              setSchedule((before) => ({ ...before, ...change }))
            }}
          />
          <FormError fields={fields}>{refusal}</FormError>
          <Button type="submit" variant="solid" isBusy={isBusy} disabled={selected.length === 0}>
            {isBusy ? 'Saving...' : verbs[schedule.status]}
          </Button>
          {selected.length === 0 ? (
            <p className="df-soft">Switch at least one network on.</p>
          ) : null}
        </div>
      </Panel>
    </form>
  )
}
