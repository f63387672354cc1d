import { RichText } from '@/components/content/rich-text'
import type { RichTextSection } from '@/modules/content/rules/rich-text'
import { Emblem } from '@/ui/emblem'

const emblems: Record<string, string> = {
  fern: 'unfurl',
  wave: 'this-too-moves',
  moon: 'every-phase',
  cairn: 'stone-by-stone',
  moth: 'toward-light',
  lotus: 'through-the-mud',
  swallow: 'homing',
  ridge: 'high-ridge',
}
export function emblemForMotif(title: string): string | undefined {
  return emblems[title.trim().toLowerCase()]
}

export function MotifList({ stories }: { stories: readonly RichTextSection[] }) {
  return (
    <ul className="grid gap-x-16 gap-y-12 md:grid-cols-2">
      {stories.map(({ id, title, document }) => {
        const emblem = emblemForMotif(title)
        return (
          <li
            key={id}
            className="grid content-start gap-5 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:gap-7"
          >
            {emblem ? <Emblem name={emblem} className="size-34 object-left" /> : null}
            <div className="col-start-[-2] grid content-start gap-2.5">
              <h3 className="text-h3">{title}</h3>
              <div className="grid gap-3 text-ink-soft">
                <RichText document={document} />
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
