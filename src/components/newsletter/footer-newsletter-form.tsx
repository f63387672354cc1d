'use client'
import { lazy, Suspense } from 'react'

/** How far below the screen the footer may be when its form starts to load. */
const nearby = '600px'

/**
 * Resolves when the visitor nears the end of the page, or uses it: React finishes no client-side navigation while a part
 * of the layout still waits for its script.
 */
const whenNeeded = (): Promise<void> =>
  new Promise((resolve) => {
    const footer = document.getElementById('site-links')
    if (!footer) return resolve()
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) stop()
      },
      { rootMargin: nearby },
    )
    const uses = ['keydown', 'pointerdown']
    const stop = (): void => {
      observer.disconnect()
      for (const name of uses) removeEventListener(name, stop, true)
      resolve()
    }
    observer.observe(footer)
    for (const name of uses) addEventListener(name, stop, true)
  })

const NewsletterForm = lazy(async () => {
  if (typeof window !== 'undefined') await whenNeeded()
  return { default: (await import('./newsletter-form')).NewsletterForm }
})

/**
 * The form in the footer of every page. It is in the HTML from the start; its script is fetched once it may be needed.
 * A form that is sent earlier is sent again until it is handled (event-replay-script).
 */
export function FooterNewsletterForm() {
  return (
    <Suspense>
      <NewsletterForm variant="minimal" />
    </Suspense>
  )
}
