import { RichText } from '@/components/content/rich-text'
import { NewsletterForm } from '@/components/newsletter/newsletter-form'
import { DuskScene } from '@/components/scene'

export function TribeHero({ title, lead }: { title: string; lead: unknown }) {
  return (
    <section
      data-theme="dusk"
      className="on-dark relative isolate -mt-16 overflow-hidden bg-[#131b2b] pt-16 text-[#f4efdf] lg:-mt-20 lg:pt-20"
    >
      <div className="absolute inset-0 -z-10">
        <DuskScene
          place="grove"
          sizes="(min-width: 64rem) 100vw, 133vh"
          className="size-full object-cover object-[70%_100%] lg:object-[50%_72%]"
        />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[rgb(13_19_31/.62)] lg:bg-transparent lg:bg-[linear-gradient(90deg,rgb(13_19_31/.94)_18%,rgb(13_19_31/.7)_42%,transparent_62%),linear-gradient(rgb(13_19_31/.55),transparent_7rem)]"
      />
      <div className="wrap grid min-h-[calc(100svh-4rem)] content-center py-[clamp(3rem,7vw,6rem)] max-lg:content-start lg:min-h-[44rem]">
        <div className="grid max-w-[35rem] gap-[clamp(1.2rem,2.2vw,1.9rem)]">
          <h1 className="max-w-[9ch] text-d1 max-lg:max-w-none">{title}</h1>
          {lead ? (
            <div className="text-lead">
              <RichText document={lead} />
            </div>
          ) : null}
          <NewsletterForm variant="tribe" />
        </div>
      </div>
    </section>
  )
}
