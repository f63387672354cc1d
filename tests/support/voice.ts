import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import ts from 'typescript'

/** A phrase that `docs/voice.md` rules out, and what to write instead. */
type BannedPhrase = { pattern: RegExp; instead: string }

const banned = (phrases: string, instead: string): BannedPhrase => ({
  pattern: new RegExp(`(?<![\\w-])(?:${phrases})(?![\\w-])`, 'i'),
  instead,
})

/** Phrases that must not appear in the shop, the admin, or an email. */
export const bannedPhrases: BannedPhrase[] = [
  banned('e-mails?', 'email'),
  banned(
    '(?:the|a|all|our|this|by|an|your|every|each|no|one|order|in) mails?(?! server| client)',
    'email',
  ),
  banned('unwanted (?:mail|ones)', 'spam folder'),
  banned('pieces?(?! of (?:writing|the|cloth|paper|clothing))', 'item, product, or article'),
  banned('parcels?', 'package'),
  banned('the post (?:says|has|brings|takes)|usual post', 'carrier'),
  banned("(?:not|can(?:’|')?t|cannot|could not|couldn’t|can) be had|to be had", 'unavailable'),
  banned(
    'kept on this device|kept things?|(?:addresses|items|things) you keep|keep this(?! page)|keep it after all|kept for the',
    'save, saved',
  ),
  banned(
    'weekly letter|the letter|our letters?|letters? a week|(?:any|every|each) letter',
    'newsletter or email',
  ),
  banned('has run out|ran out|runs out|is spent|has rested|rested too long', 'expired'),
  banned('somebody|whoever|whosoever', 'someone, anyone'),
  banned('anew|at the moment|need not|worthless', 'again, right now, don’t need to'),
  banned('worked out|dealt with|worked off', 'calculated, processed'),
  banned('working days?', 'business days'),
  banned('worn most|in the works|written down', 'best sellers, in production, activity'),
  banned('stands? (?:here|there|beside|on)', 'is'),
  banned('nothing (?:fits|stands|waits)|no \\w+ fits', 'No results'),
  banned('went back to|send \\$\\S+ back|money goes back', 'refund, refunded'),
  banned('the house|the workshop|the desk', 'the name of the screen'),
  banned('did not reach us|a lot of tries|a bit often', 'the message in docs/voice.md'),
  banned('makes? no difference what|what holds for', 'plain words'),
  banned('it goes to', 'shipping to'),
  banned('by then all is well|all is well', 'You’re all set'),
  banned('taken off|taken out of your', 'removed'),
  banned('things looked at', 'checked'),
  banned('(?:be|\\d+) left out', 'skipped'),
  banned('is here already|are here already|here already', 'already imported'),
  banned('begin(?:s)? anew|started anew', 'start over'),
  banned('by (?:itself|themselves)', 'automatically'),
  banned('may (?:no longer|not) (?:post|send|see|read)', 'can’t, can no longer'),
  banned(
    '(?:did|does|could|cannot|will) not (?:take|fetch|work|know)',
    'a contraction and a plain verb',
  ),
  banned(
    'a little while ago|topped? up|nobody to (?:write|answer)|stays? as (?:it is|they are)',
    'plain words',
  ),
  banned('leave any ?time|no more letters', 'unsubscribe anytime'),
  banned('taken back|stored nowhere', 'reversed or canceled, isn’t stored'),
  banned('rehearsal', 'demo mode'),
  banned('ready to pay', 'ready for payment'),
  banned('has left the printer', 'has left the print shop'),
  banned('delivery address(?:es)?', 'shipping address'),
  banned('unless (?:it’s |it is )?faulty|faulty items?', 'defective'),
  banned('(?:use|choose) at most', 'up to 10, or 60 characters or fewer'),
  banned('(?:it|them) now ends that|whatever it costs', 'plain words'),
  banned('(?!saving|processing)\\w+ing\\.\\.\\.', 'an ellipsis: Uploading…'),
  banned('\\d+(?:\\.\\d+)? %', '34%, without a space'),
]

/** Returns the banned phrases in a text, each with what to write instead. */
export function findBannedPhrases(text: string): string[] {
  const plain = text.replace(/\s+/g, ' ')
  return bannedPhrases.flatMap(({ pattern, instead }) => {
    const match = pattern.exec(plain)
    if (!match) return []
    const from = Math.max(0, match.index - 30)
    const around = plain.slice(from, match.index + match[0].length + 30)
    return [`“${match[0]}” in “${around}”; instead: ${instead}`]
  })
}

const sourceFile = /\.(?:ts|tsx|mjs)$/
/** Files without text that people read. */
const technicalFiles = ['src/migrations', 'src/payload-']
/**
 * Articles and reviews of the demo shop: their authors and customers speak in their own voices,
 * where a letter is a letter and the house a house.
 */
const editorialFiles = [
  'src/seed/content/blog-posts.ts',
  'src/seed/content/inspiration.ts',
  'src/seed/content/meditations.ts',
  'src/seed/content/reflections.ts',
  'src/seed/catalog/reviews.ts',
]
const skippedFiles = [...technicalFiles, ...editorialFiles]

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name))
    .filter((name) => sourceFile.test(name) && !skippedFiles.some((one) => name.startsWith(one)))
}

const isTechnical = (node: ts.Node): boolean => {
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true
  if (ts.isTaggedTemplateExpression(parent)) return parent.tag.getText() !== 'html'
  return ts.isJsxAttribute(parent) && ['className', 'd', 'id'].includes(parent.name.getText())
}

const textOf = (node: ts.Node): string | null => {
  if (ts.isJsxText(node)) return node.text
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

export type SourceText = { place: string; text: string }

/** Returns every string, JSX text, and HTML template in the folders that contains more than one word. */
export function collectSourceTexts(folders: string[]): SourceText[] {
  return folders.flatMap(listFiles).flatMap((name) => {
    const source = ts.createSourceFile(
      name,
      readFileSync(name, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
      name.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    )
    const texts: SourceText[] = []
    const visit = (node: ts.Node): void => {
      const text = textOf(node)
      if (text !== null && /\S\s+\S|^\s*[A-Z]/.test(text) && !isTechnical(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        texts.push({ place: `${name}:${line + 1}`, text })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return texts
  })
}

/** Returns every line of a Markdown file, without the addresses of its links. */
export function collectMarkdownTexts(file: string): SourceText[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => ({
      place: `${file}:${index + 1}`,
      text: line.replace(/\]\([^)]*\)/g, ']'),
    }))
}
