import { Icon } from '@/ui/icon'

import { RichText } from './rich-text'

type Props = { questions: readonly { question: string; answer: unknown }[] }

/** Each question opens on its own, and the browser's page search finds the answers. */
export function FaqList({ questions }: Props) {
  return (
    <div className="border-b border-line">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-t border-line">
          <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
            {question}
            <Icon name="down" className="size-4.5 transition-transform group-open:rotate-180" />
          </summary>
          <div className="grid max-w-[40.5rem] gap-3 pb-5 text-ink-soft [&_a]:underline [&_a]:underline-offset-4">
            <RichText document={answer} />
          </div>
        </details>
      ))}
    </div>
  )
}
