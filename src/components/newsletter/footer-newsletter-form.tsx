'use client'
import { lazy, Suspense } from 'react'

/** How far below the screen the footer may be when its form starts to load. */
const nearby = '600px'

/** Resolves when the visitor nears the end of the page. */
const whenNearFooter = (): Promise<void> =>
  new Promise((resolve) => {
    const footer = document.getElementById('site-links')
    if (!footer) return resolve()
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: nearby },
    )
    observer.observe(footer)
  })

const NewsletterForm = lazy(async () => {
  if (typeof window !== 'undefined') await whenNearFooter()
  return { default: (await import('./newsletter-form')).NewsletterForm }
})

/**
 * The form in the footer of every page. It is in the HTML from the start; its script is fetched once the footer is near.
 * A form that is sent earlier is sent again until it is handled (event-replay-script).
 */
export function FooterNewsletterForm() {
  return (
    <Suspense>
      <NewsletterForm variant="minimal" />
    </Suspense>
  )
}
