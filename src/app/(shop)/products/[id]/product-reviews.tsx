import { formatLongDate } from '@/components/content/long-date'
import { RatingStars } from '@/components/product/rating-stars'
import type { ProductView } from '@/modules/catalog/queries/get-product'

const shown = 6

type Review = ProductView['reviews'][number]

const ReviewList = ({ reviews }: { reviews: readonly Review[] }) => (
  <ul className="grid gap-x-24 gap-y-9 md:grid-cols-2">
    {reviews.map(({ id, author, rating, title, body, date }) => (
      <li key={id} className="grid content-start gap-1.5 border-t border-line pt-5 wrap-anywhere">
        <RatingStars rating={rating} />
        {title ? <h3 className="font-sans font-semibold">{title}</h3> : null}
        <p className="whitespace-pre-line text-ink-soft">{body}</p>
        <p className="text-small text-ink-mute">
          {author}, {formatLongDate(date)}
        </p>
      </li>
    ))}
  </ul>
)

export function ProductReviews({
  productId,
  rating,
  reviews,
}: Pick<ProductView, 'rating' | 'reviews'> & { productId: number }) {
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="wrap pb-(--sec)">
      <div className="mb-7 flex flex-wrap items-center gap-x-6 gap-y-2">
        <h2 id="reviews-title" className="text-h2">
          Reviews
        </h2>
        {rating ? (
          <p className="flex items-center gap-2">
            <RatingStars rating={rating.average} /> from{' '}
            {rating.count === 1 ? '1 review' : `${rating.count} reviews`}
          </p>
        ) : null}
        <a href={`/account/reviews?product=${productId}`} rel="nofollow" className="link">
          Write a review
        </a>
      </div>
      {reviews.length === 0 ? (
        <p className="text-ink-soft">No reviews yet.</p>
      ) : (
        <ReviewList reviews={reviews.slice(0, shown)} />
      )}
      {reviews.length > shown ? (
        <details className="mt-8">
          <summary className="link inline-block min-h-(--target) content-center">
            Show all {reviews.length} reviews
          </summary>
          <div className="pt-8">
            <ReviewList reviews={reviews.slice(shown)} />
          </div>
        </details>
      ) : null}
    </section>
  )
}
