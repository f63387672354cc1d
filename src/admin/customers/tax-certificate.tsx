'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

export function TaxCertificate({ id, certificate }: { id: number; certificate: string | null }) {
  const mutation = useAdminMutation()
  const [isOpen, setOpen] = useState(false)
  const save = async (form: FormData): Promise<void> => {
    const text = form.get('certificate')
    const saved = await mutation.send({
      method: 'PUT',
      path: `/api/admin/customers/${id}/tax-certificate`,
      body: { certificate: text === '' ? null : text },
      done: 'Sales tax updated',
      failed: 'Couldn’t update the sales tax',
    })
    if (saved) setOpen(false)
  }
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Change
      </Button>
      {isOpen ? (
        <FormDialog
          title="Sales tax"
          className="df-form"
          mutation={mutation}
          submit="Save changes"
          onSubmit={save}
          onClose={() => setOpen(false)}
        >
          <TextField
            label="Exemption certificate"
            name="certificate"
            optional
            maxLength={100}
            autoComplete="off"
            data-focus
            defaultValue={certificate ?? ''}
            error={mutation.fields.certificate}
            hint="With a certificate, orders they place while signed in have no sales tax. Leave blank to charge tax."
          />
        </FormDialog>
      ) : null}
    </>
  )
}
