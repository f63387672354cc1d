'use client'
import { type FormEvent, useEffect } from 'react'

import { useMutation } from '@/components/account/use-mutation'
import type { CustomerReviewView } from '@/modules/reviews/queries/customer-reviews'
import {
  detectReviewNameFormat,
  formatReviewAuthor,
  type ReviewNameFormat,
  reviewNameFormats,
} from '@/modules/reviews/rules'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { Field, SelectField, TextField } from '@/ui/form-fields'

export type ReviewerNames = { firstName: string | null; lastName: string | null }

const ratings = [
  [1, 'Not for me'],
  [2, 'Not quite'],
  [3, 'Fine'],
  [4, 'Good'],
  [5, 'Just right'],
] as const

const Rating = ({ value, error }: { value?: number; error?: string }) => (
  <fieldset aria-describedby={error ? 'rating-error' : undefined}>
    <legend className="mb-1.5 font-sans text-small font-semibold">How is it?</legend>
    <div className="flex flex-wrap gap-2">
      {ratings.map(([rating, word]) => (
        <label key={rating} className="option px-3.5 max-sm:basis-full max-sm:justify-start">
          <input
            type="radio"
            name="rating"
            value={rating}
            defaultChecked={rating === value}
            aria-invalid={error ? true : undefined}
            className="sr-only"
          />
          <span className="nums">{rating}</span>{' '}
          <span className="font-normal text-ink-soft">{word}</span>
        </label>
      ))}
    </div>
    {error ? (
      <p id="rating-error" className="mt-1.5 text-small font-[550] text-bad">
        {error}
      </p>
    ) : null}
  </fieldset>
)

type Props = {
  productId: number
  /** The one to change; absent: a new one. */
  review?: CustomerReviewView
  person: ReviewerNames
  onSaved: (reviews: CustomerReviewView[]) => void
  onCancel: () => void
}

/** Names that come out the same (somebody without a last name) are offered once. */
const namesFor = (person: ReviewerNames): ReviewNameFormat[] =>
  reviewNameFormats.filter(
    (name, index) =>
      reviewNameFormats.findIndex(
        (other) => formatReviewAuthor(person, other) === formatReviewAuthor(person, name),
      ) === index,
  )

export function ReviewForm({ productId, review, person, onSaved, onCancel }: Props) {
  const { busy, fields, trouble, form, call } = useMutation()
  // It has taken the place of the button that was pressed.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const body = {
      rating: Number(typed.get('rating')),
      title: typed.get('title'),
      body: typed.get('body'),
      showAs: typed.get('showAs'),
    }
    const saved = await (review
      ? call<CustomerReviewView[]>('PUT', `/api/account/reviews/${review.id}`, body)
      : call<CustomerReviewView[]>('POST', '/api/account/reviews', { productId, ...body }))
    if (saved) onSaved(saved)
  }
  const error = fields.body
  return (
    <form
      ref={form}
      noValidate
      aria-label="Your review"
      onSubmit={(event) => void save(event)}
      className="grid max-w-[36rem] gap-4.5 pt-5"
    >
      <Rating value={review?.rating} error={fields.rating} />
      <TextField
        id="review-title"
        name="title"
        label="Title"
        optional
        maxLength={120}
        defaultValue={review?.title ?? ''}
        error={fields.title}
      />
      <Field
        id="review-body"
        label="In your words"
        error={error}
        hint="How it fits and feels, good or not. It does not have to be long."
      >
        <textarea
          id="review-body"
          name="body"
          rows={5}
          maxLength={4000}
          defaultValue={review?.body ?? ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${error ? 'review-body-error ' : ''}review-body-hint`}
          className="control min-h-32 resize-y"
        />
      </Field>
      <SelectField
        id="review-name"
        name="showAs"
        label="Shown as"
        defaultValue={review ? detectReviewNameFormat(review.author, person) : namesFor(person)[0]}
        hint="Everybody can read it beside your words."
      >
        {namesFor(person).map((name) => (
          <option key={name} value={name}>
            {formatReviewAuthor(person, name)}
          </option>
        ))}
      </SelectField>
      <FormError>{trouble}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-busy={busy} aria-disabled={busy}>
          {busy ? 'Saving...' : 'Send review'}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
