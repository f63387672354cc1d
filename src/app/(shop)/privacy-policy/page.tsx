import { getCachedRecipients } from '@/app/(shop)/cached-queries'
import { getTextPage, textPageMetadata } from '@/app/(shop)/text-page'
import { PageHeader } from '@/components/content/page-header'
import { TableOfContents } from '@/components/content/table-of-contents'
import { TextOpening, TextSection } from '@/components/content/text-section'
import { splitIntoSections } from '@/modules/content/rules/rich-text'
import { ButtonLink } from '@/ui/button'

import { ProcessingRecords } from './processing-records'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('privacy-policy', 'Privacy policy')

const records = { id: 'what-is-really-stored', title: 'What we store and share' }

const PrivacyPolicyPage = async () => {
  const [{ title, lead, body }, connected] = await Promise.all([
    getTextPage('privacy-policy'),
    getCachedRecipients(),
  ])
  const { before, sections } = splitIntoSections(body)
  return (
    <div className="wrap pb-(--sec)" data-reading>
      <PageHeader title={title} lead={lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)] lg:items-start lg:gap-16">
        <TableOfContents sections={[...sections, records]} />
        <div className="max-w-[40.5rem]">
          <TextOpening document={before} className="reading mb-14" />
          {sections.map((section) => (
            <TextSection key={section.id} section={section} className="mb-14" />
          ))}
          <section aria-labelledby={records.id}>
            <div className="reading mb-3">
              <h2 id={records.id}>{records.title}</h2>
            </div>
            <p className="mb-8 text-ink-soft">
              Every kind of personal data this shop can hold. The list is built into the software,
              which can’t store anything that isn’t on it.
            </p>
            <ProcessingRecords connected={connected} />
          </section>
          <p className="mt-12 flex flex-wrap items-center gap-x-7 gap-y-4" data-screen-only>
            <ButtonLink href="/data-deletion">Delete your data</ButtonLink>
            <a href="/account/privacy" className="link">
              Download your data
            </a>
          </p>
        </div>
      </div>
    </div>
  )
}

export default PrivacyPolicyPage
