'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { ConflictNotice } from '@/admin/form/conflict-notice'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { createFormId } from '@/admin/form/draft/draft-storage'
import { RestoreDraftPrompt } from '@/admin/form/draft/restore-draft-prompt'
import { useLocalDraft } from '@/admin/form/draft/use-local-draft'
import { Field, TextArea, TokensField } from '@/admin/form/fields'
import { PictureList } from '@/admin/form/picture-list'
import { UnsavedChangesGuard } from '@/admin/form/unsaved-changes-guard'
import { type AdminMutation, useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { SocialPreview } from '@/modules/social/queries/post-preview'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'
import {
  counterLength,
  parseHashtags,
  type SelectableStatus,
  type SocialPlatform,
  socialPlatformLabels,
  socialPlatforms,
} from '@/modules/social/rules/social-post'
import { FormError } from '@/ui/form-error'

import { LinkPicker } from './link-picker'
import { type PostFormValues, toPostRequest } from './post-form-values'
import { CharacterCount, type Networks, PostPreviews, usePostPreview } from './post-preview'
import { ScheduleFields } from './schedule-fields'

type Props = {
  /** Null for a new post. */
  post: Pick<SocialPostRecord, 'id' | 'updatedAt'> | null
  draft: PostFormValues
  timeZone: string
  /** Names of the connected accounts. */
  networks: Networks
  onClose: () => void
}

const verbs = {
  draft: 'Save draft',
  scheduled: 'Schedule',
  published: 'Publish Now',
} satisfies Record<SelectableStatus, string>
const busyVerbs = {
  draft: 'Saving...',
  scheduled: 'Scheduling…',
  published: 'Publishing…',
} satisfies Record<SelectableStatus, string>

type SectionProps = {
  draft: PostFormValues
  set: (change: Partial<PostFormValues>) => void
  fields: Record<string, string>
}

const NetworkChoice = ({
  draft,
  set,
  fields,
  networks,
  previews,
}: SectionProps & { networks: Networks; previews: SocialPreview[] }) => {
  const unconnected = draft.platforms.filter((platform) => !networks[platform])
  const toggle = (platform: SocialPlatform, isOn: boolean): void =>
    set({
      platforms: socialPlatforms.filter((other) =>
        other === platform ? isOn : draft.platforms.includes(other),
      ),
    })
  return (
    <fieldset className="df-post__networks">
      <legend>Networks</legend>
      {socialPlatforms.map((platform) => {
        const preview = previews.find((other) => other.platform === platform)
        const isOn = draft.platforms.includes(platform)
        return (
          <label key={platform} className="df-post__network">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ currentTarget }) => toggle(platform, currentTarget.checked)}
            />
            <span>
              {socialPlatformLabels[platform]}
              <small>{networks[platform] ?? 'Not connected'}</small>
            </span>
            {isOn && preview ? (
              <CharacterCount platform={platform} length={preview.length} limit={preview.limit} />
            ) : null}
          </label>
        )
      })}
      {fields.platforms ? (
        <p className="df-field__error" role="alert">
          {fields.platforms}
        </p>
      ) : null}
      {unconnected.length > 0 ? (
        <p className="df-note">
          {unconnected.map((platform) => socialPlatformLabels[platform]).join(' and ')}: no account
          is connected, so you’ll need to post manually. Copy the post and open the network, then
          mark it as posted.
        </p>
      ) : null}
    </fieldset>
  )
}

/** The values of the dialog, kept on this device until they are saved or discarded. */
const usePostForm = ({ post, draft: initial, timeZone, onClose }: Omit<Props, 'networks'>) => {
  const mutation = useAdminMutation()
  const { send, theirs } = mutation
  const [draft, setDraft] = useState(initial)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial)
  const [formId] = useState(createFormId)
  const { forgetOwn, ...restorePrompt } = useLocalDraft({
    collection: 'social-posts',
    id: post?.id,
    formId,
    isModified: isDirty,
    typed: draft,
    read: () => draft,
    put: (restored) => setDraft({ ...initial, ...restored }),
  })
  const leave = (): void => {
    forgetOwn()
    onClose()
  }
  const save = async (): Promise<void> => {
    const body = toPostRequest(draft, timeZone)
    const saved = post
      ? await send({
          method: 'PUT',
          path: `/api/admin/social/posts/${post.id}`,
          body: { ...body, version: theirs ?? post.updatedAt },
          done: 'Social post updated',
          failed: 'Error updating social post',
          untilRefreshed: true,
        })
      : await send({
          path: '/api/admin/social/posts',
          body,
          done: 'Social post created',
          failed: 'Error creating social post',
        })
    if (saved) leave()
  }
  const set = (change: Partial<PostFormValues>): void =>
    setDraft((before) => ({ ...before, ...change }))
  return { mutation, draft, set, isDirty, restorePrompt, forgetOwn, leave, save }
}

