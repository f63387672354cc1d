import { Blocks } from './blocks'

/** The title of a page of text and its first sentence. */
export const TextHead = ({ title, lead }: { title: string; lead: string }) => (
  <div className="grid max-w-[50rem] gap-5 pt-[clamp(1.4rem,3vw,3rem)] pb-[clamp(1.8rem,4vw,3.4rem)]">
    <h1 className="text-d1">{title}</h1>
    <div className="text-lead text-ink-soft [&_a]:text-ink [&_a]:underline [&_a]:decoration-sun [&_a]:decoration-2 [&_a]:underline-offset-4"><Blocks blocks={[{ p: lead }]} /></div>
  </div>
)
