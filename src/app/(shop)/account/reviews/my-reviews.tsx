'use client'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { useDeletion } from '@/app/(shop)/account/use-deletion'
import { CardButton } from '@/components/account/card-button'
import { accountErrorMessage, useSubmit } from '@/components/form/use-submit'
import { Section } from '@/components/layout/section'
import { LineItemThumbnail } from '@/components/order/line-item-thumbnail'
import { RatingStars } from '@/components/product/rating-stars'
import type {
  CustomerReviewView,
  ReviewableProduct,
} from '@/modules/reviews/queries/customer-reviews'
import { reviewStatusMessages } from '@/modules/reviews/rules'
import { api } from '@/platform/http/api-client'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { FormError } from '@/ui/form-error'
import { showToast } from '@/ui/toast'

import { type ReviewerNames, ReviewForm } from './review-form'

const tones = { waiting: 'sun', approved: 'good', rejected: 'plain' } as const

/** What every row needs to show a form in its place. */
type RowProps = {
  reviewer: ReviewerNames
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onSaved: (reviews: CustomerReviewView[], title: string) => void
}

const ReviewableRow = ({
  product: { productId, name, image },
  reviewer,
  isOpen,
  onOpen,
  onClose,
  onSaved,
}: RowProps & { product: ReviewableProduct }) => (
  <li className="border-t border-line py-5">
    <div className="flex items-center gap-5">
      <LineItemThumbnail src={image} className="w-16" />
      <h3 className="flex-1 font-sans leading-snug font-semibold">
        <a href={`/products/${productId}`} className="hover:underline">
          {name}
        </a>
      </h3>
      {isOpen ? null : (
        <Button variant="line" size="sm" aria-label={`Review ${name}`} onClick={onOpen}>
          Write a review
        </Button>
      )}
    </div>
    {isOpen ? (
      <ReviewForm
        productId={productId}
        name={name}
        reviewer={reviewer}
        onCancel={onClose}
        onSaved={(reviews) =>
          onSaved(reviews, 'Thank you. We read every review before it goes live.')
        }
      />
    ) : null}
  </li>
)

const ReviewRow = ({
  review,
  reviewer,
  isOpen,
  onOpen,
  onClose,
  onSaved,
  onDelete,
}: RowProps & { review: CustomerReviewView; onDelete: () => void }) => {
  const { productId, productName, rating, status, title, body, author } = review
  return (
    <li className="grid gap-2 border-t border-line py-5 wrap-anywhere">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <h3 className="font-sans font-semibold">
          <a href={`/products/${productId}`} className="hover:underline">
            {productName}
          </a>
        </h3>
        <RatingStars rating={rating} />
        <Badge tone={tones[status]}>{reviewStatusMessages[status].label}</Badge>
      </div>
      {isOpen ? (
        <ReviewForm
          productId={productId}
          name={productName}
          review={review}
          reviewer={reviewer}
          onCancel={onClose}
          onSaved={(reviews) => onSaved(reviews, 'Review updated')}
        />
      ) : (
        <>
          {title ? <p className="font-semibold">{title}</p> : null}
          <p className="whitespace-pre-line text-ink-soft">{body}</p>
          <p className="text-small text-ink-mute">
            Shown as {author}
            {author.endsWith('.') ? '' : '.'} {reviewStatusMessages[status].says}
          </p>
          <div className="-ml-3 flex flex-wrap">
            {status === 'waiting' ? (
              <CardButton aria-label={`Edit your review of ${productName}`} onClick={onOpen}>
                Edit
              </CardButton>
            ) : null}
            <CardButton aria-label={`Delete your review of ${productName}`} onClick={onDelete}>
              Delete
            </CardButton>
          </div>
        </>
      )}
    </li>
  )
}

const NothingToReview = () => (
  <EmptyState
    emblem="true-enough"
    title="Nothing to review yet"
    action={<ButtonLink href="/products">Shop all</ButtonLink>}
  >
    <p>You can review items you bought while signed in. Only verified buyers can leave reviews.</p>
  </EmptyState>
)

type Props = {
  stored: readonly CustomerReviewView[]
  reviewable: readonly ReviewableProduct[]
  reviewer: ReviewerNames
  /** The product whose form is open at first, for visitors from its page. */
  openProductId: number | null
}

const useReviews = ({ stored, reviewable, reviewer, openProductId }: Props) => {
  const [reviews, setReviews] = useState(stored)
  const [openForms, setOpenForms] = useState(() =>
    // Not for a product with a review: its form would open once that is deleted.
    reviewable.flatMap(({ productId }) =>
      productId === openProductId ? [`new/${productId}`] : [],
    ),
  )
  const { message, submit } = useSubmit(accountErrorMessage)
  const container = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const waiting = reviewable.filter(
    ({ productId }) => !reviews.some((review) => review.productId === productId),
  )

  /** Removes what may have the focus. If the user is in another form by then, the focus stays there. */
  const remove = (change: () => void): void => {
    flushSync(change)
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true })
  }
  const close = (form: string): void => setOpenForms((now) => now.filter((open) => open !== form))
  const rowProps = (form: string): RowProps => ({
    reviewer,
    isOpen: openForms.includes(form),
    onOpen: () => setOpenForms((now) => [...now, form]),
    onClose: () => remove(() => close(form)),
    onSaved: (saved, title) => {
      remove(() => {
        setReviews(saved)
        close(form)
      })
      showToast({ title })
    },
  })
  const deletion = useDeletion<CustomerReviewView>({
    title: 'Delete this review?',
    describe: ({ productName }) =>
      `Your review of ${productName} will be deleted and removed from the product page.`,
    onConfirm: ({ id }) =>
      void submit(async () => {
        const left = await api<CustomerReviewView[]>('DELETE', `/api/account/reviews/${id}`)
        remove(() => setReviews(left))
        showToast({ title: 'Review deleted' })
        // Its product can be reviewed again.
        router.refresh()
      }),
  })
  return { container, message, reviews, waiting, rowProps, deletion }
}

export function MyReviews(props: Props) {
  const { container, message, reviews, waiting, rowProps, deletion } = useReviews(props)
  return (
    <div ref={container} tabIndex={-1} className="grid gap-12 outline-none">
      <FormError>{message}</FormError>
      {waiting.length > 0 ? (
        <Section id="to-review" title="Ready to review" heading="mb-4 text-h3">
          <ul>
            {waiting.map((product) => (
              <ReviewableRow
                key={product.productId}
                product={product}
                {...rowProps(`new/${product.productId}`)}
              />
            ))}
          </ul>
        </Section>
      ) : null}
      {reviews.length > 0 ? (
        <Section id="own-reviews" title="Your reviews" heading="mb-4 text-h3">
          <ul>
            {reviews.map((review) => (
              <ReviewRow
                key={review.id}
                review={review}
                {...rowProps(`edit/${review.id}`)}
                onDelete={() => deletion.confirm(review)}
              />
            ))}
          </ul>
        </Section>
      ) : null}
      {reviews.length + waiting.length === 0 ? <NothingToReview /> : null}
      {deletion.dialog}
    </div>
  )
}
