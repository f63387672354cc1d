import type { Endpoint } from 'payload'
import { addressEndpoints } from './addresses'
import { ownOrderEndpoints } from './orders'
import { ownPrivacyEndpoints } from './privacy'
import { profileEndpoints } from './profile'
import { reviewEndpoints } from './reviews'
import { savedEndpoints } from './saved'
import { securityEndpoints } from './security'

/** What a signed-in person may do with their own things. */
export const ownEndpoints: Endpoint[] = [...profileEndpoints, ...ownOrderEndpoints, ...savedEndpoints, ...addressEndpoints, ...reviewEndpoints, ...ownPrivacyEndpoints, ...securityEndpoints]
