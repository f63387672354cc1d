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
        done: 'Webhooks are on',
        failed: 'Couldn’t turn on webhooks',
      })
    )
      await test.run(true)
  }
  return (
    <Panel
      title="Webhooks"
      aside={<Badge tone={isOn ? 'good' : 'warn'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      <p className="df-panel__text">
        {isOn
          ? 'Changes in Mailchimp show up here within seconds.'
          : 'Without webhooks, changes in Mailchimp show up after the next sync. Your shop must be reachable from the internet to use webhooks.'}
      </p>
      {isOn ? null : (
        <div className="df-panel__form">
          <Button isBusy={isBusy} onClick={() => void turnOn()}>
            Turn on webhooks
          </Button>
        </div>
      )}
    </Panel>
  )
}
