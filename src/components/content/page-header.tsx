import { RichText } from './rich-text'

export function PageHeader({ title, lead }: { title: string; lead: unknown }) {
  return (
    <div className="grid max-w-[50rem] gap-5 pt-[clamp(1.4rem,3vw,3rem)] pb-[clamp(1.8rem,4vw,3.4rem)]">
      <h1 className="text-d1">{title}</h1>
      {lead ? (
        <div className="text-lead wrap-anywhere text-ink-soft [&_a]:text-ink [&_a]:underline [&_a]:decoration-sun [&_a]:decoration-2 [&_a]:underline-offset-4">
          <RichText document={lead} />
        </div>
      ) : null}
    </div>
  )
}
