import type { ScreenContext } from '@/admin/screen'

const sentences: Record<string, string> = {
  connected: 'Connected.',
  declined: 'Access was declined, so nothing was connected.',
  lost: 'That sign-in expired or was started by someone else. Please try again.',
  incomplete: 'Some permissions weren’t granted. Reconnect and allow every permission.',
  'no-shop':
    'That Etsy account has no shop. Sign in to Etsy with the account that has your shop, then connect again.',
  failed: 'The sign-in didn’t finish. Please try again in a minute.',
}

/** The result of an OAuth sign-in, from the query (endpoints/integrations/oauth.ts). */
export function OAuthResultNotice({ query }: Pick<ScreenContext, 'query'>) {
  const outcome =
    query.connected === '1' ? 'connected' : typeof query.refused === 'string' ? query.refused : ''
  const sentence = Object.hasOwn(sentences, outcome) ? sentences[outcome] : undefined
  return sentence ? (
    <p className="df-note df-note--block" role="status">
      {sentence}
    </p>
  ) : null
}
