import { z } from 'zod'

import { choiceParam, createListParams, dayParams, editParam } from '@/admin/list/list-params'
import { socialPlatforms, socialPostStatuses } from '@/modules/social/rules/social-post'
import { socialListFilters, socialPostSorts } from '@/modules/social/schemas'
import { isCalendarDay } from '@/platform/calendar-days'

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
  ['365', '1 year'],
] as const

export const socialAddress = createListParams(
  '/admin/social',
  z.object({
    tab: z.enum(socialTabs).catch('posts'),
    platform: choiceParam(socialPlatforms),
    status: choiceParam(socialPostStatuses),
    show: z.enum(socialListFilters).catch(''),
    ...dayParams,
    sort: z.enum(socialPostSorts).catch('newest').default('newest'),
    edit: editParam,
    view: z.enum(['month', 'week']).catch('month'),
    day: z.string().refine(isCalendarDay).nullable().catch(null).default(null),
    days: z.enum(['7', '30', '90', '365']).catch('30').transform(Number),
    /** The result of connecting a network (endpoints/integrations/oauth). */
    service: z.string().max(40).catch(''),
    connected: z.string().catch(''),
    refused: z.string().max(20).catch(''),
  }),
)
export type SocialListParams = ReturnType<typeof socialAddress.parse>

/** The parameters that belong to each tab. */
const tabParams = {
  posts: ['search', 'platform', 'status', 'show', 'from', 'to', 'sort', 'page'],
  accounts: [],
  analytics: ['days'],
  calendar: ['view', 'day'],
} satisfies Record<SocialListParams['tab'], (keyof SocialListParams)[]>

/** The address of the screen, with the parameters of its tab that differ from their defaults. */
export function socialListHref({ tab = 'posts', ...params }: Partial<SocialListParams>): string {
  const names: readonly string[] = tabParams[tab]
  return socialAddress.href({
    tab,
    ...Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name))),
  })
}
