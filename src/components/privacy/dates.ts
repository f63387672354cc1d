import { env } from '../../env'

/** 'November 28, 2026', by the clocks of the shop. For the server's side. */
export const longDay = (date: string): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: env.SHOP_TIME_ZONE }).format(new Date(date))
