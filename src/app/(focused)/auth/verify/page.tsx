import { linkMetadata, linkPage } from '@/app/(focused)/auth/link-page'

import { VerifyEmail } from './verify-email'

export const metadata = linkMetadata('Confirm your address')
export default linkPage(VerifyEmail)
