'use client'
import { Button } from '@/admin/form/button'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { useConnectionTest } from '@/admin/integrations/connection-test'
import { Panel } from '@/admin/shell/panel'
import { Badge } from '@/ui/badge'

export function MailchimpWebhookPanel() {
  const test = useConnectionTest()
  const { send, isBusy } = useAdminMutation()
  if (test.state !== 'good') return null
  const isOn = test.result?.webhook === true
  const turnOn = async (): Promise<void> => {
    if (
      await send({
        path: '/api/admin/mailchimp/webhook',
        done: 'Mailchimp tells the shop from now on',
        failed: 'Mailchimp did not take the address',
      })
    )
      await test.run(true)
  }
  return (
    <Panel
      title="What Mailchimp tells the shop"
      aside={<Badge tone={isOn ? 'good' : 'warn'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      <p className="df-panel__text">
        {isOn
          ? 'Who joins, leaves or changes their address at Mailchimp is known here within seconds.'
          : 'Who leaves at Mailchimp is known here only after the next sync. The shop has to be reachable from outside for this.'}
      </p>
      {isOn ? null : (
        <div className="df-panel__form">
          <Button isBusy={isBusy} onClick={() => void turnOn()}>
            Let Mailchimp tell us
          </Button>
        </div>
      )}
    </Panel>
  )
}
