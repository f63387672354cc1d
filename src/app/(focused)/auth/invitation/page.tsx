import { linkMetadata, linkPage } from '@/app/(focused)/auth/link-page'

import { AcceptInvitationForm } from './accept-invitation-form'

export const metadata = linkMetadata('Accept your invitation')
export default linkPage(AcceptInvitationForm)
