import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

import { readEnvFile } from '../../../scripts/env-file.mjs'

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
})
