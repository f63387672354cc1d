'use client'
import { ButtonLink, Button } from '@/admin/form/button'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Props = { id: number; status: 'new' | 'answered'; email: string; topic: string }

export function MessageActions({ id, status, email, topic }: Props) {
  const { call, isBusy } = useAdminMutation()
  const set = (next: Props['status']) =>
    call(
      'PUT',
      `/api/admin/messages/${id}`,
      { status: next },
      {
        done: next === 'answered' ? 'Noted as answered' : 'It waits again',
        failed: 'The message could not be changed',
      },
    )
  return (
    <div className="df-row-actions">
      <ButtonLink
        small
        href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${topic}`)}`}
        native
      >
        Write back
      </ButtonLink>
      <Button
        variant="ghost"
        small
        disabled={isBusy}
        onClick={() => void set(status === 'new' ? 'answered' : 'new')}
      >
        {status === 'new' ? 'Answered' : 'Not answered yet'}
      </Button>
    </div>
  )
}
