import { z } from 'zod'

import { TextLink } from '@/admin/form/button'
import { LazyReviewActions } from '@/admin/lazy-components'
import { Entries, Meta } from '@/admin/list/entries'
import { dayLabels, ListPanel } from '@/admin/list/list-panel'
import {
  createListParams,
  dayParams,
  listPageSize,
  statusFilter,
  statusParam,
} from '@/admin/list/list-params'
import { Thumbnail } from '@/admin/list/thumbnail'
import { defineScreen } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import {
  listReviews,
  type ReviewRow,
  type ReviewSort,
  reviewSorts,
} from '@/modules/reviews/queries/list-reviews'
import { pluralize } from '@/platform/pluralize'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams(
  '/admin/reviews',
  statusParam(['waiting', 'approved', 'rejected'], 'waiting').extend({
    ...dayParams,
    sort: z.enum(reviewSorts).catch('newest').default('newest'),
  }),
)
const sortLabels = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'rating-low': 'Lowest rating first',
  'rating-high': 'Highest rating first',
} satisfies Record<ReviewSort, string>
const statuses = {
  waiting: ['warn', 'Pending'],
  approved: ['good', 'Published'],
  rejected: ['plain', 'Hidden'],
} satisfies Record<ReviewRow['status'], [BadgeTone, string]>

const Review = ({ review }: { review: ReviewRow }) => {
  const [tone, label] = statuses[review.status]
  return (
    <li className="df-entry df-inbox__entry">
      <div className="df-with-thumb df-inbox__top">
        <Thumbnail baseName={review.baseName} />
        <div>
          <p>
            <TextLink href={`/admin/products/${review.productId}`}>{review.product}</TextLink>{' '}
            <Badge tone={tone}>{label}</Badge>
          </p>
          <Meta>
            {review.rating} out of 5 · {review.author} · <Time at={review.createdAt} as="date" />
            {review.orderId ? (
              <>
                {' · '}
                <TextLink look="plain" href={`/admin/orders/${review.orderId}`}>
                  the order
                </TextLink>
              </>
            ) : null}
          </Meta>
          {review.title ? <p className="df-inbox__title">{review.title}</p> : null}
          <p className="df-inbox__body">{review.body}</p>
          <Meta>{review.note ? `Note: ${review.note}` : null}</Meta>
        </div>
      </div>
      <LazyReviewActions
        id={review.id}
        updatedAt={review.updatedAt}
        status={review.status}
        author={review.author}
      />
    </li>
  )
}

/** Reviews by verified buyers. Criticism of the shop is shown too; only harmful reviews are not. */
export const ReviewsScreen = defineScreen({
  requires: 'reviews:write',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const [list, views] = await Promise.all([
      listReviews(payload, { ...params, status: statusFilter(params.status), limit: listPageSize }),
      getListPreferences(payload, user.id, 'reviews'),
    ])
    return {
      title: 'Reviews',
      lead: `${pluralize(list.total, 'review')}${params.status === 'waiting' ? ' to moderate' : ''}.`,
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          filters={{
            label: 'Reviews',
            placeholder: 'Product, author, or text',
            selects: {
              status: [
                'Status',
                [
                  ['waiting', 'Pending'],
                  ['approved', 'Published'],
                  ['rejected', 'Hidden'],
                  ['all', 'All reviews'],
                ],
              ],
              sort: ['Sort', Object.entries(sortLabels)],
            },
            dates: dayLabels,
          }}
          views={views}
          noResults={{ title: 'No reviews match' }}
          empty={
            <EmptyState emblem="serenity" title="No reviews to moderate">
              New reviews show up here for approval before they’re published.
            </EmptyState>
          }
        >
          <Entries>
            {list.rows.map((review) => (
              <Review key={review.id} review={review} />
            ))}
          </Entries>
        </ListPanel>
      ),
    }
  },
})
