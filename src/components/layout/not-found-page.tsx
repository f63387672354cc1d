import { buttonClass, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { inputClass } from '@/ui/input-class'

/**
 * Marks a page that doesn't exist. The page is complete in the HTML response; Next would render its own `notFound()`
 * only with JavaScript. src/server/rendered-response.ts finds the mark and responds with 404.
 */
const NotFoundStatus = () => <meta name="page-status" content="404" />

export function NotFoundPage() {
  return (
    <div className="wrap py-8">
      <NotFoundStatus />
      <EmptyState emblem="true-enough" title="404 Page Not Found" level="h1">
        <p>This page doesn’t exist. Maybe one of these is what you’re looking for.</p>
        <form
          action="/products"
          role="search"
          className="mx-auto mt-6 flex w-full max-w-[26rem] gap-2.5"
        >
          <label htmlFor="missing-search" className="sr-only">
            Search the shop
          </label>
          <input
            id="missing-search"
            type="search"
            name="search"
            maxLength={100}
            placeholder="Fern, moon, hoodie"
            className={inputClass}
          />
          <button type="submit" className={buttonClass({ variant: 'line' })}>
            Search
          </button>
        </form>
        <p className="mt-6 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
          <ButtonLink href="/products">Shop all</ButtonLink>
          <a href="/" className="link">
            Back to home
          </a>
        </p>
      </EmptyState>
    </div>
  )
}

type Props = { emblem: string; title: string; text: string; href: string; label: string }

export function ResourceNotFoundPage({ emblem, title, text, href, label }: Props) {
  return (
    <div className="wrap py-8">
      <NotFoundStatus />
      <EmptyState
        emblem={emblem}
        title={title}
        level="h1"
        action={<ButtonLink href={href}>{label}</ButtonLink>}
      >
        <p>{text}</p>
      </EmptyState>
    </div>
  )
}
