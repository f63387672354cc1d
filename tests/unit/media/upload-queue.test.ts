import { createUploadQueue } from '@/endpoints/media/read-upload'

const unfinished = () => {
  let finish = (): void => {}
  const work = new Promise<string>((resolve) => {
    finish = () => resolve('done')
  })
  return { work: () => work, finish: () => finish() }
}

it('an upload that waits too long for its turn is refused, and is never done later', async () => {
  const queue = createUploadQueue(20)
  const first = unfinished()
  const running = [queue(first.work), queue(first.work)]
  let wasDone = false
  const late = queue(() => {
    wasDone = true
    return Promise.resolve('late')
  })
  await expect(late).rejects.toMatchObject({ code: 'unavailable' })
  first.finish()
  expect(await Promise.all(running)).toEqual(['done', 'done'])
  expect(await queue(() => Promise.resolve('next'))).toBe('next')
  expect(wasDone).toBe(false)
})

it('two uploads are read at a time, 60 wait, and the next one is refused at once', async () => {
  const queue = createUploadQueue()
  const first = unfinished()
  const accepted = Array.from({ length: 62 }, () => queue(first.work))
  await expect(queue(first.work)).rejects.toMatchObject({ code: 'unavailable' })
  first.finish()
  expect(new Set(await Promise.all(accepted))).toEqual(new Set(['done']))
})

it('an upload that fails ends with its own error', async () => {
  await expect(createUploadQueue()(() => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  )
})
