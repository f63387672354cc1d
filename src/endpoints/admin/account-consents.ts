import { connectionLabels, connectionPermissions, type SignInIntegration } from '../../domain/integration'
import { consentGatewayOf, saveAccount } from '../../workflows/service-accounts'
import type { Consent } from './consents'

/** The account of a service from which something is imported. */
export const accountConsent = (provider: SignInIntegration): Consent => ({
  label: connectionLabels[provider],
  requires: connectionPermissions[provider],
  page: `/admin/${provider}-import`,
  gateway: (payload) => consentGatewayOf(payload.db.drizzle, provider),
  save: (req, actor, tokens, profile) => saveAccount(req.payload, actor, provider, tokens, profile),
})
