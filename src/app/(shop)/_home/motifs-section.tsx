import { SectionHeading } from '@/components/home/section-heading'
import { keyboardScrollable } from '@/components/keyboard-scrollable'
import { Emblem } from '@/ui/emblem'

const prints = [
  ['unfurl', 'Fern', 'Often the first green thing to come back after a fire.'],
  ['this-too-moves', 'Wave', 'It rises, it turns, it reaches the shore.'],
  ['every-phase', 'Moon', 'Whole, even on the nights you can’t see all of it.'],
  ['stone-by-stone', 'Cairn', 'One stone, then the next. That is the whole method.'],
  ['toward-light', 'Moth', 'Finds its way by the smallest light.'],
] as const

export function MotifsSection() {
  return (
    <section className="on-dark bg-press text-bone">
      <div className="wrap section-y">
        <SectionHeading
          title={
            <>
              Each print keeps
              <br />a small promise
            </>
          }
        >
          <p className="max-w-[27rem] text-lead text-bone-soft">
            We cut every design ourselves, in the manner of a relief print. None of them shout.
          </p>
        </SectionHeading>
        <ul
          {...keyboardScrollable}
          aria-label="Five of our motifs"
          className="mt-[clamp(2rem,4vw,3.6rem)] grid auto-cols-[60%] grid-flow-col gap-6 overflow-x-auto pb-1.5 [scrollbar-width:none] max-md:-mr-(--gut) md:auto-cols-[minmax(11.5rem,1fr)]"
        >
          {prints.map(([motif, name, meaning]) => (
            <li
              key={motif}
              className="grid grid-rows-[11.5rem_auto] gap-5 md:grid-rows-[13.5rem_auto]"
            >
              <Emblem name={motif} ground="dark" className="size-full object-left-bottom" />
              <div>
                <h3 className="mb-1 text-[1.375rem]/tight">{name}</h3>
                <p className="text-[.9844rem]/[1.45] text-bone-soft">{meaning}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
