import type { Metadata } from 'next'
import { AccountHead } from '../../../../components/account/account-head'
import { ReviewDesk } from '../../../../components/account/review-desk'
import { listOwnReviews, listReviewable } from '../../../../queries/own-reviews'
import { requireSignedIn } from '../../signed-in'

export const metadata: Metadata = { title: 'Reviews' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const ReviewsPage = async ({ searchParams }: Props) => {
  const { product } = await searchParams
  const asked = typeof product === 'string' && /^[1-9]\d{0,8}$/.test(product) ? Number(product) : null
  const { payload, user } = await requireSignedIn(asked === null ? '/account/reviews' : `/account/reviews?product=${asked}`)
  const [reviews, toReview] = await Promise.all([listOwnReviews(payload, user.id), listReviewable(payload, user.id)])
  const isKnown = asked === null || [...reviews, ...toReview].some(({ productId }) => productId === asked)
  return (
    <>
      <AccountHead title="Reviews">A person reads each one before it appears on the page of the piece.</AccountHead>
      {isKnown ? null : <p className="mb-8 max-w-[38rem] rounded-block bg-sun-soft px-4 py-3.5">Reviews come from people who bought the piece. We could not find that one among the orders you paid for while signed in.</p>}
      <ReviewDesk stored={reviews} toReview={toReview} person={{ firstName: user.firstName ?? null, lastName: user.lastName ?? null }} asked={asked} />
    </>
  )
}

export default ReviewsPage
