import { Link } from '@payloadcms/ui'
import { redirect } from 'next/navigation'

import { Badge, type BadgeTone } from '@/admin/list/badge'
import { EmptyState, NoResults } from '@/admin/list/empty-state'
import { ListFilters } from '@/admin/list/list-filters'
import { createListParams, listPageSize } from '@/admin/list/list-params'
import { Pagination } from '@/admin/list/pagination'
import { Thumbnail } from '@/admin/list/thumbnail'
import { defineScreen } from '@/admin/screen'
import { formatDate } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import { listReviews, type ReviewRow } from '@/modules/reviews/queries/list-reviews'

import { ReviewActions } from './review-actions'

const desk = createListParams('/admin/reviews', ['waiting', 'approved', 'rejected'], 'waiting')
const labels = { waiting: 'Waiting', approved: 'Shown', rejected: 'Not shown' } satisfies Record<
  ReviewRow['status'],
  string
>
const tones = { waiting: 'warn', approved: 'good', rejected: 'plain' } satisfies Record<
  ReviewRow['status'],
  BadgeTone
>

const Review = ({ review }: { review: ReviewRow }) => (
  <li className="df-entry df-desk__entry">
    <div className="df-with-thumb df-desk__top">
      <Thumbnail baseName={review.baseName} />
      <div>
        <p>
          <Link
            className="df-quiet-link"
            href={`/admin/products/${review.productId}`}
            prefetch={false}
          >
            {review.product}
          </Link>{' '}
          <Badge tone={tones[review.status]}>{labels[review.status]}</Badge>
        </p>
        <p className="df-entry__meta">
          {review.rating} out of 5 · {review.author} ·{' '}
          <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
          {review.orderId ? (
            <>
              {' '}
              ·{' '}
              <Link
                className="df-plain-link"
                href={`/admin/orders/${review.orderId}`}
                prefetch={false}
              >
                the order
              </Link>
            </>
          ) : null}
        </p>
        {review.title ? <p className="df-desk__title">{review.title}</p> : null}
        <p className="df-desk__body">{review.body}</p>
        {review.note ? <p className="df-entry__meta">Note: {review.note}</p> : null}
      </div>
    </div>
    <ReviewActions
      id={review.id}
      updatedAt={review.updatedAt}
      status={review.status}
      author={review.author}
    />
  </li>
)

/** Reviews by verified buyers. What is said against the shop is shown too; only what harms somebody is not. */
export const ReviewsScreen = defineScreen({
  requires: 'reviews:write',
  show: async ({ payload, query }) => {
    const asked = desk.parse(query)
    const list = await listReviews(payload, {
      ...asked,
      status: desk.statusOf(asked),
      limit: listPageSize,
    })
    if (list.rows.length === 0 && list.total > 0)
      redirect(desk.href({ ...asked, page: list.pages }))
    return {
      title: 'Reviews',
      lead: `${pluralize(list.total, 'review')}${asked.status === 'waiting' ? ' waiting to be read' : ''}.`,
      children: (
        <>
          <ListFilters
            key={desk.href(asked)}
            action="/admin/reviews"
            label="Reviews"
            placeholder="Product, author or words"
            search={asked.search}
            selects={[
              {
                name: 'status',
                label: 'Status',
                value: asked.status,
                usual: 'waiting',
                options: [
                  ['waiting', 'Waiting'],
                  ['approved', 'Shown'],
                  ['rejected', 'Not shown'],
                  ['all', 'All reviews'],
                ],
              },
            ]}
          />
          <Panel>
            {list.rows.length > 0 ? (
              <ul className="df-entries">
                {list.rows.map((review) => (
                  <Review key={review.id} review={review} />
                ))}
              </ul>
            ) : asked.search || asked.status !== 'waiting' ? (
              <NoResults title="No review fits" href="/admin/reviews">
                {asked.search
                  ? 'Try fewer letters of the product, the author or the words.'
                  : 'Nothing stands here at the moment.'}
              </NoResults>
            ) : (
              <EmptyState emblem="serenity" title="Nothing is waiting">
                New reviews stand here before anybody else reads them.
              </EmptyState>
            )}
            {list.total > 0 ? (
              <Pagination
                page={list.page}
                pages={list.pages}
                limit={listPageSize}
                total={list.total}
                href={(page) => desk.href({ ...asked, page })}
              />
            ) : null}
          </Panel>
        </>
      ),
    }
  },
})
