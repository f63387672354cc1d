import {
  codePattern,
  discountLinkCookie,
  discountLinkPaths,
  normalizeCode,
} from '@/modules/discounts/rules'
import { secureFlag } from '@/platform/env'

const cookieSeconds = 7 * 24 * 60 * 60

/**
 * A link with a discount code, as in an email or on a card in a package. The code waits in cookies that only cart and
 * checkout get, and applies there. An unknown code leads to the products as well; the checkout shows what is wrong.
 */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ code: string }> },
): Promise<Response> {
  const code = normalizeCode((await params).code)
  const headers = new Headers({ Location: '/products', 'Cache-Control': 'private, no-store' })
  if (codePattern.test(code))
    for (const path of discountLinkPaths)
      headers.append(
        'Set-Cookie',
        `${discountLinkCookie}=${code}; Path=${path}; Max-Age=${cookieSeconds}; SameSite=Lax${secureFlag}`,
      )
  return new Response(null, { status: 303, headers })
}
