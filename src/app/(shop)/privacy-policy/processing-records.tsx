import { keyboardScrollable } from '@/components/keyboard-scrollable'
import {
  browserStorage,
  dataCategories,
  type Recipient,
  recipients,
  serverLogs,
} from '@/modules/privacy/rules/records-of-processing'

const Line = ({ label, children }: { label: string; children: string }) => (
  <div className="grid gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
    <dt className="text-small font-semibold">{label}</dt>
    <dd className="text-ink-soft">{children}</dd>
  </div>
)

const namesOf = (all: readonly Recipient[], connected: readonly Recipient[]): string => {
  const names = all
    .filter((receiver) => connected.includes(receiver))
    .map((receiver) => recipients[receiver].name)
  return names.length > 0 ? names.join(', ') : 'No one'
}

type DisclosureProps = Record<
  'title' | 'what' | 'why' | 'howLong' | 'atDeletion' | 'recipientNames',
  string
>

const DataDisclosure = ({
  title,
  what,
  why,
  howLong,
  recipientNames,
  atDeletion,
}: DisclosureProps) => (
  <details className="group border-b border-line">
    <summary className="flex min-h-12 items-center justify-between gap-4 py-3 font-semibold hover:underline">
      {title}
      <span
        aria-hidden="true"
        className="text-h3 leading-none font-normal transition-transform group-open:rotate-45"
      >
        +
      </span>
    </summary>
    <dl className="grid gap-2.5 pb-5 text-[1rem]">
      <Line label="What">{what}</Line>
      <Line label="Why">{why}</Line>
      <Line label="How long">{howLong}</Line>
      <Line label="Who gets it">{recipientNames}</Line>
      <Line label="If you ask us to delete it">{atDeletion}</Line>
    </dl>
  </details>
)

const storageLabels = {
  cookie: 'Cookie',
  storage: 'Storage',
  'storage of the tab': 'Tab storage',
} as const

const BrowserStorageTable = () => (
  <div
    className="overflow-x-auto"
    role="region"
    aria-label="What your browser stores"
    {...keyboardScrollable}
  >
    <table className="w-full min-w-[34rem] text-left text-[1rem]">
      <thead>
        <tr className="border-b border-line-strong text-small">
          {['Name', 'Where', 'Why', 'How long'].map((head) => (
            <th key={head} scope="col" className="py-2 pr-4 font-semibold">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {browserStorage.map(({ name, where, what, howLong }) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="py-2.5 pr-4 font-semibold [overflow-wrap:anywhere]">
              {name}
            </th>
            <td className="py-2.5 pr-4 text-ink-soft">{storageLabels[where]}</td>
            <td className="py-2.5 pr-4 text-ink-soft">{what}</td>
            <td className="py-2.5 text-ink-soft">{howLong}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const RecipientList = ({ connected }: { connected: readonly Recipient[] }) =>
  connected.length > 0 ? (
    <ul className="grid gap-2">
      {connected.map((receiver) => {
        const { name, privacy } = recipients[receiver]
        return (
          <li key={receiver}>
            {privacy ? (
              <a href={privacy} rel="noopener" className="link">
                {name}: how they handle it
              </a>
            ) : (
              name
            )}
          </li>
        )
      })}
    </ul>
  ) : (
    <p className="text-ink-soft">
      No one right now: this shop isn’t connected to any other service.
    </p>
  )

/** What we store and share, from the records of processing that tests compare with the database. */
export function ProcessingRecords({ connected }: { connected: readonly Recipient[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <div>
        <h3 className="mb-2 text-h3">On our server</h3>
        <div className="border-t border-line">
          {Object.entries(dataCategories).map(([name, { recipients: all, ...category }]) => (
            <DataDisclosure key={name} {...category} recipientNames={namesOf(all, connected)} />
          ))}
          <DataDisclosure {...serverLogs} recipientNames="No one" />
        </div>
      </div>
      <div>
        <h3 className="mb-3 text-h3">In your own browser</h3>
        <BrowserStorageTable />
      </div>
      <div>
        <h3 className="mb-3 text-h3">Who gets your data</h3>
        <RecipientList connected={connected} />
      </div>
    </div>
  )
}
