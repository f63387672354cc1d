import { z } from 'zod'
import { listQuery } from './lists'

/** How the public lists are paged, as all lists are. */
export const paging = { page: listQuery.page.describe('Which page, from 1.'), limit: listQuery.limit.describe('How many on a page.') }

/** Words to search for, as they stand in an address: no control characters, no halves of a character. */
export const searchWords = z.string().trim().max(100).regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please use plain text.').transform((words) => words.replace(/\s+/g, ' ')).default('')

export const yesOrNo = z.enum(['true', 'false']).default('false').transform((value) => value === 'true')

/** A slug as the shop makes them. */
export const slugSchema = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'A slug has small letters, digits and single hyphens.').max(160, 'Please use at most 160 characters.')

/** Money in answers: '28.00'. */
export const decimalMoney = z.string().regex(/^\d+\.\d{2}$/)
