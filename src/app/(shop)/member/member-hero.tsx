import { CurrentDate } from '@/components/home/current-date'
import { Scene } from '@/components/scene'

import { WelcomeMessage } from './welcome-message'

export function MemberHero({ name }: { name: string | null }) {
  return (
    <section className="relative isolate -mt-16 flex min-h-[min(60svh,34rem)] flex-col overflow-hidden bg-[linear-gradient(#dce6da_60%,#183427)] pt-16 text-[#14261d] lg:-mt-20 lg:min-h-[60svh] lg:pt-20 dusk:bg-[linear-gradient(#2b2c4d_60%,#10191c)] dusk:text-[#f4efdf]">
      <div className="absolute inset-0 -z-10">
        <Scene
          place="hero"
          tall="hero-tall"
          sizes="100vw"
          className="size-full object-cover object-[50%_15%] md:object-[62%_5%]"
        />
      </div>
      <div className="wrap pt-[clamp(1.2rem,3.2vw,3.2rem)]">
        <h1 className="text-d1">
          <WelcomeMessage name={name} />
        </h1>
        <p className="mt-3 text-lead font-medium text-balance">
          <CurrentDate />
        </p>
      </div>
    </section>
  )
}
