import { formatLongDate } from '@/components/content/long-date'
import type { DataRequestView } from '@/modules/privacy/queries/get-data-request'
import { env } from '@/platform/env'

const format = (date: string): string => formatLongDate(date, env.SHOP_TIME_ZONE)

const statusMessages = {
  received: 'We got your request. Please confirm it with the link we emailed you.',
  verified: 'Your request is confirmed. You can still cancel it.',
  waiting: 'Your request is confirmed and waiting for an open order to finish.',
  completed: 'Your data has been deleted.',
  withdrawn: 'The request was canceled. Nothing was deleted.',
  refused: 'The request wasn’t confirmed in time and is closed. Nothing was deleted.',
} satisfies Record<DataRequestView['status'], string>

type Step = { label: string; at: string | null; by: string | null; dueLabel: string }

const stepsOf = (request: DataRequestView): Step[] => [
  { label: 'Received', at: request.receivedAt, by: null, dueLabel: '' },
  { label: 'Acknowledged', at: request.acknowledgedAt, by: request.acknowledgeBy, dueLabel: 'by' },
  { label: 'Confirmed', at: request.verifiedAt, by: request.verifyBy, dueLabel: 'by' },
  ...(request.status === 'withdrawn' || request.status === 'refused'
    ? []
    : [
        {
          label: 'Deleted',
          at: request.completedAt,
          // The day is over once the request waits for an open order.
          by:
            request.completedAt || request.status === 'waiting'
              ? null
              : (request.eraseAfter ?? request.completeBy),
          dueLabel: 'soon after',
        },
      ]),
]

export function DeletionRequestStatus({ request }: { request: DataRequestView }) {
  return (
    <div className="grid gap-5">
      <p className="text-lead">{statusMessages[request.status]}</p>
      {request.waitsFor ? (
        <p className="rounded-block bg-sun-soft px-4 py-3.5">{request.waitsFor}</p>
      ) : null}
      <table className="w-full max-w-[34rem] text-left">
        <caption className="sr-only">Request timeline</caption>
        <tbody>
          {stepsOf(request).map(({ label, at, by, dueLabel }) => (
            <tr key={label} className="border-b border-line">
              <th scope="row" className="py-3 pr-6 font-semibold">
                {label}
              </th>
              <td className={`py-3 ${at ? '' : 'text-ink-soft'}`}>
                {at
                  ? format(at)
                  : by &&
                      (request.status === 'received' ||
                        request.status === 'verified' ||
                        request.status === 'waiting')
                    ? `${dueLabel} ${format(by)}`
                    : 'not done'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {request.completeBy && (request.status === 'verified' || request.status === 'waiting') ? (
        <p className="text-small text-ink-soft">
          No later than {format(request.completeBy)}, unless an order, return, or payment is still
          open.
        </p>
      ) : null}
    </div>
  )
}
