import { getCachedSizeTables } from '@/app/(shop)/cached-queries'
import { getTextPage, textPageMetadata } from '@/app/(shop)/text-page'
import { PageHeader } from '@/components/content/page-header'
import { RichText } from '@/components/content/rich-text'
import { Section } from '@/components/layout/section'
import { Picture } from '@/components/picture'
import { SizeTable } from '@/components/product/size-table'
import { defaultSizeGuide } from '@/modules/catalog/rules/size-guide'
import { ButtonLink } from '@/ui/button'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('size-guide', 'Size guide')

type Garment = Awaited<ReturnType<typeof getCachedSizeTables>>[number]

const GarmentSizes = ({ rows, products, picture }: Garment) => (
  <li className="grid content-start gap-6 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
    {picture ? (
      <div className="aspect-4/5 w-38 overflow-hidden rounded-block bg-sunken">
        <Picture picture={picture} sizes="9.5rem" className="size-full object-cover" />
      </div>
    ) : null}
    <div className="col-start-[-2] min-w-0">
      <h3 className="mb-2 text-h3">
        {products.length > 1 ? `${products[0]?.name} and more` : products[0]?.name}
      </h3>
      {products.length > 1 ? (
        <p className="mb-2 text-small text-ink-soft">
          Also for{' '}
          {products.slice(1).map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 ? ', ' : ''}
              <a href={`/products/${id}`} className="underline underline-offset-4">
                {name}
              </a>
            </span>
          ))}
          .
        </p>
      ) : null}
      <SizeTable rows={rows} />
    </div>
  </li>
)

const SizeGuidePage = async () => {
  const [{ title, lead, body }, tables] = await Promise.all([
    getTextPage('size-guide'),
    getCachedSizeTables(),
  ])
  return (
    <div className="wrap pb-(--sec)" data-reading>
      <PageHeader title={title} lead={lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-22">
        <Section id="measure" title="How to measure" heading="mb-5 text-h2">
          <div className="grid max-w-[40.5rem] gap-4 text-ink-soft [&_a]:underline [&_a]:underline-offset-4">
            <RichText document={body} />
          </div>
        </Section>
        <Section
          id="sizes"
          title="Sizes in inches"
          heading="mb-5 text-h2"
          className="max-lg:order-first"
        >
          <SizeTable rows={defaultSizeGuide} />
          <p className="mt-4 text-small text-ink-soft">
            {tables.length > 0
              ? 'For every garment except the ones below, which have their own size charts.'
              : 'If a garment has its own size chart, you’ll find it on the product page.'}
          </p>
          <p className="mt-6" data-screen-only>
            <ButtonLink href="/products" variant="line">
              Shop all
            </ButtonLink>
          </p>
        </Section>
      </div>
      {tables.length > 0 ? (
        <Section
          id="garments"
          title="Garments with their own size charts"
          heading="mb-[clamp(1.6rem,3vw,2.6rem)] text-h2"
          className="mt-(--sec)"
        >
          <ul className="grid gap-x-16 gap-y-14 lg:grid-cols-2">
            {tables.map((table) => (
              <GarmentSizes key={table.products[0]?.id} {...table} />
            ))}
          </ul>
        </Section>
      ) : null}
    </div>
  )
}

export default SizeGuidePage
