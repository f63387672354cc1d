'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { ConflictNotice } from '@/admin/form/conflict-notice'
import { UnsavedDraft } from '@/admin/form/draft/unsaved-draft'
import { TextArea } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { bindText } from '@/admin/form/form-values'
import { type AdminMutation, useAdminMutation } from '@/admin/form/use-admin-mutation'
import { useDelayedRequest } from '@/admin/form/use-delayed-request'
import { useInertForm } from '@/admin/form/use-inert-form'
import { Panel } from '@/admin/shell/panel'
import type { DraftOrder, ProductChoices } from '@/modules/draft-orders/queries'
import { draftLimits, paymentLinkDays } from '@/modules/draft-orders/rules'
import type { QuotedDraft } from '@/modules/draft-orders/schemas'
import { api } from '@/platform/http/api-client'
import { formatMoney, parseMoney } from '@/platform/money'
import { FormError } from '@/ui/form-error'

import { CustomerFields } from './customer-fields'
import {
  type DraftFormChange,
  type DraftFormValues,
  toFormValues,
  toQuoteRequest,
  toRequest,
} from './draft-form-values'
import { DiscountFields, DraftTotals, ShippingFields } from './price-fields'
import { ProductLines } from './product-lines'

type Saved = { id: number; updatedAt: string }
type Placed = { orderId: number; orderNumber: string }

/** Saves a draft and turns it into an order. The form is saved first. */
const useDraft = (
  draft: DraftOrder | null,
  values: DraftFormValues,
  set: (change: Partial<DraftFormValues>) => void,
  { send, theirs }: AdminMutation,
) => {
  const router = useRouter()
  const initial = JSON.stringify(toRequest(values))
  const [saved, setSaved] = useState({
    version: draft?.updatedAt ?? null,
    body: draft ? initial : '',
  })
  const [start] = useState(initial)
  const body = toRequest(values)
  const text = JSON.stringify(body)
  const isChanged = text !== (saved.body || start)

  /** After a conflict, only Save itself overwrites what someone else saved. */
  const save = async (overwrites = true): Promise<Saved | null> => {
    const version = (overwrites ? theirs : null) ?? saved.version ?? undefined
    const result = await send<Saved>({
      method: draft ? 'PUT' : 'POST',
      path: draft ? `/api/admin/draft-orders/${draft.id}` : '/api/admin/draft-orders',
      body: { ...body, ...(draft ? { version } : {}) },
      leaves: draft === null,
      done: 'Draft saved',
      failed: 'Couldn’t save the draft',
    })
    if (!result) return null
    setSaved({ version: result.updatedAt, body: text })
    if (!draft) router.replace(`/admin/draft-orders/${result.id}`)
    return result
  }
  /** Resolves with whether there is an order now. */
  const place = async (step: 'send' | 'paid', request: object, done: string): Promise<boolean> => {
    if (!draft || (isChanged && !(await save(false)))) return false
    const placed = await send<Placed>({
      path: `/api/admin/draft-orders/${draft.id}/${step}`,
      body: request,
      leaves: true,
      done,
      failed: step === 'send' ? 'Couldn’t send the payment link' : 'Couldn’t create the order',
    })
    if (placed) router.push(`/admin/orders/${placed.orderId}`)
    return placed !== null
  }
  const unsaved = {
    collection: 'draft-orders',
    id: draft?.id ?? null,
    isDirty: isChanged,
    // With the version that it is based on, so that no later save is overwritten unseen.
    values: { values, known: saved.version },
    put: ({ values: typed, known }: Record<string, unknown>): void => {
      if (typeof typed === 'object') set({ ...typed })
      setSaved((now) => ({ ...now, version: typeof known === 'string' ? known : null }))
    },
  }
  return { save, place, unsaved }
}

/** Records a payment, or why an order is free. */
const PaidDialog = ({
  total,
  mutation,
  onRecord,
  onClose,
}: {
  total: string
  mutation: AdminMutation
  onRecord: (reason: FormDataEntryValue | null) => Promise<void>
  onClose: () => void
}) => {
  const cents = parseMoney(total)
  const amount = formatMoney(cents)
  const isFree = cents === 0
  return (
    <FormDialog
      title={isFree ? 'Place a free order' : 'Mark as paid another way'}
      className="df-form"
      mutation={{ ...mutation, theirs: null }}
      submit={isFree ? 'Place free order' : `Record ${amount}`}
      onSubmit={(form) => onRecord(form.get('reason'))}
      onClose={onClose}
    >
      <p>
        {isFree
          ? 'This creates the order without a payment. The customer gets a confirmation, and printing goes ahead as usual.'
          : `This creates the order and records ${amount} as a manual payment. It can’t be undone.`}
      </p>
      <TextArea
        label={isFree ? 'Why is it free?' : 'How was it paid?'}
        name="reason"
        data-focus
        rows={3}
        maxLength={500}
        required
        error={mutation.fields.reason}
        hint={
          isFree
            ? 'For example: won the fall giveaway. The customer doesn’t see it.'
            : 'For example: cash at the fall market.'
        }
      />
    </FormDialog>
  )
}

