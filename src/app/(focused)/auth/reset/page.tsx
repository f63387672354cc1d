import { linkMetadata, linkPage } from '@/app/(focused)/auth/link-page'

import { ResetPasswordForm } from './reset-password-form'

export const metadata = linkMetadata('Choose a new password')
export default linkPage(ResetPasswordForm)
