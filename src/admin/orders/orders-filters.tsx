'use client'
import { useRouteTransition } from '@payloadcms/ui'
import { ChevronDown, Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { FormEvent } from 'react'
import { orderStatuses, orderStatusLabels } from '../../domain/order-status'
import type { OrderListSearch, OrderSort } from '../../queries/admin-orders'

const sortLabels = {
  newest: 'Newest first', oldest: 'Oldest first', 'total-high': 'Highest total', 'total-low': 'Lowest total',
} satisfies Record<OrderSort, string>

/** A plain GET form, so that the list's address says what it shows; selects send it at once, the search on Enter. */
export const OrdersFilters = ({ search }: { search: OrderListSearch }) => {
  const router = useRouter()
  const { startRouteTransition } = useRouteTransition()

  const show = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const filled = [...new FormData(event.currentTarget)].filter(([name, value]) => value !== '' && value !== 'newest' && typeof value === 'string' && name)
    const params = new URLSearchParams(filled as [string, string][])
    startRouteTransition(() => router.push(`/admin/orders${params.size > 0 ? `?${params.toString()}` : ''}`))
  }
  return (
    <form action="/admin/orders" role="search" aria-label="Orders" className="df-tools" onSubmit={show}>
      <div className="df-tools__search">
        <Search aria-hidden size={18} strokeWidth={1.6} />
        <input type="search" name="search" className="df-control" aria-label="Search orders" placeholder="Order number, name or email" maxLength={100} defaultValue={search.search} enterKeyHint="search" />
      </div>
      <div className="df-select">
        <select name="status" className="df-control" aria-label="Status" defaultValue={search.status} onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}>
          <option value="">All statuses</option>
          {orderStatuses.map((status) => <option key={status} value={status}>{orderStatusLabels[status]}</option>)}
        </select>
        <ChevronDown aria-hidden size={18} strokeWidth={1.6} />
      </div>
      <div className="df-select">
        <select name="sort" className="df-control" aria-label="Sort" defaultValue={search.sort} onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}>
          {Object.entries(sortLabels).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
        </select>
        <ChevronDown aria-hidden size={18} strokeWidth={1.6} />
      </div>
    </form>
  )
}
