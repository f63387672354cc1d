import { RichText } from '../../../components/content/rich-text'
import { TextHead } from '../../../components/content/text-head'
import { SizeRows } from '../../../components/product/size-rows'
import { ButtonLink } from '../../../components/ui/button'
import { defaultSizeGuide } from '../../../domain/product'
import { textPage, textPageMetadata } from '../text-page'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('size-guide', 'Size guide')

const SizeGuidePage = async () => {
  const { title, lead, body } = await textPage('size-guide')
  return (
    <div className="wrap pb-(--sec)" data-reading>
      <TextHead title={title} lead={lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-22">
        <section aria-labelledby="measure">
          <h2 id="measure" className="mb-5 text-h2">How to measure</h2>
          <div className="grid max-w-[40.5rem] gap-4 text-ink-soft [&_a]:underline [&_a]:underline-offset-4"><RichText document={body} /></div>
        </section>
        <section aria-labelledby="sizes" className="max-lg:order-first">
          <h2 id="sizes" className="mb-5 text-h2">Sizes in inches</h2>
          <SizeRows rows={defaultSizeGuide} />
          <p className="mt-4 text-small text-ink-soft">A product with measurements of its own shows them on its page.</p>
          <p className="mt-6" data-screen-only><ButtonLink href="/products" variant="line">Go to the shop</ButtonLink></p>
        </section>
      </div>
    </div>
  )
}

export default SizeGuidePage
