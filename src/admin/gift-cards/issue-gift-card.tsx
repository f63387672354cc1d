'use client'
import { toast } from '@payloadcms/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { SecretDialog } from '@/admin/form/secret-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

const IssueDialog = ({
  onIssued,
  onClose,
}: {
  onIssued: (code: string) => void
  onClose: () => void
}) => {
  const mutation = useAdminMutation()
  const { fields } = mutation
  const issue = async (form: FormData): Promise<void> => {
    const issued = await mutation.send<{ code: string }>({
      path: '/api/admin/gift-cards',
      body: { amount: form.get('amount'), note: form.get('note') },
      failed: 'Couldn’t issue the gift card',
    })
    if (!issued) return
    toast.dismiss()
    onIssued(issued.code)
  }
  return (
    <FormDialog
      title="Issue a gift card"
      mutation={mutation}
      submit="Issue gift card"
      busy="Issuing…"
      onSubmit={issue}
      onClose={onClose}
    >
      <TextField
        label="Amount in dollars"
        name="amount"
        inputMode="decimal"
        required
        data-focus
        hint="From $1.00 to $500.00."
        error={fields.amount}
      />
      <TextArea
        label="Reason"
        name="note"
        rows={2}
        maxLength={200}
        required
        hint="Only staff can see it. Leave out customers’ names."
        error={fields.note}
      />
    </FormDialog>
  )
}

export function IssueGiftCard() {
  const [isOpen, setIsOpen] = useState(false)
  const [code, setCode] = useState<string | null>(null)
  return (
    <>
      <Button variant="solid" icon={Plus} data-new onClick={() => setIsOpen(true)}>
        Issue gift card
      </Button>
      {isOpen ? (
        <IssueDialog
          onIssued={(issued) => {
            setIsOpen(false)
            setCode(issued)
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
      {code ? (
        <SecretDialog
          title="New gift card"
          noun="code"
          secret={code}
          advice="send it to the customer"
          hint="The customer enters it at checkout."
          onClose={() => setCode(null)}
        />
      ) : null}
    </>
  )
}
