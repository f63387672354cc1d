'use client'
import { Button } from '@/admin/form/button'
import { Mail } from 'lucide-react'

import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type MailName = 'order-received' | 'order-shipped' | 'order-link'

const labels = {
  'order-received': 'Receipt',
  'order-shipped': 'Shipping note',
  'order-link': 'Link to the order',
} satisfies Record<MailName, string>

/** Mails that went out before, for a buyer who lost one. */
export function OrderEmails({ orderId, mails }: { orderId: number; mails: MailName[] }) {
  const { send, isBusy } = useAdminMutation()
  const resend = (mail: MailName) =>
    send({
      path: `/api/admin/orders/${orderId}/resend`,
      body: { mail },
      done: 'Order updated',
      doneText: `${labels[mail]} sent again.`,
      failed: 'Error updating order',
    })
  return (
    <div className="df-panel__form">
      <p className="df-soft">Send again to the buyer:</p>
      <div className="df-row-actions">
        {mails.map((mail) => (
          <Button key={mail} small icon={Mail} disabled={isBusy} onClick={() => void resend(mail)}>
            {labels[mail]}
          </Button>
        ))}
      </div>
    </div>
  )
}
