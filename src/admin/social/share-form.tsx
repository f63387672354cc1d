'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { UnsavedDraft } from '@/admin/form/draft/unsaved-draft'
import { Switch, TextArea, TokensField } from '@/admin/form/fields'
import type { SelectedPicture } from '@/admin/form/media-picker/library-file'
import { PictureList } from '@/admin/form/picture-list'
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

type NetworkProps = { post: NetworkPost; onChange: (change: Partial<NetworkPost>) => void }

const NetworkHead = ({ post: { platform, account, isOn }, onChange }: NetworkProps) => {
  const name = socialPlatformLabels[platform]
  return (
    <header className="df-panel__head">
      <h2>
        <NetworkIcon platform={platform} />
        {name}
      </h2>
      {account ? null : <Badge tone="plain">Not connected</Badge>}
      <Switch
        label={`Post to ${name}`}
        hideLabel
        checked={isOn}
        onChange={(checked) => onChange({ isOn: checked })}
      />
    </header>
  )
}

const NetworkFields = ({ post, error, onChange }: NetworkProps & { error?: string }) => {
  const name = socialPlatformLabels[post.platform]
  return (
    <div className="df-form">
      {post.account ? null : (
        <p className="df-note">No account connected. Copy and open to post manually.</p>
      )}
      {post.isShared ? (
        <p className="df-note">There’s already a post about this article for {name} (see above).</p>
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
        clean={(hashtag) => hashtag.replace(/^#+/, '').trim()}
        onChange={(hashtags) => onChange({ hashtags })}
      />
      <PictureList
        label={`Images for ${name}`}
        most={post.platform === 'twitter' ? 4 : 10}
        pictures={post.pictures}
        onChange={(pictures) => onChange({ pictures })}
      />
    </div>
  )
}

const NetworkForm = ({
  content,
  product,
  ...form
}: NetworkProps & { content: LinkedDocument; product: LinkedDocument | null; error?: string }) => {
  const { post } = form
  const { previews, error } = usePostPreview({
    ...emptyPostForm,
    ...post,
    platforms: [post.platform],
    content,
    product,
  })
  const preview = previews.find(({ platform }) => platform === post.platform)
  return (
    <Panel className="df-share">
      <NetworkHead post={post} onChange={form.onChange} />
      {post.isOn ? (
        <div className="df-share__body">
          <NetworkFields {...form} />
          {preview ? (
            <PostPreview preview={preview} pictures={post.pictures} name={post.account} />
          ) : error ? (
            <FormError>{error}</FormError>
          ) : (
            <p className="df-soft" role="status">
              Loading preview…
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

type Props = {
  contentId: number
  title: string
  timeZone: string
  start: NetworkStart[]
  picture: SelectedPicture | null
}
type Schedule = Pick<PostFormValues, 'status' | 'scheduledFor'>

/** A post for each network, switched on where an account is connected and nothing is shared yet. */
const initialPosts = ({ start, picture }: Props): NetworkPost[] =>
  start.map((network) => ({
    ...network,
    isOn: network.account !== null && !network.isShared,
    // Facebook and LinkedIn show the picture in their link card.
    pictures:
      picture && (network.platform === 'instagram' || network.platform === 'twitter')
        ? [picture]
        : [],
  }))

/** What was typed, on networks as they are now. */
const restorePosts = (now: NetworkPost[], typed: NetworkPost[]): NetworkPost[] =>
  now.map((post) => ({
    ...post,
    ...typed.find(({ platform }) => platform === post.platform),
    account: post.account,
    isShared: post.isShared,
  }))

const toShareRequest = (
  posts: readonly NetworkPost[],
  product: LinkedDocument | null,
  { status, scheduledFor }: Schedule,
  timeZone: string,
) => ({
  status,
  scheduledFor: status === 'scheduled' ? fromZonedDateTime(scheduledFor, timeZone) : null,
  posts: posts.map(({ platform, postText, hashtags, pictures }) => ({
    platform,
    postText,
    hashtags,
    productId: product?.id ?? null,
    mediaIds: pictures.map(({ id }) => id),
  })),
})

const useShareForm = (props: Props) => {
  const { contentId, title, timeZone } = props
  const router = useRouter()
  const mutation = useAdminMutation()
  const [posts, setPosts] = useState(() => initialPosts(props))
  const [product, setProduct] = useState<LinkedDocument | null>(null)
  const [schedule, setSchedule] = useState<Schedule>({ status: 'scheduled', scheduledFor: '' })
  const [isDirty, setIsDirty] = useState(false)
  const selected = posts.filter(({ isOn }) => isOn)

  const save = async (): Promise<void> => {
    const saved = await mutation.send({
      path: '/api/admin/social/share',
      body: { contentId, ...toShareRequest(selected, product, schedule, timeZone) },
      done: 'Social post created',
      doneText: selected.length > 1 ? `${selected.length} posts about “${title}”.` : undefined,
      failed: 'Error creating social post',
    })
    if (!saved) return
    setIsDirty(false)
    setPosts((before) => before.map((post) => ({ ...post, isOn: false })))
    router.refresh()
    window.scrollTo({ top: 0 })
  }
  const changePost = (platform: SocialPlatform, change: Partial<NetworkPost>): void => {
    setIsDirty(true)
    setPosts((before) =>
      before.map((post) => (post.platform === platform ? { ...post, ...change } : post)),
    )
  }
  const changeProduct = (value: LinkedDocument | null): void => {
    setIsDirty(true)
    setProduct(value)
  }
  const changeSchedule = (change: Partial<Schedule>): void => {
    if ('scheduledFor' in change) setIsDirty(true)
    setSchedule((before) => ({ ...before, ...change }))
  }
  const draft = {
    collection: 'shared-posts',
    id: contentId,
    isDirty,
    values: { posts, product, schedule },
    put: (restored: Record<string, unknown>): void => {
      setIsDirty(true)
      setPosts((now) => restorePosts(now, restored.posts as NetworkPost[]))
      setProduct(restored.product as LinkedDocument | null)
      setSchedule(restored.schedule as Schedule)
    },
  }
  const values = { posts, selected, product, schedule, draft }
  return { mutation, ...values, save, changePost, changeProduct, changeSchedule }
}

/** One form per network; saved together, all or none. */
export function ShareForm(props: Props) {
  const form = useShareForm(props)
  const { posts, selected, product, schedule } = form
  const { fields, refusal, isBusy } = form.mutation
  const errorOf = (post: NetworkPost): string | undefined => {
    const name = `posts.${selected.indexOf(post)}`
    return post.isOn ? (fields[name] ?? fields[`${name}.postText`]) : undefined
  }
  return (
    <form
      className="df-form"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
      noValidate
    >
      <UnsavedDraft {...form.draft} />
      {posts.map((post) => (
        <NetworkForm
          key={post.platform}
          post={post}
          content={{ id: props.contentId, title: props.title }}
          product={product}
          error={errorOf(post)}
          onChange={(change) => form.changePost(post.platform, change)}
        />
      ))}
      <Panel title="All networks">
        <div className="df-panel__form df-share__together">
          <LinkPicker
            kind="product"
            label="Link a product in every post"
            value={product}
            onChange={form.changeProduct}
          />
          <ScheduleFields
            {...schedule}
            timeZone={props.timeZone}
            errors={fields}
            onChange={form.changeSchedule}
          />
          <FormError fields={fields}>{refusal}</FormError>
          <Button type="submit" variant="solid" isBusy={isBusy} disabled={selected.length === 0}>
            {isBusy ? 'Saving...' : verbs[schedule.status]}
          </Button>
          {selected.length === 0 ? <p className="df-soft">Select at least one network.</p> : null}
        </div>
      </Panel>
    </form>
  )
}
