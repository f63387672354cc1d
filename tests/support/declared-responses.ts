import { endpoints } from '@/endpoints'
import type { EndpointDeclaration } from '@/endpoints/endpoint'

type Declared = Pick<EndpointDeclaration, 'method' | 'path' | 'response'>

const asPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+*?^$()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)

/** Every call of the shop that declares itself, in the order in which it is looked for. */
export const declared = endpoints.flatMap(({ custom }) => {
  const declaration = (custom as { declaration?: Declared } | undefined)?.declaration
  return declaration ? [{ ...declaration, pattern: asPattern(declaration.path) }] : []
})

/** Holds a JSON answer against what its call declares: nothing missing, nothing of another kind, nothing more. */
export function expectDeclaredAnswer(
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
  const read = call.response.safeParse(body)
  if (!read.success)
    throw new Error(
      `${method} ${path} answers something else than it declares: ${read.error.message}`,
    )
  expect({ [`${method} ${path}`]: body }).toEqual({ [`${method} ${path}`]: read.data })
}
