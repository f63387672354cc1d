import { RichText } from '../../../components/content/rich-text'
import { TextHead } from '../../../components/content/text-head'
import { ButtonLink } from '../../../components/ui/button'
import { Scene } from '../../../components/ui/scene'
import { textPage, textPageMetadata } from '../text-page'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('about', 'Our story')

const AboutPage = async () => {
  const { title, lead, body } = await textPage('about')
  return (
    <>
      <div className="wrap"><TextHead title={title} lead={lead} /></div>
      <div className="mb-[clamp(1.8rem,4vw,3.4rem)] overflow-hidden">
        <Scene place="grove" sizes="100vw" className="aspect-[4/3.2] max-h-[46rem] w-full object-cover object-[50%_60%] md:aspect-21/9" alt="A stand of tall trees with ferns at their feet and a low sun between the trunks" />
      </div>
      <div className="wrap">
        <div className="reading mx-auto" data-opening=""><RichText document={body} /></div>
        <p className="mx-auto mt-14 flex max-w-[40.5rem] flex-wrap items-center gap-x-7 gap-y-4"><ButtonLink href="/products">Visit the shop</ButtonLink><a href="/blog" className="link">Something to read</a></p>
      </div>
      <div className="mt-(--sec) overflow-hidden"><Scene place="meadow" sizes="100vw" className="aspect-21/9 max-h-[38rem] w-full object-cover object-[20%_100%]" /></div>
    </>
  )
}

export default AboutPage
