import { AwsClient } from 'aws4fetch'

import { type Harness, startHarness } from './harness'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness('s3')
})
afterAll(() => harness.stop())
afterEach(() => harness.control('POST', '/reset'))

const clientOf = (options: Partial<ConstructorParameters<typeof AwsClient>[0]> = {}) =>
  new AwsClient({
    accessKeyId: 'sandbox-storage',
    secretAccessKey: 'sandbox-storage-secret',
    region: 'us-east-1',
    service: 's3',
    retries: 0,
    ...options,
  })

const ask = async (path: string, init: RequestInit = {}, client = clientOf()) => {
  const response = await client.fetch(`${harness.base}${path}`, init)
  const text = await response.text()
  return { status: response.status, text, headers: response.headers }
}
const codeOf = ({ text }: { text: string }) => /<Code>(\w+)<\/Code>/.exec(text)?.[1]

it('stores an object with its type and custom headers', async () => {
  const headers = { 'Content-Type': 'image/webp', 'X-Amz-Meta-Sha256': 'abc' }
  expect(
    await ask('/sandbox-bucket/a/fern.webp', { method: 'PUT', body: 'picture', headers }),
  ).toMatchObject({ status: 200 })
  const { status, text, headers: received } = await ask('/sandbox-bucket/a/fern.webp')
  expect([status, text, received.get('content-type'), received.get('x-amz-meta-sha256')]).toEqual([
    200,
    'picture',
    'image/webp',
    'abc',
  ])
  const head = await ask('/sandbox-bucket/a/fern.webp', { method: 'HEAD' })
  expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '7'])
})

it('supports ranges as S3 does', async () => {
  await ask('/sandbox-bucket/talk.mp3', { method: 'PUT', body: '0123456789' })
  const part = async (range: string) => {
    const { status, text, headers } = await ask('/sandbox-bucket/talk.mp3', {
      headers: { Range: range },
    })
    return [status, status === 416 ? codeOf({ text }) : text, headers.get('content-range')]
  }
  expect(await part('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10'])
  expect(await part('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10'])
  expect(await part('bytes=8-')).toEqual([206, '89', 'bytes 8-9/10'])
  expect(await part('bytes=10-')).toEqual([416, 'InvalidRange', null])
  expect(await part('bytes=1-2,4-5')).toEqual([200, '0123456789', null])
})

it('lists keys in order, in pages', async () => {
  for (const key of ['b', 'a/2', 'a/1', 'a/&3'])
    await ask(`/sandbox-bucket/${key}`, { method: 'PUT', body: key })
  const first = await ask('/sandbox-bucket/?list-type=2&prefix=a%2F&max-keys=2')
  expect([...first.text.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key)).toEqual([
    'a/&amp;3',
    'a/1',
  ])
  const token = /<NextContinuationToken>(.*?)</.exec(first.text)?.[1] ?? ''
  const second = await ask(
    `/sandbox-bucket/?list-type=2&prefix=a%2F&max-keys=2&continuation-token=${encodeURIComponent(token)}`,
  )
  expect(second.text).toContain('<Key>a/2</Key>')
  expect(second.text).toContain('<IsTruncated>false</IsTruncated>')
})

it('deletes objects, including missing ones', async () => {
  await ask('/sandbox-bucket/a', { method: 'PUT', body: 'a' })
  expect((await ask('/sandbox-bucket/a', { method: 'DELETE' })).status).toBe(204)
  expect((await ask('/sandbox-bucket/a', { method: 'DELETE' })).status).toBe(204)
  expect(codeOf(await ask('/sandbox-bucket/a'))).toBe('NoSuchKey')
})

it.each([
  ['another secret', clientOf({ secretAccessKey: 'wrong' }), 403, 'SignatureDoesNotMatch'],
  ['another key', clientOf({ accessKeyId: 'nobody' }), 403, 'InvalidAccessKeyId'],
  ['another region', clientOf({ region: 'eu-west-1' }), 400, 'AuthorizationHeaderMalformed'],
  ['another service', clientOf({ service: 'ses' }), 400, 'InvalidRequest'],
])('rejects %s', async (_, client, status, code) => {
  const answer = await ask('/sandbox-bucket/a', {}, client)
  expect([answer.status, codeOf(answer)]).toEqual([status, code])
})

it('rejects a request without a signature or with a changed one', async () => {
  expect((await harness.call('GET', '/sandbox-bucket/a')).status).toBe(403)
  const signed = await clientOf().sign(`${harness.base}/sandbox-bucket/a`, { method: 'GET' })
  const elsewhere = await fetch(signed.url.replace(/a$/, 'b'), { headers: signed.headers })
  expect([elsewhere.status, codeOf({ text: await elsewhere.text() })]).toEqual([
    403,
    'SignatureDoesNotMatch',
  ])
  const headers = new Headers(signed.headers)
  headers.set('x-amz-meta-added', 'later')
  expect((await fetch(signed.url, { headers })).status).toBe(403)
})

it('rejects a body that does not match its signed hash', async () => {
  const answer = await ask('/sandbox-bucket/a', {
    method: 'PUT',
    body: 'one',
    headers: { 'X-Amz-Content-Sha256': 'a'.repeat(64) },
  })
  expect([answer.status, codeOf(answer)]).toEqual([400, 'XAmzContentSHA256Mismatch'])
  expect((await ask('/sandbox-bucket/a')).status).toBe(404)
})

it('rejects a request with a time that is too far off', async () => {
  await harness.control('POST', '/clock', { offsetMs: 16 * 60_000 })
  expect(codeOf(await ask('/sandbox-bucket/a'))).toBe('RequestTimeTooSkewed')
})

it('serves a signed link until it expires', async () => {
  await ask('/sandbox-bucket/a', { method: 'PUT', body: 'private' })
  const url = new URL(`${harness.base}/sandbox-bucket/a`)
  url.searchParams.set('X-Amz-Expires', '60')
  const { url: link } = await clientOf().sign(url, { aws: { signQuery: true } })
  expect(await (await fetch(link)).text()).toBe('private')
  expect((await fetch(link.replace('Expires=60', 'Expires=90'))).status).toBe(403)
  await harness.control('POST', '/clock', { offsetMs: 61_000 })
  expect(await (await fetch(link)).text()).toContain('Request has expired')
})

it.each([
  ['POST', '/sandbox-bucket/a?uploads', {}],
  ['PUT', '/sandbox-bucket/a?acl', {}],
  ['PUT', '/sandbox-bucket/a', { 'If-None-Match': '*' }],
  ['GET', '/sandbox-bucket/', {}],
  ['GET', '/sandbox-bucket/?list-type=2&delimiter=/', {}],
  ['DELETE', '/sandbox-bucket/', {}],
])('does not implement %s of %s with %j', async (method, path, headers) => {
  const answer = await ask(path, { method, headers, ...(method === 'GET' ? {} : { body: 'x' }) })
  expect([answer.status, codeOf(answer)]).toEqual([501, 'NotImplemented'])
})

it('rejects an unknown bucket', async () => {
  expect(codeOf(await ask('/elsewhere/a'))).toBe('NoSuchBucket')
})

it('responds to a status fault in S3’s format', async () => {
  await harness.fault({ provider: 's3', fault: 'status', status: 503 })
  const answer = await ask('/sandbox-bucket/a')
  expect([answer.status, answer.headers.get('content-type'), codeOf(answer)]).toEqual([
    503,
    'application/xml',
    'SlowDown',
  ])
})
