import { formatLongDate } from '@/components/content/long-date'
import type { DataRequestView } from '@/modules/privacy/queries/get-data-request'
import { env } from '@/platform/env'

const format = (date: string): string => formatLongDate(date, env.SHOP_TIME_ZONE)

const statusMessages = {
  received: 'We have the request. It needs to be confirmed by the link in the mail we sent.',
  verified: 'The request is confirmed. It can still be taken back.',
  waiting: 'The request is confirmed, and waits.',
  completed: 'Everything is erased.',
  withdrawn: 'The request was taken back. Nothing was erased.',
  refused: 'The request was not confirmed in time and is closed. Nothing was erased.',
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
          label: 'Erased',
          at: request.completedAt,
          by: request.completedAt ? null : (request.eraseAfter ?? request.completeBy),
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
        <caption className="sr-only">The dates of this request</caption>
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
          At the latest by {format(request.completeBy)}, unless something is still open.
        </p>
      ) : null}
    </div>
  )
}
