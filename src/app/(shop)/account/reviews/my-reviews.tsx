'use client'
import { useRef, useState } from 'react'

import { useMutation } from '@/components/account/use-mutation'
import { LineItemThumbnail } from '@/components/order/line-item-thumbnail'
import { RatingStars } from '@/components/product/rating-stars'
import type {
  CustomerReviewView,
  ReviewableProduct,
} from '@/modules/reviews/queries/customer-reviews'
import { reviewStatusMessages } from '@/modules/reviews/rules'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { FormError } from '@/ui/form-error'
import { useModal } from '@/ui/modal'
import { showToast } from '@/ui/toast'

import { type ReviewerNames, ReviewForm } from './review-form'

const tones = { waiting: 'sun', approved: 'good', rejected: 'plain' } as const

type Props = {
  stored: readonly CustomerReviewView[]
  toReview: readonly ReviewableProduct[]
  person: ReviewerNames
  /** The piece whose form is open at first: somebody came from its page. */
  asked: number | null
}

/** What can be reviewed, and what was written, with where it stands. */
export function MyReviews({ stored, toReview, person, asked }: Props) {
  const [reviews, setReviews] = useState(stored)
  const [open, setOpen] = useState<string | null>(asked === null ? null : `new/${asked}`)
  const [leaving, setLeaving] = useState<CustomerReviewView | null>(null)
  const modal = useModal()
  const { trouble, call } = useMutation()
  const desk = useRef<HTMLDivElement>(null)
  const waiting = toReview.filter(
    ({ productId }) => !reviews.some((review) => review.productId === productId),
  )

  const close = (): void => {
    setOpen(null)
    desk.current?.focus({ preventScroll: true })
  }
  const saved = (now: CustomerReviewView[], says: string): void => {
    setReviews(now)
    showToast({ title: says })
    close()
  }
  const remove = async (review: CustomerReviewView): Promise<void> => {
    const now = await call<CustomerReviewView[]>('DELETE', `/api/account/reviews/${review.id}`)
    if (now) saved(now, 'Review deleted')
  }

  return (
    <div ref={desk} tabIndex={-1} className="grid gap-12 outline-none">
      <FormError>{trouble}</FormError>
      {waiting.length > 0 ? (
        <section aria-labelledby="to-review">
          <h2 id="to-review" className="mb-4 text-h3">
            You could say something about
          </h2>
          <ul>
            {waiting.map(({ productId, name, image }) => (
              <li key={productId} className="border-t border-line py-5">
                <div className="flex items-center gap-5">
                  <LineItemThumbnail src={image} className="w-16" />
                  <h3 className="flex-1 font-sans leading-snug font-semibold">
                    <a href={`/products/${productId}`} className="hover:underline">
                      {name}
                    </a>
                  </h3>
                  {open === `new/${productId}` ? null : (
                    <Button
                      variant="line"
                      size="sm"
                      aria-label={`Write a review of ${name}`}
                      onClick={() => setOpen(`new/${productId}`)}
                    >
                      Write a review
                    </Button>
                  )}
                </div>
                {open === `new/${productId}` ? (
                  <ReviewForm
                    productId={productId}
                    person={person}
                    onCancel={close}
                    onSaved={(now) => saved(now, 'Thank you. A person reads it before it appears.')}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {reviews.length > 0 ? (
        <section aria-labelledby="own-reviews">
          <h2 id="own-reviews" className="mb-4 text-h3">
            What you wrote
          </h2>
          <ul>
            {reviews.map((review) => (
              <li key={review.id} className="grid gap-2 border-t border-line py-5">
                <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
                  <h3 className="font-sans font-semibold">
                    <a href={`/products/${review.productId}`} className="hover:underline">
                      {review.productName}
                    </a>
                  </h3>
                  <RatingStars rating={review.rating} />
                  <Badge tone={tones[review.status]}>
                    {reviewStatusMessages[review.status].label}
                  </Badge>
                </div>
                {open === `edit/${review.id}` ? (
                  <ReviewForm
                    productId={review.productId}
                    review={review}
                    person={person}
                    onCancel={close}
                    onSaved={(now) => saved(now, 'Review changed')}
                  />
                ) : (
                  <>
                    {review.title ? <p className="font-semibold">{review.title}</p> : null}
                    <p className="whitespace-pre-line text-ink-soft">{review.body}</p>
                    <p className="text-small text-ink-mute">
                      Shown as {review.author}. {reviewStatusMessages[review.status].says}
                    </p>
                    <div className="-ml-3 flex flex-wrap">
                      {review.status === 'waiting' ? (
                        <Button
                          variant="ghost"
                          size="sm"
                          className="px-3!"
                          aria-label={`Change your review of ${review.productName}`}
                          onClick={() => setOpen(`edit/${review.id}`)}
                        >
                          Change
                        </Button>
                      ) : null}
                      <Button
                        variant="ghost"
                        size="sm"
                        className="px-3!"
                        aria-label={`Delete your review of ${review.productName}`}
                        onClick={() => {
                          setLeaving(review)
                          modal.open()
                        }}
                      >
                        Delete
                      </Button>
                    </div>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ) : waiting.length === 0 ? (
        <EmptyState
          emblem="true-enough"
          title="Nothing to review yet"
          action={<ButtonLink href="/products">Go to the shop</ButtonLink>}
        >
          <p>
            What you buy while signed in can be reviewed here. Only people who bought a piece review
            it, so that every word is worth something.
          </p>
        </EmptyState>
      ) : null}
      {modal.isInPage ? (
        <ConfirmDialog
          dialog={modal.ref}
          title="Delete this review?"
          says={
            leaving
              ? `What you wrote about ${leaving.productName} is gone then, from its page too.`
              : ''
          }
          yes="Delete it"
          onYes={() => {
            if (leaving) void remove(leaving)
          }}
        />
      ) : null}
    </div>
  )
}
