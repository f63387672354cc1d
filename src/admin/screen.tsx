import { DefaultTemplate, MinimalTemplate } from '@payloadcms/next/templates'
import { HydrateAuthProvider } from '@payloadcms/ui'
import { notFound, redirect } from 'next/navigation'
import type { AdminViewServerProps, Payload } from 'payload'
import type { ReactNode } from 'react'

import { hasPermission } from '@/access/can'
import type { Permission } from '@/access/roles'
import { lacksSecondFactor, secondFactorSetupPath } from '@/access/second-factor'
import type { User } from '@/payload-types'

import { EarlyInput } from './early-input'
import { BackLink } from './list/back-link'
import { AccessDenied } from './shell/access-denied'
import { ScreenBoundary } from './shell/screen-boundary'

/** The request of a screen. */
export type ScreenContext = {
  payload: Payload
  user: User
  /** Below /admin: ['orders', '12']. */
  segments: string[]
  query: Record<string, string | string[] | undefined>
  /** The document id in a segment of the path; anything else is not found. */
  id: (index: number) => number
}
type Shown = {
  title: string
  back?: { label: string; href: string }
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}
type Declaration = {
  requires: Permission
  /** Payload frames only the dashboard and the account itself. */
  framedByPayload?: boolean
  /** Called only for users with the permission. */
  show: (visit: ScreenContext) => Shown | Promise<Shown>
}

const Frame = ({ title, back, lead, actions, children }: Shown) => (
  <main className="df-screen" id="content" tabIndex={-1}>
    <header className="df-screen__head">
      <div>
        {back ? <BackLink {...back} /> : null}
        <h1>{title}</h1>
        {lead ? <p>{lead}</p> : null}
      </div>
      {actions ? <div className="df-screen__actions">{actions}</div> : null}
    </header>
    {children}
  </main>
)

const Body = async ({ show, visit }: Pick<Declaration, 'show'> & { visit: ScreenContext }) => (
  <Frame {...await show(visit)} />
)

const pathOf = ({ params, searchParams }: AdminViewServerProps): string => {
  const segments = [params?.segments ?? []].flat()
  const query = new URLSearchParams(
    Object.entries(searchParams ?? {}).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, one]),
    ),
  )
  return `${['/admin', ...segments].join('/')}${query.size > 0 ? `?${query.toString()}` : ''}`
}

/**
 * A screen of the panel. Payload shows custom views to anyone, so every screen is defined here
 * (tests/integration/shop/admin-screens.test.ts): visitors are sent to sign in, users without the permission see
 * which role it needs, and only then is anything loaded.
 */
export function defineScreen({ requires, framedByPayload = false, show }: Declaration) {
  const View = (props: AdminViewServerProps) => {
    const { req, permissions, locale, visibleEntities } = props.initPageResult
    if (!req.user) redirect(`/admin/login?redirect=${encodeURIComponent(pathOf(props))}`)
    if (lacksSecondFactor(req.user)) redirect(secondFactorSetupPath)
    if (!hasPermission(req, requires)) {
      const refusal = <AccessDenied user={req.user} requires={requires} />
      return framedByPayload ? refusal : <MinimalTemplate>{refusal}</MinimalTemplate>
    }
    const segments = [props.params?.segments ?? []].flat()
    const visit = {
      payload: req.payload,
      user: req.user,
      segments,
      query: props.searchParams ?? {},
      id: (index: number) =>
        /^[1-9]\d{0,8}$/.test(segments[index] ?? '') ? Number(segments[index]) : notFound(),
    }
    // Without a Suspense boundary around it: Payload's providers change their contexts right after they are hydrated, and
    // React renders a boundary that isn't hydrated by then again, which loses what is typed and clicked meanwhile.
    const body = (
      <ScreenBoundary key={pathOf(props)}>
        <Body show={show} visit={visit} />
        <EarlyInput />
      </ScreenBoundary>
    )
    if (framedByPayload) return body
    return (
      <DefaultTemplate
        i18n={req.i18n}
        locale={locale}
        params={props.params}
        payload={req.payload}
        permissions={permissions}
        req={req}
        searchParams={props.searchParams}
        user={req.user}
        viewActions={props.viewActions}
        visibleEntities={{
          collections: visibleEntities.collections,
          globals: visibleEntities.globals,
        }}
      >
        <HydrateAuthProvider permissions={permissions} />
        {body}
      </DefaultTemplate>
    )
  }
  return Object.assign(View, { requires })
}
