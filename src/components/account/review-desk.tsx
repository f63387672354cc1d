'use client'
import { useRef, useState } from 'react'
import { useCall } from '../../client/use-call'
import { reviewStatusWords } from '../../domain/review'
import type { OwnReviewView, ReviewableView } from '../../queries/own-reviews'
import { LineThumb } from '../order/line-thumb'
import { Badge } from '../ui/badge'
import { Button, ButtonLink } from '../ui/button'
import { Empty } from '../ui/empty'
import { Stars } from '../ui/stars'
import { showToast } from '../ui/toast'
import { useModal } from '../ui/use-modal'
import { Confirm } from './confirm'
import { ReviewForm, type Reviewer } from './review-form'
import { Trouble } from './trouble'

const tones = { waiting: 'sun', approved: 'good', rejected: 'plain' } as const

type Props = {
  stored: readonly OwnReviewView[]
  toReview: readonly ReviewableView[]
  person: Reviewer
  /** The piece whose form is open at first: somebody came from its page. */
  asked: number | null
}

/** What can be reviewed, and what was written, with where it stands. */
export const ReviewDesk = ({ stored, toReview, person, asked }: Props) => {
  const [reviews, setReviews] = useState(stored)
  const [open, setOpen] = useState<string | null>(asked === null ? null : `new/${asked}`)
  const [leaving, setLeaving] = useState<OwnReviewView | null>(null)
  const modal = useModal()
  const { trouble, call } = useCall()
  const desk = useRef<HTMLDivElement>(null)
  const waiting = toReview.filter(({ productId }) => !reviews.some((review) => review.productId === productId))

  const close = (): void => {
    setOpen(null)
    desk.current?.focus({ preventScroll: true })
  }
  const saved = (now: OwnReviewView[], says: string): void => {
    setReviews(now)
    showToast({ title: says })
    close()
  }
  const remove = async (review: OwnReviewView): Promise<void> => {
    const now = await call<OwnReviewView[]>('DELETE', `/api/account/reviews/${review.id}`)
    if (now) saved(now, 'Review deleted')
  }

  return (
    <div ref={desk} tabIndex={-1} className="grid gap-12 outline-none">
      <Trouble>{trouble}</Trouble>
      {waiting.length > 0
        ? <section aria-labelledby="to-review">
            <h2 id="to-review" className="mb-4 text-h3">You could say something about</h2>
            <ul>
              {waiting.map(({ productId, name, image }) => (
                <li key={productId} className="border-t border-line py-5">
                  <div className="flex items-center gap-5">
                    <LineThumb src={image} className="w-16" />
                    <h3 className="flex-1 font-sans leading-snug font-semibold"><a href={`/products/${productId}`} className="hover:underline">{name}</a></h3>
                    {open === `new/${productId}` ? null : <Button variant="line" size="sm" aria-label={`Write a review of ${name}`} onClick={() => setOpen(`new/${productId}`)}>Write a review</Button>}
                  </div>
                  {open === `new/${productId}` ? <ReviewForm productId={productId} person={person} onCancel={close} onSaved={(now) => saved(now, 'Thank you. A person reads it before it appears.')} /> : null}
                </li>
              ))}
            </ul>
          </section>
        : null}
      {reviews.length > 0
        ? <section aria-labelledby="own-reviews">
            <h2 id="own-reviews" className="mb-4 text-h3">What you wrote</h2>
            <ul>
              {reviews.map((review) => (
                <li key={review.id} className="grid gap-2 border-t border-line py-5">
                  <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
                    <h3 className="font-sans font-semibold"><a href={`/products/${review.productId}`} className="hover:underline">{review.productName}</a></h3>
                    <Stars rating={review.rating} />
                    <Badge tone={tones[review.status]}>{reviewStatusWords[review.status].label}</Badge>
                  </div>
                  {open === `edit/${review.id}`
                    ? <ReviewForm productId={review.productId} review={review} person={person} onCancel={close} onSaved={(now) => saved(now, 'Review changed')} />
                    : <>
                        {review.title ? <p className="font-semibold">{review.title}</p> : null}
                        <p className="whitespace-pre-line text-ink-soft">{review.body}</p>
                        <p className="text-small text-ink-mute">Shown as {review.author}. {reviewStatusWords[review.status].says}</p>
                        <div className="-ml-3 flex flex-wrap">
                          {review.status === 'waiting' ? <Button variant="ghost" size="sm" className="px-3!" aria-label={`Change your review of ${review.productName}`} onClick={() => setOpen(`edit/${review.id}`)}>Change</Button> : null}
                          <Button variant="ghost" size="sm" className="px-3!" aria-label={`Delete your review of ${review.productName}`} onClick={() => { setLeaving(review); modal.open() }}>Delete</Button>
                        </div>
                      </>}
                </li>
              ))}
            </ul>
          </section>
        : waiting.length === 0
          ? <Empty emblem="true-enough" title="Nothing to review yet" action={<ButtonLink href="/products">Go to the shop</ButtonLink>}>
              <p>What you buy while signed in can be reviewed here. Only people who bought a piece review it, so that every word is worth something.</p>
            </Empty>
          : null}
      {modal.isInPage
        ? <Confirm dialog={modal.ref} title="Delete this review?" says={leaving ? `What you wrote about ${leaving.productName} is gone then, from its page too.` : ''} yes="Delete it" onYes={() => { if (leaving) void remove(leaving) }} />
        : null}
    </div>
  )
}
