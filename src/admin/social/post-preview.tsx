'use client'
import type { SelectedPicture } from '@/admin/form/media-picker/library-file'
import { useDelayedRequest } from '@/admin/form/use-delayed-request'
import type { SocialPreview } from '@/modules/social/queries/post-preview'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'

import { NetworkIcon } from './network-icon'
import { type PostFormValues, toPreviewRequest } from './post-form-values'

type Props = { preview: SocialPreview; pictures: readonly SelectedPicture[]; name: string | null }

const marked = /(#[\p{L}\p{M}\p{N}_]+|https?:\/\/\S+)/gu
const Text = ({ text }: { text: string }) => (
  <p className="df-look__text">
    {text.split(marked).map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part))}
  </p>
)

const Pictures = ({ pictures, max }: { pictures: readonly SelectedPicture[]; max: number }) => (
  <div className={`df-look__pictures df-look__pictures--${Math.min(4, pictures.length, max)}`}>
    {pictures.slice(0, Math.min(4, max)).map(({ id, baseName, alt }) => (
      <img
        key={id}
        src={`/uploads/${baseName}-640.webp`}
        alt={alt}
        onError={({ currentTarget }) => {
          currentTarget.onerror = null
          currentTarget.src = `/uploads/${baseName}-320.webp`
        }}
      />
    ))}
    {pictures.length > 4 ? (
      <span className="df-look__more">and {pictures.length - 4} more</span>
    ) : null}
  </div>
)

const Card = ({ card }: { card: NonNullable<SocialPreview['card']> }) => (
  <div className="df-look__card">
    {card.baseName ? <img src={`/uploads/${card.baseName}-og.jpg`} alt="" /> : null}
    <div>
      <span>{card.host}</span>
      <b>{card.title}</b>
      {card.description ? <p>{card.description}</p> : null}
    </div>
  </div>
)

export function CharacterCount({
  platform,
  length,
  limit,
}: {
  platform: SocialPlatform
  length: number
  limit: number
}) {
  return (
    <span className={`df-length${length > limit ? ' df-length--over' : ''}`}>
      <span className="df-length__bar" aria-hidden>
        <i style={{ width: `${Math.min(100, (length / limit) * 100)}%` }} />
      </span>
      <span>
        <span className="df-hidden">{socialPlatformLabels[platform]}: </span>
        {length.toLocaleString('en-US')}/{limit.toLocaleString('en-US')}
        {length > limit ? `, ${(length - limit).toLocaleString('en-US')} over the limit` : ''}
      </span>
    </span>
  )
}

/** The texts as the server would send them, a moment after the last key. */
export function usePostPreview(draft: PostFormValues) {
  const body = toPreviewRequest(draft)
  const { result, error, isBehind } = useDelayedRequest(
    JSON.stringify(body),
    () => api<SocialPreview[]>('POST', '/api/admin/social/preview', body),
    350,
  )
  return { previews: result ?? [], error, isBehind }
}

/** Names of the connected accounts. */
export type Networks = Partial<Record<SocialPlatform, string>>

export function PostPreview({ preview, pictures, name }: Props) {
  return (
    <article
      className={`df-look df-look--${preview.platform}`}
      aria-label={`Preview for ${socialPlatformLabels[preview.platform]}`}
    >
      <header>
        <NetworkIcon platform={preview.platform} />
        <b>{name ?? 'Dayfern'}</b>
        <span>{socialPlatformLabels[preview.platform]}</span>
      </header>
      {preview.platform === 'instagram' && pictures.length > 0 ? (
        <Pictures pictures={pictures} max={10} />
      ) : null}
      {preview.text ? <Text text={preview.text} /> : <p className="df-soft">Nothing here yet.</p>}
      {preview.platform !== 'instagram' && pictures.length > 0 ? (
        <Pictures pictures={pictures} max={preview.platform === 'twitter' ? 4 : 10} />
      ) : null}
      {preview.card ? <Card card={preview.card} /> : null}
      <CharacterCount platform={preview.platform} length={preview.length} limit={preview.limit} />
      {preview.problems.map((problem) => (
        <p key={problem} className="df-field__error">
          {problem}
        </p>
      ))}
      {preview.notes.map((note) => (
        <p key={note} className="df-field__hint">
          {note}
        </p>
      ))}
    </article>
  )
}

export function PostPreviews({
  draft: { platforms, pictures },
  previews,
  error,
  isBehind,
  networks,
}: ReturnType<typeof usePostPreview> & { draft: PostFormValues; networks: Networks }) {
  return (
    <section className="df-post__previews" aria-label="Previews" aria-busy={isBehind}>
      <h3>Preview</h3>
      <FormError>{error}</FormError>
      {platforms.length === 0 ? (
        <p className="df-soft">Choose a network to preview your post.</p>
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
}
