import { Section } from '@/components/layout/section'
import { NewsletterForm } from '@/components/newsletter/newsletter-form'

/** The usual sign-up form, which sends a new confirmation email. */
export function ResubscribeForm({ title }: { title: string }) {
  return (
    <Section
      id="ask-again"
      title={title}
      className="grid w-full max-w-[36rem] gap-4 rounded-sheet bg-moss p-[clamp(1.5rem,3vw,2.4rem)]"
    >
      <NewsletterForm variant="inline" />
    </Section>
  )
}
