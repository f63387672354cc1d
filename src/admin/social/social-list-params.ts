import { z } from 'zod'

import { socialPlatforms, socialPostStatuses } from '@/modules/social/rules/social-post'
import { socialListFilters } from '@/modules/social/schemas'
import { isCalendarDay } from '@/platform/calendar-days'
import { screenQuery } from '@/platform/schema-fields'

export const socialPageSize = 20
export const socialTabs = ['posts', 'accounts', 'analytics', 'calendar'] as const
export const socialTabLabels = {
  posts: 'Posts',
  accounts: 'Accounts',
  analytics: 'Analytics',
  calendar: 'Calendar',
} satisfies Record<(typeof socialTabs)[number], string>
export const analyticsPeriods = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
] as const

const schema = z.object({
  ...screenQuery,
  tab: z.enum(socialTabs).catch('posts').default('posts'),
  platform: z.enum(socialPlatforms).or(z.literal('')).catch(''),
  status: z.enum(socialPostStatuses).or(z.literal('')).catch(''),
  show: z.enum(socialListFilters).catch(''),
  /** The post that opens with the page, or 'new'. */
  edit: z
    .literal('new')
    .or(
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number),
    )
    .nullable()
    .catch(null)
    .default(null),
  view: z.enum(['month', 'week']).catch('month').default('month'),
  day: z.string().refine(isCalendarDay).nullable().catch(null).default(null),
  days: z.enum(['7', '30', '90', '365']).catch('30').default('30').transform(Number),
  /** How a connection went, when a person comes back from a network. */
  service: z.string().max(40).catch('').default(''),
  connected: z.string().catch('').default(''),
  refused: z.string().max(20).catch('').default(''),
})
export type SocialListParams = z.infer<typeof schema>

export function parseSocialListParams(query: Record<string, unknown>): SocialListParams {
  return schema.parse(query)
}

type Where = Partial<
  Pick<
    SocialListParams,
    'tab' | 'search' | 'platform' | 'status' | 'show' | 'page' | 'view' | 'day' | 'days'
  >
>
/** The address of the screen; what is as usual is left out. */
export function socialListHref({
  tab = 'posts',
  search,
  platform,
  status,
  show,
  page,
  view,
  day,
  days,
}: Where): string {
  const params = new URLSearchParams({
    ...(tab !== 'posts' ? { tab } : {}),
    ...(tab === 'posts'
      ? {
          ...(search ? { search } : {}),
          ...(platform ? { platform } : {}),
          ...(status ? { status } : {}),
          ...(show ? { show } : {}),
          ...(page && page > 1 ? { page: String(page) } : {}),
        }
      : {}),
    ...(tab === 'calendar'
      ? { ...(view && view !== 'month' ? { view } : {}), ...(day ? { day } : {}) }
      : {}),
    ...(tab === 'analytics' && days && days !== 30 ? { days: String(days) } : {}),
  })
  return `/admin/social${params.size > 0 ? `?${params.toString()}` : ''}`
}
