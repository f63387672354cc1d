/** One request that a provider received, without its secrets. */
export interface Call {
  provider: string
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
  /** The status of the response; null if the connection was cut instead. */
  status: number | null
  /** The fault that was injected, if any. */
  fault?: string
  time: string
  durationMs: number
}

export interface Journal {
  add: (call: Call) => void
  list: (provider?: string) => Call[]
  clear: () => void
}

const MAX_CALLS = 5_000

export function createJournal(): Journal {
  let calls: Call[] = []
  return {
    add: (call) => {
      calls.push(call)
      if (calls.length > MAX_CALLS) calls = calls.slice(-MAX_CALLS)
    },
    list: (provider) => calls.filter((call) => !provider || call.provider === provider),
    clear: () => {
      calls = []
    },
  }
}

const SECRET_HEADERS = /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key)$/
const SECRET_FIELDS =
  /^(clientToken|client_secret|access_token|refresh_token|id_token|fb_exchange_token|code_verifier|secret_key|password)$/
const SECRETS_IN_QUERY =
  /([?&](?:access_token|client_secret|refresh_token|input_token|fb_exchange_token)=)[^&]*/g

/** Path and query, without the secrets that some networks put there. */
export function readablePath(path: string): string {
  return path.replace(SECRETS_IN_QUERY, '$1[hidden]')
}

export function withoutSecrets(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, SECRET_HEADERS.test(name) ? '[hidden]' : value]),
  )
}

/** The body in readable form: JSON parsed, forms as an object, secrets hidden. */
export function readableBody(text: string, contentType: string): unknown {
  if (!text) return undefined
  if (/^(multipart|image|video)\/|octet-stream/.test(contentType))
    return `[${contentType.split(';')[0]}, ${text.length} characters]`
  if (contentType.includes('x-www-form-urlencoded'))
    return hideFields(Object.fromEntries(new URLSearchParams(text)))
  try {
    return hideFields(JSON.parse(text))
  } catch {
    return text.slice(0, 2_000)
  }
}

function hideFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(hideFields)
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRET_FIELDS.test(key) ? '[hidden]' : hideFields(inner),
    ]),
  )
}
