import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

import { readEnvFile, readShopEnv } from '../../../scripts/env-file.mjs'

describe('the reader of .env', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'dayfern-env-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['"walk # home"', 'walk # home'],
    ["'walk # home'", 'walk # home'],
    ['"walk # home" # a comment', 'walk # home'],
    ['"walk home" # a comment', 'walk home'],
    ['"walk #home"', 'walk #home'],
    ['" walk "', ' walk '],
    ['walk#home # a comment', 'walk#home'],
    ['"it\'s" # "quoted"', "it's"],
    ['"say "hello" now"', 'say "hello" now'],
    ['"no closing quote # a comment', '"no closing quote'],
    ['two words', 'two words'],
  ])('reads %s as %s', (written, value) => {
    const file = path.join(folder, '.env')
    writeFileSync(file, `TEST_OF_ENV_FILE=${written}\n`)
    expect(readEnvFile(file)).toEqual({ TEST_OF_ENV_FILE: value })
  })

  it('takes the secret that npm start made, unless one is set', () => {
    const shop = path.join(folder, 'shop')
    mkdirSync(path.join(shop, '.data'), { recursive: true })
    writeFileSync(path.join(shop, '.env'), 'TEST_OF_SHOP_ENV=set\nPAYLOAD_SECRET=\n')
    const { PAYLOAD_SECRET: secret } = process.env
    delete process.env.PAYLOAD_SECRET
    try {
      expect(readShopEnv(shop).PAYLOAD_SECRET).toBeUndefined()
      writeFileSync(path.join(shop, '.data', 'secret'), 'made by npm start\n')
      expect(readShopEnv(shop)).toMatchObject({
        TEST_OF_SHOP_ENV: 'set',
        PAYLOAD_SECRET: 'made by npm start',
      })
      writeFileSync(path.join(shop, '.env'), 'PAYLOAD_SECRET=chosen\n')
      expect(readShopEnv(shop).PAYLOAD_SECRET).toBe('chosen')
      // As in `PAYLOAD_SECRET= npm run restore`.
      process.env.PAYLOAD_SECRET = ''
      expect(readShopEnv(shop).PAYLOAD_SECRET).toBe('')
    } finally {
      if (secret === undefined) delete process.env.PAYLOAD_SECRET
      else process.env.PAYLOAD_SECRET = secret
    }
  })
})
