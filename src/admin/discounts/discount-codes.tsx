'use client'
import { toast } from '@payloadcms/ui'
import { Copy, Plus, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { ConfirmAction } from '@/admin/form/actions'
import { Button } from '@/admin/form/button'
import { ConfirmedLink } from '@/admin/form/confirmed-link'
import { TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { numberOf } from '@/admin/form/form-values'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Panel } from '@/admin/shell/panel'
import type { AdminDiscount, AdminDiscountCode } from '@/modules/discounts/schemas'
import { pluralize } from '@/platform/pluralize'

import { usesText } from './discount-text'

const numberIn = (form: FormData, name: string): ReturnType<typeof numberOf> => {
  const value = form.get(name)
  return typeof value === 'string' ? numberOf(value) : null
}

type FieldErrors = { fields: Record<string, string> }

const ManyFields = ({ fields }: FieldErrors) => (
  <>
    <TextField
      label="Number of codes"
      name="count"
      inputMode="numeric"
      defaultValue="100"
      data-focus
      error={fields.count}
    />
    <TextField
      label="Prefix"
      name="prefix"
      optional
      maxLength={20}
      autoComplete="off"
      hint="THANKS creates codes like THANKS-7KQ2M9XWRB."
      error={fields.prefix}
    />
  </>
)

const OneField = ({ fields }: FieldErrors) => (
  <TextField
    label="Code"
    name="code"
    maxLength={40}
    autoComplete="off"
    data-focus
    error={fields.code}
  />
)

/** One dialog for a chosen code and for a number of random ones. */
const NewCodesDialog = ({
  discountId,
  isMany,
  onClose,
}: {
  discountId: number
  isMany: boolean
  onClose: () => void
}) => {
  const mutation = useAdminMutation()
  const { fields } = mutation
  const add = async (form: FormData): Promise<void> => {
    const maxUses = numberIn(form, 'maxUses')
    const added = await mutation.send<{ codes: string[] }>({
      path: `/api/admin/discounts/${discountId}/codes`,
      body: isMany
        ? { count: numberIn(form, 'count'), prefix: form.get('prefix'), maxUses }
        : { code: form.get('code'), maxUses },
      done: isMany ? 'Codes created' : 'Code added',
      failed: isMany ? 'Couldn’t create the codes' : 'Couldn’t add the code',
    })
    if (added) onClose()
  }
  return (
    <FormDialog
      title={isMany ? 'Create codes' : 'New code'}
      mutation={mutation}
      submit={isMany ? 'Create codes' : 'Add code'}
      onSubmit={add}
      onClose={onClose}
    >
      {isMany ? <ManyFields fields={fields} /> : <OneField fields={fields} />}
      <TextField
        label="Uses per code"
        name="maxUses"
        optional
        inputMode="numeric"
        defaultValue={isMany ? '1' : ''}
        hint="Leave blank for no limit."
        error={fields.maxUses}
      />
    </FormDialog>
  )
}

const columnsFor = (discountId: number, shopUrl: string): Column<AdminDiscountCode>[] => [
  { head: 'Code', className: 'df-code', cell: ({ code }) => code },
  { head: 'Uses', kind: 'number', card: 'Uses', cell: usesText },
  {
    head: 'Actions',
    kind: 'actions',
    cell: ({ id, code }) => (
      <div className="df-row-actions">
        <Button
          small
          icon={Copy}
          aria-label={`Copy the link with ${code}`}
          title="Anyone who opens it gets the code at checkout"
          onClick={() =>
            void navigator.clipboard.writeText(`${shopUrl}/discount/${code}`).then(
              () => toast.success('Link copied'),
              () => toast.error('Couldn’t copy the link'),
            )
          }
        >
          Copy link
        </Button>
        <ConfirmAction
          icon={Trash2}
          label={`Delete ${code}`}
          title="Delete"
          question={`Delete “${code}”?`}
          verb="Delete"
          request={{
            method: 'DELETE',
            path: `/api/admin/discounts/${discountId}/codes/${id}`,
            done: 'Code deleted',
            failed: 'Couldn’t delete the code',
          }}
        >
          Customers can’t use it anymore. Past orders don’t change.
        </ConfirmAction>
      </div>
    ),
  },
]

export function DiscountCodes({
  discount: { id, codes: total },
  codes,
  shopUrl,
}: {
  discount: AdminDiscount
  codes: AdminDiscountCode[]
  shopUrl: string
}) {
  const [dialog, setDialog] = useState<'one' | 'many' | null>(null)
  return (
    <Panel
      title="Codes"
      aside={
        <div className="df-row-actions">
          {total > 1 ? (
            <ConfirmedLink small download href={`/api/admin/discounts/${id}/codes/export`}>
              Export CSV
            </ConfirmedLink>
          ) : null}
          <Button small onClick={() => setDialog('many')}>
            Create multiple codes
          </Button>
          <Button small icon={Plus} onClick={() => setDialog('one')}>
            New code
          </Button>
        </div>
      }
    >
      {codes.length > 0 ? (
        <DataTable className="df-discount-codes" rows={codes} columns={columnsFor(id, shopUrl)} />
      ) : (
        <p className="df-panel__text">No one can use this discount until it has a code.</p>
      )}
      {total > codes.length ? (
        <p className="df-panel__text">
          The first {codes.length} of {pluralize(total, 'code')}. The CSV file has all of them.
        </p>
      ) : null}
      {dialog ? (
        <NewCodesDialog
          discountId={id}
          isMany={dialog === 'many'}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </Panel>
  )
}

export function DeleteDiscount({ discount: { id, name } }: { discount: AdminDiscount }) {
  const router = useRouter()
  return (
    <ConfirmAction
      text="Delete"
      icon={Trash2}
      question={`Delete “${name}”?`}
      verb="Delete"
      request={{
        method: 'DELETE',
        path: `/api/admin/discounts/${id}`,
        done: 'Discount deleted',
        failed: 'Couldn’t delete the discount',
      }}
      onDone={() => router.replace('/admin/discounts')}
    >
      Its codes are deleted, too. This can’t be undone.
    </ConfirmAction>
  )
}
