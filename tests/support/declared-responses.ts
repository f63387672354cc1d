import { endpoints } from '@/endpoints'
import type { EndpointDeclaration } from '@/endpoints/endpoint'

type Declared = Pick<
  EndpointDeclaration,
  'method' | 'path' | 'response' | 'creates' | 'otherResponses'
>

const asPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+*?^$()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)

/** All declared endpoints, in route-matching order. */
export const declared = endpoints.flatMap(({ custom }) => {
  const declaration = (custom as { declaration?: Declared } | undefined)?.declaration
  return declaration ? [{ ...declaration, pattern: asPattern(declaration.path) }] : []
})

/** Asserts that a JSON response has a declared status and matches the declared schema exactly, without extra fields. */
export function expectDeclaredResponse(
  method: string,
  publicPath: string,
  status: number,
  body: unknown,
): void {
  const path = publicPath.split('?', 1)[0] ?? ''
  const call = declared.find(
    (one) => one.method.toUpperCase() === method.toUpperCase() && one.pattern.test(path),
  )
  if (!call?.response || status < 200 || status > 299) return
  const statuses = [
    call.creates ? 201 : 200,
    ...Object.keys(call.otherResponses ?? {}).map((code) => Number(code)),
  ]
  if (!statuses.includes(status))
    throw new Error(`${method} ${path} answered ${status}; it declares ${statuses.join(', ')}.`)
  if (/"\/uploads\//.test(JSON.stringify(body)))
    throw new Error(`${method} ${path} answers a media URL without the shop's address.`)
  const parsed = call.response.safeParse(body)
  if (!parsed.success)
    throw new Error(
      `${method} ${path} does not match its declared response: ${parsed.error.message}`,
    )
  expect({ [`${method} ${path}`]: body }).toEqual({ [`${method} ${path}`]: parsed.data })
}
