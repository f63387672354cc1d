import { NewsletterForm } from '@/components/newsletter/newsletter-form'
import type { SettingsView } from '@/modules/shop/queries/get-settings'

import { CurrentYear } from './current-year'
import { HideOnSegment } from './hide-on-segment'
import { QuickHelp } from './quick-help'

const columns = [
  {
    title: 'Shop',
    links: [
      ['All products', '/products'],
      ['Recovery Collection', '/products?category=recovery'],
      ['Nature Inspired', '/products?category=nature'],
      ['Size guide', '/size-guide'],
      ['Gift cards', '/gift-cards'],
      ['Saved items', '/saved'],
    ],
  },
  {
    title: 'Read',
    links: [
      ['Our Story', '/about'],
      ['Reflections', '/blog'],
      ['The Tribe', '/tribe'],
    ],
  },
  {
    title: 'Help',
    links: [
      ['Contact', '/contact'],
      ['Support', '/support'],
      ['Find your order', '/orders/find'],
      ['Privacy policy', '/privacy-policy'],
      ['Data deletion', '/data-deletion'],
      ['Terms of Service', '/terms'],
    ],
  },
] as const

const segmentsWithNewsletter = ['member'] as const

export function Footer({ tagline, social }: Pick<SettingsView, 'tagline' | 'social'>) {
  return (
    <footer className="on-dark bg-foot pt-20 pb-9 text-bone [&_a:hover]:underline [&_a]:underline-offset-4">
      <div className="wrap">
        <div id="site-links" className="grid grid-cols-2 gap-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="max-lg:col-span-full">
            <span className="wordmark-bone block w-44" />
            <p className="mt-4 max-w-[22ch] font-display text-[1.6rem]/[1.2] text-bone-soft">
              {tagline}
            </p>
            <HideOnSegment segment={null}>
              <HideOnSegment segment={segmentsWithNewsletter}>
                <NewsletterForm variant="minimal" />
              </HideOnSegment>
            </HideOnSegment>
          </div>
          {columns.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="mb-3 font-sans text-small font-semibold text-[#f0c47a]">{title}</h2>
              <ul className="[&_a]:inline-flex [&_a]:min-h-(--target) [&_a]:items-center">
                {links.map(([label, href]) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <QuickHelp className="mt-14 text-bone-soft" />
        <div className="mt-7 flex flex-wrap justify-between gap-x-8 gap-y-2.5 border-t border-[#35493d] pt-5.5 text-[.9rem] text-[#b4c0ac]">
          <span>
            © <CurrentYear rendered={new Date().getFullYear()} /> Dayfern
          </span>
          {social.length > 0 ? (
            <ul className="flex gap-6">
              {social.map(({ name, href }) => (
                <li key={name}>
                  <a href={href} rel="noopener" className="inline-block py-1">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </div>
    </footer>
  )
}
