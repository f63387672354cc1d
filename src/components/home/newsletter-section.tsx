import { NewsletterForm } from '@/components/newsletter/newsletter-form'
import { Scene } from '@/components/scene'

export function NewsletterSection() {
  return (
    <section className="relative isolate min-h-208 overflow-hidden bg-[#dce6da] text-[#14261d] lg:min-h-176 dusk:bg-[#2b2c4d] dusk:text-[#f4efdf]">
      <div className="absolute inset-0 -z-10">
        <Scene
          place="meadow"
          sizes="(min-width: 64rem) 100vw, 116rem"
          className="size-full object-cover object-[0%_100%]"
        />
      </div>
      <div className="wrap">
        <div className="ml-auto grid max-w-[36rem] gap-5 pt-[clamp(3rem,6vw,5.2rem)]">
          <h2 className="text-d2">A quiet email, once a week</h2>
          <p className="text-lead">
            Our latest reflections, at most once a week. Unsubscribe anytime.
          </p>
          <NewsletterForm />
        </div>
      </div>
    </section>
  )
}