const TextSection = ({ draft, set, fields }: SectionProps) => (
  <TextArea
    label="Post text"
    required
    rows={6}
    maxLength={10_000}
    data-focus
    value={draft.postText}
    error={fields.postText}
    placeholder="What would you like to say?"
    hint={
      <span className="df-post__counter">
        {[...draft.postText].length}/{counterLength}
      </span>
    }
    onChange={({ currentTarget }) => set({ postText: currentTarget.value })}
  />
)

/** Hashtags, links, and pictures. */
const AttachmentsSection = ({ draft, set, fields }: SectionProps) => (
  <>
    <TokensField
      label="Hashtags"
      optional
      hint="Separate with commas. No # needed."
      placeholder="recovery, calm"
      values={draft.hashtags}
      error={fields.hashtags}
      maxLength={80}
      clean={(hashtag) => parseHashtags(hashtag)[0] ?? ''}
      onChange={(hashtags) => set({ hashtags })}
    />
    <div className="df-form__row">
      <LinkPicker
        kind="content"
        label="Link to an article"
        value={draft.content}
        error={fields.contentId}
        onChange={(content) => set({ content })}
      />
      <LinkPicker
        kind="product"
        label="Link to a product"
        value={draft.product}
        error={fields.productId}
        onChange={(product) => set({ product })}
      />
    </div>
    <Field
      label="Images"
      optional
      error={fields.mediaIds}
      hint="Instagram requires one. Up to 4 on X and 10 on other networks. Sent as JPEG."
    >
      <PictureList
        label="Post images"
        most={10}
        pictures={draft.pictures}
        onChange={(pictures) => set({ pictures })}
      />
    </Field>
  </>
)

const SaveBar = ({
  mutation: { isBusy, fields, refusal, theirs },
  status,
  onCancel,
}: {
  mutation: AdminMutation
  status: SelectableStatus
  onCancel: () => void
}) => (
  <div className="df-post__actions">
    <FormError fields={fields}>{refusal}</FormError>
    <ConflictNotice theirs={theirs} />
    <DialogActions>
      <Button variant="ghost" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant="solid" isBusy={isBusy}>
        {isBusy ? busyVerbs[status] : verbs[status]}
      </Button>
    </DialogActions>
  </div>
)

export function PostDialog({ networks, ...form }: Props) {
  const { mutation, draft, set, isDirty, restorePrompt, forgetOwn, leave, save } = usePostForm(form)
  const preview = usePostPreview(draft)
  const section = { draft, set, fields: mutation.fields }
  return (
    <Dialog
      title={form.post ? 'Edit social post' : 'New social post'}
      size="wide"
      isDirty={isDirty}
      onClose={leave}
    >
      <UnsavedChangesGuard isDirty={isDirty} onLeave={forgetOwn} />
      <form
        className="df-post"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
      >
        <div className="df-post__fields">
          <RestoreDraftPrompt {...restorePrompt} />
          <TextSection {...section} />
          <NetworkChoice {...section} networks={networks} previews={preview.previews} />
          <AttachmentsSection {...section} />
          <ScheduleFields
            status={draft.status}
            scheduledFor={draft.scheduledFor}
            timeZone={form.timeZone}
            errors={mutation.fields}
            onChange={set}
          />
        </div>
        <PostPreviews draft={draft} networks={networks} {...preview} />
        <SaveBar mutation={mutation} status={draft.status} onCancel={leave} />
      </form>
    </Dialog>
  )
}
