'use client'
import { lazy, Suspense } from 'react'

import type { NewsletterVariant } from '@/modules/newsletter/rules/subscription'

/** How far below the screen a form may be when its script starts to load. */
const nearby = '600px'

/**
 * Resolves when the visitor nears a form, or uses the page: React finishes no client-side navigation while a part
 * of the layout still waits for its script.
 */
const whenNeeded = (): Promise<void> =>
  new Promise((resolve) => {
    const forms = document.querySelectorAll('form[action="/api/newsletter/subscribe"]')
    if (forms.length === 0) return resolve()
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
    forms.forEach((form) => observer.observe(form))
    for (const name of uses) addEventListener(name, stop, true)
  })

const NewsletterForm = lazy(async () => {
  if (typeof window !== 'undefined') await whenNeeded()
  return { default: (await import('./newsletter-form')).NewsletterForm }
})

/**
 * The form is in the HTML from the start; its script is fetched once it may be needed. A form that is sent earlier is sent
 * again until it is handled (event-replay-script).
 */
export function LazyNewsletterForm({ variant }: { variant?: NewsletterVariant }) {
  return (
    <Suspense>
      <NewsletterForm variant={variant} />
    </Suspense>
  )
}
