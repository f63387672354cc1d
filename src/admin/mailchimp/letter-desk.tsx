'use client'
import { useState } from 'react'
import { useConnectionTest } from '../connections/connection-test'
import { Panel } from '../parts/panel'
import { useCall } from '../parts/use-call'

type Draft = { message: string; outcome: 'made' | 'there' | 'nothing'; title: string; subject: string | null; pieces: { title: string }[]; editUrl: string | null }

/** The week's reflections as a draft in Mailchimp. Nothing is sent from here. */
export const LetterDesk = ({ pieces }: { pieces: readonly string[] }) => {
  const test = useConnectionTest()
  const { call, isBusy } = useCall()
  const [draft, setDraft] = useState<Draft | null>(null)
  const make = async (): Promise<void> => {
    const answer = await call<Draft>('POST', '/api/admin/mailchimp/letter', {}, { failed: 'The draft was not made' })
    if (answer) setDraft(answer)
  }
  return (
    <Panel title="The letter of this week">
      {pieces.length > 0
        ? <ul className="df-entries">{pieces.map((title) => <li key={title} className="df-entry"><p>{title}</p></li>)}</ul>
        : <p className="df-panel__text">No reflection was published in the last seven days.</p>}
      <div className="df-panel__form">
        <button type="button" className="df-button df-button--line" disabled={pieces.length === 0 || test.state !== 'good' || isBusy} aria-busy={isBusy} onClick={() => void make()}>{isBusy ? 'Drafting...' : 'Draft it in Mailchimp'}</button>
        <p className="df-soft" role="status">{draft ? draft.message : 'A draft is made by itself each Friday. A person reads it in Mailchimp and sends it.'}</p>
        {draft?.editUrl ? <a className="df-plain-link" href={draft.editUrl} target="_blank" rel="noreferrer">Open “{draft.subject}” in Mailchimp</a> : null}
      </div>
    </Panel>
  )
}
