import { NewsletterForm } from '@/components/newsletter/newsletter-form'

/** A way back to the letter: the ordinary form, which asks back by mail. */
export function ResubscribeForm({ title }: { title: string }) {
  return (
    <section
      aria-labelledby="ask-again"
      className="grid w-full max-w-[36rem] gap-4 rounded-sheet bg-moss p-[clamp(1.5rem,3vw,2.4rem)]"
    >
      <h2 id="ask-again" className="text-h3">
        {title}
      </h2>
      <NewsletterForm variant="inline" />
    </section>
  )
}
