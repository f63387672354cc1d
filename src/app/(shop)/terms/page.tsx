import { getTextPage, textPageMetadata } from '@/app/(shop)/text-page'
import { PageHeader } from '@/components/content/page-header'
import { RichText } from '@/components/content/rich-text'
import { TextOpening } from '@/components/content/text-section'
import { splitIntoSections } from '@/modules/content/rules/rich-text'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('terms', 'Terms of Service')

/** A long text by its h2 headings, with a list of them that stays in sight on wide screens; each heading can be linked to. */
const TermsPage = async () => {
  const { title: pageTitle, lead, body } = await getTextPage('terms')
  const { before, sections } = splitIntoSections(body)
  return (
    <div className="wrap pb-(--sec)" data-reading>
      <PageHeader title={pageTitle} lead={lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-20">
        <nav
          aria-labelledby="on-this-page"
          className="max-lg:rounded-sheet max-lg:bg-moss max-lg:p-5 lg:sticky lg:top-28 lg:max-h-[calc(100svh-8rem)] lg:self-start lg:overflow-y-auto"
          data-screen-only
        >
          <h2 id="on-this-page" className="mb-2 font-sans text-small font-semibold">
            On this page
          </h2>
          <ol>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="block py-1.5 text-ink-soft hover:text-ink hover:underline hover:decoration-sun hover:decoration-2 hover:underline-offset-4"
                >
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-[40.5rem] gap-12">
          <TextOpening document={before} />
          {sections.map(({ id, title, document }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="reading">
              <h2 id={`${id}-title`}>{title}</h2>
              <RichText document={document} />
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

export default TermsPage
