import type { ApiOperation, JsonSchema } from '@/modules/shop/queries/openapi-document'

type Schemas = Record<string, JsonSchema>

/** Values that read well, by the name of their field. */
const samples: Record<string, unknown> = {
  email: 'wren@example.com',
  firstName: 'Wren',
  lastName: 'Okafor',
  address1: '18 Alder Lane',
  city: 'Ojai',
  stateCode: 'CA',
  zip: '93023',
  amount: '40.55',
  size: 'M',
  color: 'Pine',
  checkoutId: '5f0c2f9e-6f1e-4a59-9d3c-2f1b7a7c1d10',
  orderNumber: 'DF-1001',
  slug: 'one-day-at-a-time',
  key: '0123456789abcdef0123456789abcdef',
  id: 1,
  productId: 1,
  quantity: 1,
  username: 'wren',
  password: 'words-and-ferns',
  intent: 'CAPTURE',
}

const sample = (schema: JsonSchema | undefined, name: string, schemas: Schemas): unknown => {
  if (!schema) return null
  if (schema.$ref) return sample(schemas[schema.$ref.split('/').at(-1) ?? ''], name, schemas)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (Object.hasOwn(samples, name) && schema.type !== 'object' && schema.type !== 'array')
    return samples[name]
  if (schema.default !== undefined) return schema.default
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice) return sample(choice, name, schemas)
  const type = [schema.type].flat()[0]
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([key]) => schema.required?.includes(key))
        .map(([key, field]) => [key, sample(field, key, schemas)]),
    )
  if (type === 'array') return schema.minItems ? [sample(schema.items, name, schemas)] : []
  if (type === 'integer' || type === 'number')
    return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 1
  if (type === 'boolean') return false
  return 'text'
}

export function curlExample(
  site: string,
  method: string,
  path: string,
  operation: ApiOperation,
  schemas: Schemas,
): string {
  const value = (name: string, schema: JsonSchema): string =>
    encodeURIComponent(String(sample(schema, name, schemas)))
  const parameters = operation.parameters ?? []
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((one) => one.name === name)?.schema ?? {}
    // PayPal's ids look different from ours.
    return path.startsWith('/order/') ? '5O190127TN364715T' : value(name, schema)
  })
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${value(name, schema)}`)
    .join('&')
  const json = operation.requestBody?.required
    ? operation.requestBody.content['application/json']
    : undefined
  const body = json ? JSON.stringify(sample(json.schema, '', schemas)) : null
  const takesFile = Boolean(operation.requestBody?.content['multipart/form-data'])
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${site}${filled}${query ? `?${query}` : ''}'`,
    ...(operation.security?.some((scheme) => 'apiKey' in scheme)
      ? ["-H 'Authorization: Bearer dfk_…'"]
      : operation.security?.length
        ? ['-b cookies.txt']
        : []),
    ...(takesFile ? ["-F 'file=@picture.jpg'"] : []),
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`]
      : []),
  ].join(' \\\n  ')
}
