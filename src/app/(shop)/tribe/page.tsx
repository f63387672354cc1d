import { getCachedTribeProducts } from '@/app/(shop)/cached-queries'
import { getTextPage, textPageMetadata } from '@/app/(shop)/text-page'
import { RichText } from '@/components/content/rich-text'
import { TextSection } from '@/components/content/text-section'
import { Section } from '@/components/layout/section'
import { ProductCard } from '@/components/product/product-card'
import { type RichTextSection, splitIntoSections } from '@/modules/content/rules/rich-text'
import { Emblem } from '@/ui/emblem'

import { TribeHero } from './tribe-hero'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('tribe', 'The Tribe')

const productsShown = 9
const themeEmblems = ['unfurl', 'one-day', 'homing'] as const
/** Each a step further down than the one before. */
const steps = ['', 'lg:mt-14', 'lg:mt-28'] as const

const Themes = ({ title, document }: RichTextSection) => (
  <Section id="themes" title={title} heading="max-w-[13ch] text-d2" className="wrap section-y">
    <ul className="mt-[clamp(2rem,4vw,3.4rem)] grid gap-x-16 gap-y-12 lg:grid-cols-3">
      {splitIntoSections(document, 'h3').sections.map((theme, index) => (
        <li key={theme.id} className={`grid content-start gap-4 ${steps[index % 3]}`}>
          <Emblem
            name={themeEmblems[index % 3] ?? 'unfurl'}
            className="h-44 w-36 object-left-bottom"
          />
          <h3 className="text-h3">{theme.title}</h3>
          <div className="grid max-w-[24rem] gap-3 text-ink-soft">
            <RichText document={theme.document} />
          </div>
        </li>
      ))}
    </ul>
  </Section>
)

const Values = ({ title, document }: RichTextSection) => (
  <section
    aria-labelledby="values"
    className="wrap section-y grid gap-x-16 gap-y-8 lg:grid-cols-[5fr_6fr]"
  >
    <div>
      <h2 id="values" className="max-w-[12ch] text-d2">
        {title}
      </h2>
      <p className="mt-5">
        <a href="/reflections" className="link">
          Read the reflections
        </a>
      </p>
    </div>
    <dl className="border-b border-line">
      {splitIntoSections(document, 'h3').sections.map((value) => (
        <div
          key={value.id}
          className="grid gap-x-6 gap-y-1 border-t border-line py-5.5 sm:grid-cols-[1fr_2fr]"
        >
          <dt className="font-display text-[1.4rem]/tight font-medium">{value.title}</dt>
          <dd className="grid gap-2 text-ink-soft">
            <RichText document={value.document} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

/** The first part of the text is the themes, the second the values; what staff add after them is shown as text. */
const TribePage = async () => {
  const [{ title, lead, body }, products] = await Promise.all([
    getTextPage('tribe'),
    getCachedTribeProducts(productsShown),
  ])
  const [themes, values, ...more] = splitIntoSections(body).sections
  return (
    <>
      <TribeHero title={title} lead={lead} />
      {themes ? <Themes {...themes} /> : null}
      {products.length > 0 ? (
        <section aria-labelledby="made-for" className="bg-moss">
          <div className="wrap section-y">
            <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-3.5">
              <h2 id="made-for" className="text-d2">
                Made with the Tribe in mind
              </h2>
              <p>
                <a href="/products" className="link">
                  Shop everything
                </a>
              </p>
            </div>
            <ul className="mt-[clamp(1.8rem,3.4vw,3rem)] grid grid-cols-2 gap-x-4 gap-y-7.5 lg:grid-cols-3 lg:gap-x-6 lg:gap-y-12">
              {products.map((product) => (
                <li key={product.id}>
                  <ProductCard
                    product={product}
                    sizes="(min-width: 64rem) min(27rem, 31vw), calc(50vw - 1.75rem)"
                  />
                </li>
              ))}
            </ul>
          </div>
        </section>
      ) : null}
      {values ? <Values {...values} /> : null}
      {more.map((section) => (
        <div key={section.id} className="wrap pb-(--sec)">
          <TextSection section={section} />
        </div>
      ))}
    </>
  )
}

export default TribePage
