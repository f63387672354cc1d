'use client'
import { useEffect, useId } from 'react'

import { ApiForm, FormActions } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { accountErrorMessage, useSubmit } from '@/components/form/use-submit'
import type { CustomerReviewView } from '@/modules/reviews/queries/customer-reviews'
import {
  detectReviewNameFormat,
  formatReviewAuthor,
  type ReviewNameFormat,
  reviewNameFormats,
} from '@/modules/reviews/rules'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { SelectField, TextArea, TextField } from '@/ui/form-fields'

export type ReviewerNames = { firstName: string | null; lastName: string | null }

const ratings = [
  [1, 'Not for me'],
  [2, 'Not quite'],
  [3, 'Fine'],
  [4, 'Good'],
  [5, 'Just right'],
] as const

const Rating = ({ value, error }: { value?: number; error?: string }) => {
  const errorId = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="mb-1.5 font-sans text-small font-semibold">Your rating</legend>
      <div className="flex flex-wrap gap-2">
        {ratings.map(([rating, label]) => (
          <label key={rating} className="option px-3.5 max-sm:basis-full max-sm:justify-start">
            <input
              type="radio"
              name="rating"
              value={rating}
              defaultChecked={rating === value}
              className="sr-only"
            />
            <span className="nums">{rating}</span>{' '}
            <span className="font-normal text-ink-soft">{label}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={errorId} className="mt-1.5 text-small font-[550] text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

type Props = {
  productId: number
  /** Of the product. */
  name: string
  /** The one to change; absent: a new one. */
  review?: CustomerReviewView
  reviewer: ReviewerNames
  onSaved: (reviews: CustomerReviewView[]) => void
  onCancel: () => void
}

/** Formats with the same result (for someone without a last name) are offered once. */
const nameFormatsFor = (reviewer: ReviewerNames): ReviewNameFormat[] =>
  reviewNameFormats.filter(
    (format, index) =>
      reviewNameFormats.findIndex(
        (other) => formatReviewAuthor(reviewer, other) === formatReviewAuthor(reviewer, format),
      ) === index,
  )

const ReviewFields = ({
  review,
  reviewer,
  errors,
}: Pick<Props, 'review' | 'reviewer'> & { errors: Record<string, string> }) => {
  const formats = nameFormatsFor(reviewer)
  return (
    <>
      <Rating value={review?.rating} error={errors.rating} />
      <TextField
        name="title"
        label="Title"
        optional
        maxLength={120}
        defaultValue={review?.title ?? ''}
        error={errors.title}
      />
      <TextArea
        name="body"
        label="Your review"
        maxLength={4000}
        defaultValue={review?.body ?? ''}
        error={errors.body}
        hint="How does it fit and feel? A sentence or two is plenty."
      />
      <SelectField
        name="showAs"
        label="Shown as"
        defaultValue={review ? detectReviewNameFormat(review.author, reviewer) : formats[0]}
        hint="Shown next to your review."
      >
        {formats.map((format) => (
          <option key={format} value={format}>
            {formatReviewAuthor(reviewer, format)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

export function ReviewForm({ productId, name, review, reviewer, onSaved, onCancel }: Props) {
  const { busy, errors, message, form, submit } = useSubmit(accountErrorMessage)
  // The form replaces the button that had the focus.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])
  const save = (text: FormText): void =>
    void submit(async () => {
      const path = '/api/account/reviews'
      const body = {
        rating: Number(text('rating')),
        title: text('title'),
        body: text('body'),
        showAs: text('showAs'),
      }
      onSaved(
        await (review
          ? api<CustomerReviewView[]>('PUT', `${path}/${review.id}`, body)
          : api<CustomerReviewView[]>('POST', path, { productId, ...body })),
      )
    })
  return (
    <ApiForm
      ref={form}
      aria-label={`Your review of ${name}`}
      onSubmit={save}
      className="grid max-w-[36rem] gap-4.5 pt-5"
    >
      <ReviewFields review={review} reviewer={reviewer} errors={errors} />
      <FormError>{message}</FormError>
      <FormActions busy={busy} submit="Submit review" cancel="Cancel" onCancel={onCancel} />
    </ApiForm>
  )
}
