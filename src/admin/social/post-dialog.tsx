'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { ConflictNotice } from '@/admin/form/conflict-notice'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { createFormId } from '@/admin/form/draft-storage'
import { Field, TextArea, TokensField } from '@/admin/form/fields'
import { PictureList } from '@/admin/form/picture-list'
import { RestoreDraftPrompt } from '@/admin/form/restore-draft-prompt'
import { UnsavedChangesGuard } from '@/admin/form/unsaved-changes-guard'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { useLocalDraft } from '@/admin/form/use-local-draft'
import type { SocialPreview } from '@/modules/social/queries/post-preview'
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
import { CharacterCount, PostPreview, usePostPreview } from './post-preview'
import { ScheduleFields } from './schedule-fields'

export type Networks = Partial<Record<SocialPlatform, string>>
type Props = {
  /** Null for a new post. */
  post: { id: number; updatedAt: string; wasFailed: boolean } | null
  draft: PostFormValues
  timeZone: string
  /** Names of the connected accounts. */
  networks: Networks
  onClose: () => void
  onSaved: () => void
}

const verbs = {
  draft: 'Save draft',
  scheduled: 'Schedule',
  published: 'Publish Now',
} satisfies Record<SelectableStatus, string>
const busyVerbs = {
  draft: 'Saving...',
  scheduled: 'Scheduling...',
  published: 'Publishing...',
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
        const preview = previews.find((one) => one.platform === platform)
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
          is connected, so it does not go out by itself there. You can copy the post and open the
          network, then mark it as posted.
        </p>
      ) : null}
    </fieldset>
  )
}

const Previews = ({
  draft: { platforms, pictures },
  previews,
  error,
  isBehind,
  networks,
}: {
  draft: PostFormValues
  previews: SocialPreview[]
  error: string | null
  isBehind: boolean
  networks: Networks
}) => (
  <section className="df-post__previews" aria-label="Previews" aria-busy={isBehind}>
    <h3>As it will look</h3>
    <FormError>{error}</FormError>
    {platforms.length === 0 ? (
      <p className="df-soft">Choose a network to see the post as it will look there.</p>
    ) : null}
    {previews
      .filter(({ platform }) => platforms.includes(platform))
      .map((preview) => (
        <PostPreview
          key={preview.platform}
          preview={preview}
          pictures={pictures}
          name={networks[preview.platform] ?? null}
        />
      ))}
  </section>
)

export function PostDialog({ post, draft: first, timeZone, networks, onClose, onSaved }: Props) {
  const [draft, setDraft] = useState(first)
  const { send, isBusy, fields, refusal, theirs } = useAdminMutation()
  const { previews, error, isBehind } = usePostPreview(draft)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first)
  const [formId] = useState(createFormId)
  const { offered, bringBack, forget, forgetOwn } = useLocalDraft({
    collection: 'social-posts',
    id: post?.id,
    formId,
    isModified: isDirty,
    typed: draft,
    read: () => draft,
    put: (restored) => setDraft({ ...first, ...restored }),
  })
  const leave = (): void => {
    forgetOwn()
    onClose()
  }
  const set = (change: Partial<PostFormValues>): void =>
    setDraft((before) => ({ ...before, ...change }))
  const section = { draft, set, fields }

  const save = async (): Promise<void> => {
    const body = toPostRequest(draft, timeZone)
    const saved = post
      ? await send({
          method: 'PUT',
          path: `/api/admin/social/posts/${post.id}`,
          body: { ...body, version: theirs ?? post.updatedAt },
          done: 'Social post updated',
          failed: 'Error updating social post',
        })
      : await send({
          path: '/api/admin/social/posts',
          body,
          done: 'Social post created',
          failed: 'Error creating social post',
        })
    if (!saved) return
    forgetOwn()
    onSaved()
  }
  return (
    <Dialog
      title={post ? 'Edit social post' : 'New social post'}
      size="wide"
      isDirty={isDirty}
      onClose={leave}
    >
      <UnsavedChangesGuard isDirty={isDirty && !isBusy} onLeave={forgetOwn} />
      <form
        className="df-post"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
      >
        <div className="df-post__fields">
          <RestoreDraftPrompt offered={offered} bringBack={bringBack} forget={forget} />
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
          <NetworkChoice {...section} networks={networks} previews={previews} />
          <TokensField
            label="Hashtags"
            optional
            hint="Commas between them; a # is not needed."
            placeholder="recovery, calm"
            values={draft.hashtags}
            error={fields.hashtags}
            maxLength={80}
            clean={(word) => parseHashtags(word)[0] ?? ''}
            onChange={(hashtags) => set({ hashtags })}
          />
          <div className="df-form__row">
            <LinkPicker
              kind="content"
              label="Link to a piece"
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
            label="Pictures"
            optional
            error={fields.mediaIds}
            hint="Instagram needs one; X takes four, the others ten. They go along as JPEG."
          >
            <PictureList
              label="Pictures of the post"
              most={10}
              pictures={draft.pictures}
              onChange={(pictures) => set({ pictures })}
            />
          </Field>
          <ScheduleFields
            status={draft.status}
            scheduledFor={draft.scheduledFor}
            timeZone={timeZone}
            errors={fields}
            onChange={set}
          />
        </div>
        <Previews
          draft={draft}
          previews={previews}
          error={error}
          isBehind={isBehind}
          networks={networks}
        />
        <div className="df-post__ways">
          <FormError fields={fields}>{refusal}</FormError>
          <ConflictNotice theirs={theirs} />
          <DialogActions>
            <Button variant="ghost" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" variant="solid" isBusy={isBusy}>
              {isBusy ? busyVerbs[draft.status] : verbs[draft.status]}
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}