type Props = {
  /** Null: a new one. */
  draft: DraftOrder | null
  products: readonly ProductChoices[]
}

/** By what was quoted, not by the form: until its first item has a price, an order costs nothing and isn't free. */
const isFreeOrder = (quote: QuotedDraft | null): boolean =>
  quote?.totals.total === '0.00' && quote.lines.length > 0

const savingHint = (draft: DraftOrder | null, isFree: boolean): string => {
  if (!draft)
    return isFree
      ? 'Save the draft first. Then place it as a free order.'
      : 'Save the draft first. Then email a payment link, or record a payment.'
  return isFree
    ? 'There’s nothing to pay, so no payment link is needed.'
    : `The payment link and its prices are valid for ${paymentLinkDays} days.`
}

const SaveBar = ({
  draft,
  isBusy,
  canPlace,
  isFree,
  onSend,
  onPaid,
}: Pick<Props, 'draft'> & {
  isBusy: boolean
  canPlace: boolean
  isFree: boolean
  onSend: () => void
  onPaid: () => void
}) => (
  <div className="df-savebar">
    <p role="status">{savingHint(draft, isFree)}</p>
    {draft ? (
      <>
        <Button disabled={!canPlace || isBusy} onClick={onPaid}>
          {isFree ? 'Place free order' : 'Mark as paid'}
        </Button>
        {isFree ? null : (
          <Button disabled={!canPlace || isBusy} onClick={onSend}>
            Send payment link
          </Button>
        )}
      </>
    ) : null}
    <Button type="submit" variant="solid" isBusy={isBusy}>
      {isBusy ? 'Saving...' : 'Save draft'}
    </Button>
  </div>
)

/** The contents of a draft and their totals. */
const Sections = ({
  values,
  fields,
  set,
  quote,
  error,
}: {
  values: DraftFormValues
  fields: Record<string, string>
  set: (change: DraftFormChange) => void
  quote: QuotedDraft | null
  error: string | null
}) => {
  const section = { values, fields, set, quote }
  return (
    <div className="df-columns">
      <div>
        <Panel title="Items">
          <div className="df-panel__form">
            <ProductLines
              lines={values.lines}
              quoted={quote?.lines ?? []}
              error={fields.items}
              onChange={(lines) => set({ lines })}
            />
          </div>
        </Panel>
        <Panel title="Customer">
          <div className="df-panel__form">
            <CustomerFields values={values} fields={fields} set={set} />
          </div>
        </Panel>
      </div>
      <div>
        <Panel title="Discount and shipping">
          <div className="df-panel__form">
            <DiscountFields {...section} />
            <ShippingFields {...section} />
          </div>
        </Panel>
        <Panel title="Total">
          <DraftTotals quote={quote} isTaxKnown={values.stateCode !== ''} error={error} />
        </Panel>
        <Panel title="Staff note">
          <div className="df-panel__form">
            <TextArea
              label="Note"
              optional
              rows={3}
              maxLength={draftLimits.note}
              hint="The customer sees it only if they download their data."
              {...bindText(values, fields, set)('note')}
            />
          </div>
        </Panel>
      </div>
    </div>
  )
}

/** A draft order: its customer, items, and totals. */
export function DraftOrderForm({ draft, products }: Props) {
  const mutation = useAdminMutation()
  const { fields, refusal, isBusy, theirs } = mutation
  const [values, setValues] = useState(() => toFormValues(draft, products))
  const [isRecording, setRecording] = useState(false)
  const form = useInertForm(draft === null && isBusy)
  const set = (change: DraftFormChange): void =>
    setValues((before) => ({
      ...before,
      ...(typeof change === 'function' ? change(before) : change),
    }))
  const { save, place, unsaved } = useDraft(draft, values, set, mutation)
  // Prices may have changed when an order is refused, so they are read again then.
  const [refusals, setRefusals] = useState(0)
  const order = async (...args: Parameters<typeof place>): Promise<void> => {
    if (!(await place(...args))) setRefusals((before) => before + 1)
  }
  const request = toQuoteRequest(values)
  const { result, error, isBehind } = useDelayedRequest(
    `${refusals} ${JSON.stringify(request)}`,
    () => api<QuotedDraft>('POST', '/api/admin/draft-orders/quote', request),
    250,
  )
  const total = result?.totals.total ?? ''
  return (
    <>
      <form
        ref={form}
        className="df-draft"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <UnsavedDraft {...unsaved} />
        <Sections values={values} fields={fields} set={set} quote={result} error={error} />
        <FormError>{refusal}</FormError>
        <ConflictNotice theirs={theirs} href={`/admin/draft-orders/${draft?.id}`} />
        <SaveBar
          draft={draft}
          isBusy={isBusy}
          canPlace={!isBehind && !error && values.lines.length > 0 && total !== ''}
          isFree={isFreeOrder(result)}
          onSend={() => void order('send', { total }, 'Payment link sent')}
          onPaid={() => setRecording(true)}
        />
      </form>
      {isRecording ? (
        <PaidDialog
          total={total}
          mutation={mutation}
          onRecord={(reason) => order('paid', { total, reason }, 'Order created')}
          onClose={() => setRecording(false)}
        />
      ) : null}
    </>
  )
}
