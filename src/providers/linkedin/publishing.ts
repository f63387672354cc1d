import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

import { createHttpClient } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import { escapeLinkedInText, unescapeLinkedInText } from '@/platform/linkedin-text'
import {
  bearer,
  type NetworkPost,
  type PostPicture,
  type PublishedPost,
  type PublishSteps,
  type SocialPublisher,
  type SocialSession,
  stillProcessingError,
} from '@/providers/social-network'

import type { LinkedInApi } from './accounts'
import { mapLinkedInError, nullIfForbidden } from './errors'
import { imageResponse, postsResponse, uploadResponse } from './schema'

const pollIntervalMs = 1000
const maxPolls = 5

const toPublishedPost = (urn: string): PublishedPost => ({
  id: urn,
  url: `https://www.linkedin.com/feed/update/${urn}`,
})

const isLinkedInUrl = (url: URL, baseUrl: string | undefined): boolean =>
  baseUrl
    ? url.origin === new URL(baseUrl).origin
    : url.protocol === 'https:' && /(^|\.)linkedin\.com$/.test(url.hostname)

async function uploadPicture(
  { call }: LinkedInApi,
  { accountId, access }: SocialSession,
  picture: PostPicture,
  baseUrl: string | undefined,
): Promise<string> {
  const { data } = await call({
    method: 'POST',
    path: '/rest/images?action=initializeUpload',
    json: { initializeUploadRequest: { owner: accountId } },
    headers: bearer(access),
    schema: uploadResponse,
    repeatable: true,
  })
  const target = new URL(data.value.uploadUrl)
  if (!isLinkedInUrl(target, baseUrl))
    throw new ProviderError('linkedin', 'LinkedIn gave an upload address that isn’t its own.', {
      retryable: false,
      kind: 'unexpected',
    })
  const put = createHttpClient({
    provider: 'linkedin',
    baseUrl: target.origin,
    mapError: mapLinkedInError,
  })
  await put({
    method: 'PUT',
    path: target.pathname + target.search,
    body: new Uint8Array(await picture.read()),
    headers: { ...bearer(access), 'Content-Type': 'image/jpeg' },
    schema: z.unknown(),
    timeoutMs: 60_000,
  })
  return data.value.image
}

/** A member's token may not read the status of a picture; then it waits a few seconds. */
async function waitUntilAvailable(
  { call }: LinkedInApi,
  { access }: SocialSession,
  image: string,
): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const response = await call({
      path: `/rest/images/${encodeURIComponent(image)}`,
      headers: bearer(access),
      schema: imageResponse,
    }).catch(nullIfForbidden)
    if (!response) return wait(2 * pollIntervalMs)
    if (response.data.status === 'AVAILABLE') return
    if (response.data.status === 'PROCESSING_FAILED')
      throw new ProviderError('linkedin', 'LinkedIn couldn’t use the image.', {
        retryable: false,
        kind: 'refused',
      })
    await wait(pollIntervalMs)
  }
  throw stillProcessingError('linkedin', 'LinkedIn')
}

const toContent = ({ pictures, card }: NetworkPost, { media = [], thumbnail }: PublishSteps) => {
  const images = media.map((image, index) => {
    const altText = pictures[index]?.alt.slice(0, 4000)
    return { id: image, ...(altText && { altText }) }
  })
  if (images.length === 1) return { content: { media: images[0] } }
  if (images.length > 1) return { content: { multiImage: { images } } }
  return card
    ? {
        content: {
          article: {
            source: card.url,
            title: card.title.slice(0, 400),
            description: card.description.slice(0, 4000),
            ...(thumbnail && { thumbnail }),
          },
        },
      }
    : {}
}

async function publish(
  { call }: LinkedInApi,
  { accountId, access }: SocialSession,
  post: NetworkPost,
  steps: PublishSteps,
): Promise<PublishedPost> {
  const { headers } = await call({
    method: 'POST',
    path: '/rest/posts',
    headers: bearer(access),
    schema: z.unknown(),
    json: {
      author: accountId,
      commentary: escapeLinkedInText(post.text),
      visibility: 'PUBLIC',
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
      distribution: {
        feedDistribution: 'MAIN_FEED',
        targetEntities: [],
        thirdPartyDistributionChannels: [],
      },
      ...toContent(post, steps),
    },
  })
  // 201 with an empty body: the id is in a header.
  const urn = headers.get('x-restli-id')
  if (!urn)
    throw new ProviderError('linkedin', 'LinkedIn didn’t return the post’s address.', {
      retryable: false,
      kind: 'unexpected',
    })
  return toPublishedPost(urn)
}

/** Posts of a member cannot be read (r_member_social is restricted). */
async function findPost(
  { call }: LinkedInApi,
  { accountId, access }: SocialSession,
  text: string,
  since: Date,
): Promise<PublishedPost | 'not-there' | 'cannot-look'> {
  if (!accountId.startsWith('urn:li:organization:')) return 'cannot-look'
  const { data } = await call({
    path: '/rest/posts',
    query: { q: 'author', author: accountId, count: 10, sortBy: 'LAST_MODIFIED' },
    headers: { ...bearer(access), 'X-RestLi-Method': 'FINDER' },
    schema: postsResponse,
  })
  const post = data.elements.find(
    ({ commentary, createdAt }) =>
      unescapeLinkedInText(commentary).trim() === text.trim() &&
      (createdAt === undefined || createdAt >= since.getTime()),
  )
  return post ? toPublishedPost(post.id) : 'not-there'
}

export function createLinkedInPublisher(
  api: LinkedInApi,
  baseUrl: string | undefined,
): SocialPublisher {
  return {
    prepare: async (session, { pictures, card }, doneSteps, saveSteps) => {
      const steps = { ...doneSteps, media: [...(doneSteps.media ?? [])] }
      for (const picture of pictures.slice(steps.media.length)) {
        steps.media.push(await uploadPicture(api, session, picture, baseUrl))
        await saveSteps(steps)
      }
      if (card?.picture && !steps.thumbnail) {
        steps.thumbnail = await uploadPicture(api, session, card.picture, baseUrl)
        await saveSteps(steps)
      }
      for (const image of [...steps.media, ...(steps.thumbnail ? [steps.thumbnail] : [])])
        await waitUntilAvailable(api, session, image)
      return steps
    },
    publish: (session, post, steps) => publish(api, session, post, steps),
    findPost: (session, { text }, _steps, since) => findPost(api, session, text, since),
  }
}
