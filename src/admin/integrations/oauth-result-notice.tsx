import type { ScreenContext } from '@/admin/screen'

const sentences: Record<string, string> = {
  connected: 'Connected. The test below shows as whom.',
  declined: 'The sign-in was not allowed there, so nothing was connected.',
  lost: 'That sign-in took too long, or was begun by somebody else. Please begin again.',
  incomplete:
    'Some of what was asked for was not allowed. Please connect again and leave every permission on.',
  failed: 'The service did not finish the sign-in. Please try again in a minute.',
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
