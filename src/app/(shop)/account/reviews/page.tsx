import type { Metadata } from 'next'

import { AccountHeader } from '@/app/(shop)/account/account-header'
import { requireCurrentUser } from '@/app/(shop)/current-user'
import {
  listCustomerReviews,
  listReviewableProducts,
} from '@/modules/reviews/queries/customer-reviews'
import { receivedStatuses } from '@/modules/reviews/rules'

import { MyReviews } from './my-reviews'

export const metadata: Metadata = { title: 'Reviews' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const ReviewsPage = async ({ searchParams }: Props) => {
  const { product } = await searchParams
  const productId =
    typeof product === 'string' && /^[1-9]\d{0,8}$/.test(product) ? Number(product) : null
  const { payload, user } = await requireCurrentUser(
    productId === null ? '/account/reviews' : `/account/reviews?product=${productId}`,
  )
  const [reviews, reviewable] = await Promise.all([
    listCustomerReviews(payload, user.id),
    listReviewableProducts(payload, user.id, productId === null ? receivedStatuses : undefined),
  ])
  const canReview =
    productId === null || [...reviews, ...reviewable].some((one) => one.productId === productId)
  return (
    <>
      <AccountHeader title="Reviews">
        We read every review before it goes live on the product page.
      </AccountHeader>
      {canReview ? null : (
        <p className="mb-8 max-w-[38rem] rounded-block bg-sun-soft px-4 py-3.5">
          Only verified buyers can leave reviews, and we couldn’t find that item in the orders you
          paid for while signed in.
        </p>
      )}
      <MyReviews
        stored={reviews}
        reviewable={reviewable}
        reviewer={{ firstName: user.firstName ?? null, lastName: user.lastName ?? null }}
        openProductId={productId}
      />
    </>
  )
}

export default ReviewsPage
