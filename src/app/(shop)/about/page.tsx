import { getTextPage, textPageMetadata } from '@/app/(shop)/text-page'
import { PageHeader } from '@/components/content/page-header'
import { RichText } from '@/components/content/rich-text'
import { TextOpening, TextSection } from '@/components/content/text-section'
import { Section } from '@/components/layout/section'
import { Scene } from '@/components/scene'
import { type RichTextSection, splitIntoSections } from '@/modules/content/rules/rich-text'
import { ButtonLink } from '@/ui/button'

import { emblemForMotif, MotifList } from './motif-list'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('about', 'Our story')

/** A section whose subheadings are names of prints is shown with their emblems; any other as text. */
const AboutSection = ({ section }: { section: RichTextSection }) => {
  const { id, title, document } = section
  const { before, sections } = splitIntoSections(document, 'h3')
  if (!sections.some((story) => emblemForMotif(story.title)))
    return <TextSection section={section} className="mx-auto" />
  return (
    <Section
      id={id}
      title={title}
      heading="text-d2"
      className="mx-auto grid w-full max-w-[64rem] gap-[clamp(1.8rem,4vw,3.4rem)]"
    >
      <TextOpening document={before} />
      <MotifList stories={sections} />
    </Section>
  )
}

const AboutPage = async () => {
  const { title, lead, body } = await getTextPage('about')
  const { before, sections } = splitIntoSections(body)
  return (
    <div data-reading>
      <div className="wrap">
        <PageHeader title={title} lead={lead} />
      </div>
      <div className="mb-[clamp(1.8rem,4vw,3.4rem)] overflow-hidden">
        <Scene
          place="grove"
          sizes="100vw"
          className="aspect-[4/3.2] max-h-[46rem] w-full object-cover object-[50%_60%] md:aspect-21/9"
          alt="A stand of tall trees with ferns at their feet and a low sun between the trunks"
        />
      </div>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-14">
        <div className="reading mx-auto empty:hidden" data-opening="">
          <RichText document={before} />
        </div>
        {sections.map((section) => (
          <AboutSection key={section.id} section={section} />
        ))}
        <p
          className="mx-auto flex w-full max-w-[40.5rem] flex-wrap items-center gap-x-7 gap-y-4"
          data-screen-only
        >
          <ButtonLink href="/products">Visit the shop</ButtonLink>
          <a href="/blog" className="link">
            Something to read
          </a>
        </p>
      </div>
      <div className="mt-(--sec) overflow-hidden" data-screen-only>
        <Scene
          place="meadow"
          sizes="100vw"
          className="aspect-21/9 max-h-[38rem] w-full object-cover object-[20%_100%]"
        />
      </div>
    </div>
  )
}

export default AboutPage
