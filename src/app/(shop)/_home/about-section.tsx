import { Scene } from '@/components/scene'

export function AboutSection() {
  return (
    <section className="lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="aspect-[4/3.4] overflow-hidden lg:aspect-auto lg:min-h-168 lg:rounded-br-block">
        <Scene
          place="grove"
          sizes="(min-width: 64rem) 59vw, 100vw"
          className="size-full object-cover"
          alt="A stand of tall trees with ferns at their feet and a low sun between the trunks"
        />
      </div>
      <div className="grid content-center gap-5 px-(--gut) pt-9.5 lg:py-16 lg:pr-[max(var(--gut),(100vw-84rem)/2)] lg:pl-20">
        <h2 className="text-d2">After a fire, ferns come back first</h2>
        <p className="text-lead text-ink-soft">
          Quietly, from the ground up, at their own pace. Dayfern began with that picture.
        </p>
        <p className="text-ink-soft">
          We make clothing for people who are coming back from something, and for those who walk
          beside them. Wear it to a meeting, on a trail, or to make coffee on a slow morning.
        </p>
        <p>
          <a className="link" href="/about">
            Read our story
          </a>
        </p>
      </div>
    </section>
  )
}
